import type { Tables } from '../../src/store/tables.js';

/** The one folder that writes a table. */
export const TABLE_OWNER: Readonly<Record<keyof Tables, string>> = {
  settings: 'store',
  accounts: 'accounts',
  api_keys: 'accounts',
  secrets: 'secrets',
  idempotency: 'gateway/idempotency',
  audit: 'audit',
  jobs: 'jobs',
  journal: 'journal',
  artifacts: 'objects',
  events: 'resources/events',
  feed: 'resources/feed',
  buckets: 'resources/buckets',
  bucket_objects: 'resources/buckets',
  sftp_users: 'resources/sftp-users',
  guides: 'resources/guides',
  mappings: 'resources/mappings',
  profiles: 'resources/profiles',
  partnerships: 'resources/partnerships',
  transaction_settings: 'resources/transaction-settings',
  connections: 'resources/connections',
  control_numbers: 'resources/control-numbers',
  executions: 'resources/executions',
  delivery_reports: 'resources/executions',
  faults: 'resources/executions',
  transactions: 'resources/transactions',
  business_identifiers: 'resources/transactions',
  transaction_groups: 'resources/transaction-groups',
  staged_transactions: 'resources/transaction-groups',
  fragment_groups: 'resources/fragments',
  fragments: 'resources/fragments',
};

/** Who reads a table of another, and why. This list only gets shorter. */
export const FOREIGN_READS: Readonly<Record<string, Readonly<Partial<Record<keyof Tables, string>>>>> = {};

/** The one file that reads each column of JSON; what is not a column says what it reads. This list is the only place for `JSON.parse`. */
export const JSON_READERS: Readonly<Record<string, readonly string[]>> = {};

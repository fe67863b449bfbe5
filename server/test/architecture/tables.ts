import type { Tables } from '../../src/store/tables.js';

/** The one folder that writes a table. */
export const TABLE_OWNER: Readonly<Record<keyof Tables, string>> = {
  settings: 'store',
  accounts: 'accounts',
  api_keys: 'accounts',
  secrets: 'secrets',
  idempotency: 'idempotency',
  pool_shares: 'gateway/limits',
  audit: 'audit',
  audit_marks: 'audit',
  jobs: 'jobs',
  journal: 'journal',
  artifacts: 'objects',
  events: 'resources/events',
  feed: 'resources/feed',
  feed_marks: 'resources/feed',
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
  arrivals: 'resources/inbound',
  received_interchanges: 'resources/inbound',
  unshown_files: 'resources/transactions',
  sent_groups: 'resources/tracking',
  acknowledgments: 'resources/tracking',
  destinations: 'resources/destinations',
  event_deliveries: 'resources/destinations',
  bucket_directories: 'resources/buckets',
};

/** Who reads a table of another, and why. This list only gets shorter. */
export const FOREIGN_READS: Readonly<Record<string, Readonly<Partial<Record<keyof Tables, string>>>>> = {
  'resources/control-numbers/counters.ts': {
    settings: 'a restored store gives no number: asked in the one statement that gives them, or one could slip through',
  },
  'resources/partnerships/rows.ts': { connections: 'the list counts the connections of its page in the same query' },
  'resources/partnerships/sending-partnership.ts': {
    profiles: 'every request that sends asks it: one query in place of three',
  },
};

/** Files that ask a table without naming it there, and why. */
export const UNNAMED_TABLES: Readonly<Record<string, string>> = {
  'store/account-queries.ts': 'it is what makes these queries',
  'store/filtered-page.ts': 'the list that its caller names, in the folder of its table',
  'store/postgres/continue-feed.ts': 'a subquery, of a table that stands beside it',
};

/** The one file that reads each column of JSON; what is not a column says what it reads. This list is the only place for `JSON.parse`. */
export const JSON_READERS: Readonly<Record<string, readonly string[]>> = {
  'accounts/columns.ts': ['accounts.limits', 'api_keys.scopes', 'api_keys.cidrs'],
  'audit/audit-line.ts': ['archives of the audit'],
  'backup/manifest.ts': ['manifests of backups'],
  'backup/object-list.ts': ['lists of objects in backups'],
  'gateway/idempotency/kept-answer.ts': ['idempotency.headers'],
  'gateway/paging/page-token.ts': ['page tokens'],
  'gateway/reading/read-json.ts': ['bodies'],
  'jobs/job-rows.ts': ['jobs.payload'],
  'journal/sql-journal.ts': ['journal.id', 'journal.state', 'journal.facts'],
  'links/signed-link.ts': ['links'],
  'partners-file/read-file.ts': ['the partners file'],
  'resources/connections/settings-of.ts': ['connections.settings'],
  'resources/executions/columns.ts': ['delivery_reports.metadata', 'faults.detail'],
  'resources/fragments/columns.ts': ['fragments.fragment'],
  'resources/guides/check-published.ts': ['settings.value of the guides that were checked'],
  'resources/guides/definition.ts': ['guides.target', 'guides.draft', 'guides.live', 'guides.resolved'],
  'resources/mappings/check-mapping.ts': ['schemas that a customer wrote as text'],
  'resources/mappings/rows.ts': ['mappings.definition'],
  'resources/partnerships/configuration.ts': [
    'partnerships.ack_configuration',
    'partnerships.processing_configuration',
    'partnerships.expected_acknowledgments',
  ],
  'resources/profiles/application-identifiers.ts': ['profiles.application_identifiers'],
  'resources/sftp-users/rows.ts': ['sftp_users.public_keys'],
  'resources/tracking/columns.ts': ['sent_groups.facts', 'acknowledgments.facts'],
  'resources/transaction-groups/columns.ts': ['staged_transactions.overrides', 'staged_transactions.transaction'],
  'resources/transaction-settings/fragment-config.ts': ['transaction_settings.fragments'],
  'resources/transactions/columns.ts': ['transactions.x12', 'transactions.business_identifiers'],
  'start/first-start.ts': ['settings.value of the first start'],
  'start/operator-file.ts': ['the file of OPERATOR_CONNECTIONS'],
  'start/run-command.ts': ['answers of the running server'],
  'version.ts': ['package.json'],
  'worker/check-definition.ts': ['what the worker is asked'],
  'worker/create-customer-code.ts': ['what the worker answers'],
  'worker/evaluator.ts': ['what the worker is given to evaluate'],
};

import { CLAIM_INDEX_STEPS } from './claim-index-steps.js';
import type { IndexStep } from './index-step.js';

const ORDER = 'created_at, id';

/**
 * Every index but those that migrations make themselves. Lists are read by one index from one end to the other, so each has what it is
 * narrowed by, and behind that its order. Where nearly all rows have one value, the index leaves these out, and costs next to nothing:
 * who looks for them finds them among the newest.
 */
export const INDEX_STEPS: readonly IndexStep[] = [
  ...executions('test_keys', 'key_mode', "key_mode <> 'live'"),
  ...executions('direction', 'direction', "direction <> 'OUTBOUND'"),
  ...executions('fault_code', 'fault_code', 'fault_code is not null'),
  ...executions('partnership', 'partnership_id', 'partnership_id is not null'),
  ...executions('status', 'status', "status <> 'COMPLETED'"),
  ...executions('mode', 'mode', "mode <> 'production'"),
  { name: 'transactions_listed', on: `transactions (account_id, ${ORDER}) where listed = 1`, schema: 1 },
  ...transactions('test_keys', 'key_mode', "key_mode <> 'live'"),
  ...transactions('set', 'transaction_set'),
  ...transactions('sender', 'sender_id'),
  ...transactions('receiver', 'receiver_id'),
  ...transactions('direction', 'direction', "direction <> 'OUTBOUND'"),
  ...transactions('mode', 'mode', "mode <> 'production'"),
  ...transactions('status', 'status', "status <> 'succeeded'"),
  ...transactions('partnership', 'partnership_id'),
  ...transactions('acknowledgment', 'acknowledgment', "acknowledgment <> 'not-expected'"),
  {
    name: 'business_identifiers_in_order',
    on: 'business_identifiers (account_id, value, created_at, transaction_id)',
    schema: 1,
    replaces: 'business_identifiers_by_value',
  },
  { name: 'profiles_by_age', on: 'profiles (account_id, created_at, profile_id)', schema: 1 },
  { name: 'partnerships_by_age', on: 'partnerships (account_id, created_at, partnership_id)', schema: 1 },
  { name: 'connections_by_age', on: `connections (account_id, partnership_id, ${ORDER})`, schema: 1 },
  { name: 'guides_by_age', on: `guides (account_id, ${ORDER})`, schema: 1 },
  {
    name: 'guides_published',
    on: `guides (account_id, ${ORDER}) where published_at is not null`,
    schema: 1,
  },
  // Polling: a key of either mode from a time, or from a place; test keys pass by no entries of others.
  { name: 'feed_by_time', on: 'feed (account_id, kind, at, xid, position)', schema: 1 },
  { name: 'feed_of_tests', on: "feed (account_id, kind, xid, position) where mode = 'test'", schema: 1 },
  { name: 'feed_of_tests_by_time', on: "feed (account_id, kind, at, xid, position) where mode = 'test'", schema: 1 },
  // The sweep: which of the objects that lie in the store a row names.
  { name: 'bucket_objects_by_name', on: 'bucket_objects (object_name) where object_name is not null', schema: 5 },
  // What an account has in its buckets is summed up.
  { name: 'bucket_objects_by_size', on: 'bucket_objects (account_id, size)', schema: 5 },
  { name: 'upload_parts_by_size', on: 'upload_parts (account_id, size)', schema: 23 },
  { name: 'orphans_by_size', on: 'orphans (account_id, size) where account_id is not null', schema: 24 },
  // Lists of test keys pass by no rows of others.
  { name: 'mappings_by_mode', on: 'mappings (account_id, mode, id)', schema: 23 },
  { name: 'sftp_users_by_mode', on: 'sftp_users (account_id, mode, created_at, username)', schema: 23 },
  // Jobs: the first of each queue; who has leased how many of a queue; the newest that failed; those behind others of their lanes.
  { name: 'jobs_of_queue', on: "jobs (queue, due_at, id) where state = 'waiting'", schema: 8 },
  { name: 'jobs_leased_of_queue', on: "jobs (queue, owner) where state = 'running'", schema: 8 },
  { name: 'jobs_failed', on: "jobs (updated_at, id) where state = 'failed'", schema: 8 },
  { name: 'jobs_parked', on: "jobs (id) where state = 'parked'", schema: 8 },
  { name: 'connections_by_id', on: 'connections (id)', schema: 1 },
  // Retention.
  { name: 'events_by_time', on: 'events (created_at)', schema: 1 },
  { name: 'journal_by_time', on: 'journal (at)', schema: 1 },
  ...groups('transaction_groups'),
  ...groups('fragment_groups'),
  // What came in: by its file; the numbers of a pair that were received before; what an operator has to look at.
  { name: 'arrivals_of', on: 'arrivals (execution_id)', schema: 12 },
  { name: 'arrivals_by_time', on: 'arrivals (created_at)', schema: 12 },
  { name: 'received_interchanges_of', on: 'received_interchanges (execution_id, place)', schema: 12 },
  {
    name: 'received_interchanges_by_number',
    on: 'received_interchanges (account_id, control_number, pair, created_at)',
    schema: 12,
  },
  {
    name: 'received_interchanges_waiting',
    on: `received_interchanges (account_id, ${ORDER}) where state in ('quarantined', 'held')`,
    schema: 12,
  },
  {
    name: 'received_interchanges_expired',
    on: `received_interchanges (account_id, ${ORDER}) where state = 'expired'`,
    schema: 12,
  },
  {
    name: 'received_interchanges_expiring',
    on: 'received_interchanges (expires_at) where expires_at is not null',
    schema: 12,
  },
  // What was sent: by its file; by what a TA1 and what a 997, 999 names; what is overdue. Answers, by what they are about and came in.
  { name: 'sent_groups_of', on: 'sent_groups (execution_id, place)', schema: 13 },
  { name: 'sent_groups_by_interchange', on: 'sent_groups (account_id, interchange_number, pair)', schema: 13 },
  { name: 'sent_groups_by_number', on: 'sent_groups (account_id, group_number, pair)', schema: 13 },
  {
    name: 'sent_groups_open',
    on: "sent_groups (state, account_id, created_at, id) where state in ('awaited', 'overdue')",
    schema: 13,
  },
  { name: 'sent_groups_due', on: "sent_groups (due_at) where state = 'awaited' and due_at is not null", schema: 13 },
  { name: 'acknowledgments_in', on: 'acknowledgments (execution_id)', schema: 13 },
  // Documents of a transaction without its fragments; and these in their order.
  { name: 'artifacts_of_owner', on: 'artifacts (account_id, owner_id, model)', schema: 1, replaces: 'artifacts_of' },
  {
    name: 'artifacts_fragments',
    on: `artifacts (account_id, owner_id, ${ORDER}) where model = 'fragment'`,
    schema: 1,
  },
  // Destinations, and what is on its way to them.
  { name: 'destinations_by_age', on: `destinations (account_id, ${ORDER})`, schema: 14 },
  {
    name: 'destinations_exchanged',
    on: 'destinations (previous_secret_until) where previous_secret_until is not null',
    schema: 14,
  },
  { name: 'event_deliveries_of', on: 'event_deliveries (event_id)', schema: 14 },
  {
    name: 'event_deliveries_held',
    on: "event_deliveries (destination_id, created_at, id) where status = 'HELD'",
    schema: 14,
  },
  {
    name: 'event_deliveries_pending',
    on: "event_deliveries (destination_id, created_at, id) where status = 'PENDING'",
    schema: 14,
  },
  { name: 'events_by_type', on: `events (account_id, type, ${ORDER})`, schema: 1 },
  {
    name: 'events_by_status',
    on: `events (account_id, status, ${ORDER}) where status <> 'DELIVERED'`,
    schema: 14,
  },
  { name: 'events_by_mode', on: `events (account_id, mode, ${ORDER}) where mode <> 'production'`, schema: 1 },
  // Where files of partners come in.
  {
    name: 'connections_by_place',
    on: 'connections (account_id, inbound_place) where inbound_place is not null',
    schema: 15,
  },
  // Checks in real time: lists; those under way, whose processes may have died; retention; what a route has done in a month.
  ...checks('by_age', ''),
  ...checks('by_mode', 'mode,', "mode <> 'production'"),
  ...checks('by_patient', 'patient_index,', 'patient_index is not null'),
  ...checks('by_payer', 'payer_id,'),
  ...checks('by_status', 'status,', "status <> 'ANSWERED'"),
  ...checks('by_source', 'source,', "source <> 'json'"),
  {
    name: 'eligibility_check_errors_in_order',
    on: 'eligibility_check_errors (account_id, code, created_at, check_id)',
    schema: 16,
  },
  {
    name: 'eligibility_checks_under_way',
    on: "eligibility_checks (owned_until) where status = 'PENDING'",
    schema: 16,
  },
  {
    name: 'eligibility_checks_expiring',
    on: 'eligibility_checks (expires_at) where expires_at is not null',
    schema: 16,
  },
  {
    name: 'eligibility_checks_of_route',
    on: 'eligibility_checks (route_id, created_at) where route_id is not null',
    schema: 16,
  },
  ...CLAIM_INDEX_STEPS,
  // Batches of checks: their items in order, by state and result; what is polled of one; those under way; retention.
  { name: 'eligibility_batch_items_of', on: 'eligibility_batch_items (account_id, batch_id, id)', schema: 17 },
  {
    name: 'eligibility_batch_items_by_state',
    on: 'eligibility_batch_items (account_id, batch_id, state, id)',
    schema: 17,
  },
  {
    name: 'eligibility_batch_items_by_result',
    on: 'eligibility_batch_items (account_id, batch_id, result, id) where result is not null',
    schema: 17,
  },
  {
    name: 'feed_of_batches',
    on: "feed (account_id, substr(ref_id, 1, 36), xid, position) where kind = 'batch-item'",
    schema: 17,
  },
  { name: 'core_submissions_by_age', on: `core_submissions (account_id, ${ORDER})`, schema: 19 },
  {
    name: 'core_submissions_expiring',
    on: 'core_submissions (expires_at) where expires_at is not null',
    schema: 19,
  },
  {
    name: 'core_submissions_of_batch',
    on: 'core_submissions (account_id, batch_id) where batch_id is not null',
    schema: 22,
  },
  { name: 'eligibility_batches_by_age', on: `eligibility_batches (account_id, ${ORDER})`, schema: 17 },
  {
    name: 'eligibility_batches_under_way',
    on: "eligibility_batches (account_id, created_at) where status = 'IN_PROGRESS'",
    schema: 17,
  },
  {
    name: 'eligibility_batches_expiring',
    on: 'eligibility_batches (expires_at) where expires_at is not null',
    schema: 17,
  },
  // Enrollments: each order of their lists; each filter; who may exchange what with whom. Customers have few of them beside checks.
  ...enrollments('by_age', 'created_at'),
  ...enrollments('by_change', 'updated_at'),
  ...enrollments('by_status_change', 'status_updated_at'),
  ...enrollments('by_requested_date', 'requested_date'),
  ...enrollments('by_era', 'last_era_at'),
  ...enrollments('by_id', ''),
  ...enrollments('by_status', 'status'),
  ...enrollments('by_payer', 'payer_id'),
  ...enrollments('by_provider', 'provider_id'),
  ...enrollments('by_provider_name', 'lower(provider_name)'),
  ...enrollments('by_npi', 'provider_npi'),
  ...enrollments('by_tax_id', 'provider_tax_index'),
  ...enrollments('by_email', 'email_index'),
  ...enrollments('by_source', 'source'),
  ...enrollments('by_import', 'import_id', 'import_id is not null'),
  ...enrollments('by_search', 'search'),
  // Whether a provider that is deleted has some: databases look for it by this column alone.
  { name: 'provider_enrollments_of_provider', on: 'provider_enrollments (provider_id)', schema: 18 },
  {
    name: 'enrollment_transactions_of_provider',
    on: 'enrollment_transactions (account_id, payer_id, transaction_type, npi, status)',
    schema: 18,
  },
  {
    name: 'enrollment_transactions_of_tax_id',
    on: 'enrollment_transactions (account_id, payer_id, transaction_type, tax_index, status)',
    schema: 18,
  },
  {
    name: 'enrollment_transactions_by_type',
    on: 'enrollment_transactions (account_id, transaction_type, enrollment_id)',
    schema: 18,
  },
  { name: 'enrollment_documents_of', on: 'enrollment_documents (enrollment_id, created_at, id)', schema: 18 },
  { name: 'enrollment_tasks_of', on: 'enrollment_tasks (enrollment_id, rank, id)', schema: 18 },
  { name: 'enrollment_notes_of', on: 'enrollment_notes (enrollment_id, created_at, id)', schema: 18 },
  { name: 'providers_by_age', on: `providers (account_id, ${ORDER})`, schema: 18 },
  { name: 'providers_by_tax_id', on: 'providers (account_id, tax_index)', schema: 18 },
  // What stands against deleting a setting or a guide: open groups, beside any number that were sent.
  {
    name: 'transaction_groups_open_of',
    on: 'transaction_groups (account_id, partnership_id, setting_id) where execution_id is null',
    schema: 1,
  },
  {
    name: 'fragment_groups_open_of',
    on: 'fragment_groups (account_id, guide_id) where execution_id is null',
    schema: 1,
  },
];

function groups(table: string): readonly IndexStep[] {
  return [
    { name: `${table}_open`, on: `${table} (created_at) where execution_id is null`, schema: 1 },
    { name: `${table}_sent`, on: `${table} (execution_id) where execution_id is not null`, schema: 1 },
  ];
}

function checks(name: string, column: string, where?: string): readonly IndexStep[] {
  const on = `eligibility_checks (account_id, ${column} ${ORDER})`;
  return [{ name: `eligibility_checks_${name}`, on: where === undefined ? on : `${on} where ${where}`, schema: 16 }];
}

function enrollments(name: string, column: string, where?: string): readonly IndexStep[] {
  const on = `provider_enrollments (account_id, ${column === '' ? '' : `${column}, `}id)`;
  return [{ name: `provider_enrollments_${name}`, on: where === undefined ? on : `${on} where ${where}`, schema: 18 }];
}

function executions(by: string, column: string, where: string): readonly IndexStep[] {
  return [
    { name: `executions_by_${by}`, on: `executions (account_id, ${column}, ${ORDER}) where ${where}`, schema: 1 },
  ];
}

/** Of those that lists show: others come in when their file was delivered. */
function transactions(by: string, column: string, where?: string): readonly IndexStep[] {
  const listed = where === undefined ? 'listed = 1' : `listed = 1 and ${where}`;
  const on = `transactions (account_id, ${column}, ${ORDER}) where ${listed}`;
  return [{ name: `transactions_by_${by}`, on, schema: 1 }];
}

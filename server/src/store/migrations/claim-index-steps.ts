import type { IndexStep } from './index-step.js';

/** Of claims, their files and what was said of them. */
export const CLAIM_INDEX_STEPS: readonly IndexStep[] = [
  // Claims: those with a patient control number; the same claim again; retention; the states of one.
  { name: 'claims_by_patient', on: 'claims (account_id, patient_index, created_at, id)', schema: 26 },
  // The tests among them, which are all that a test key sees.
  {
    name: 'claims_of_tests_by_patient',
    on: "claims (account_id, patient_index, created_at, id) where mode = 'test'",
    schema: 26,
  },
  {
    name: 'claims_by_content',
    on: 'claims (account_id, claim_index, created_at) where claim_index is not null',
    schema: 26,
  },
  {
    // Without those that are still to be sent, which stay however old they are: each look at what is to go would pass them by.
    name: 'claims_to_forget',
    on: "claims (expires_at) where expires_at is not null and not (state = 'QUEUED' and route_id is not null)",
    schema: 26,
    replaces: 'claims_expiring',
  },
  { name: 'claim_history_of', on: 'claim_history (claim_id, at, id)', schema: 26 },
  // Those that wait to be sent, and what is waited for; which files and which answers are about a claim; files to look at.
  {
    name: 'claims_waiting',
    on: "claims (account_id, route_id, type, id) where state = 'QUEUED' and file_id is null and route_id is not null",
    schema: 27,
  },
  { name: 'claims_due', on: 'claims (due_at) where due_at is not null and overdue_since is null', schema: 27 },
  {
    name: 'claims_due_again',
    on: 'claims (due_at) where overdue_since is not null and due_at > overdue_since',
    schema: 27,
  },
  { name: 'claims_overdue', on: 'claims (overdue_since, id) where overdue_since is not null', schema: 27 },
  {
    name: 'claims_of_answers_by_state',
    on: 'claims (answer_index, state) where answer_index is not null',
    schema: 27,
    replaces: 'claims_of_answers',
  },
  { name: 'claim_file_items_of_claim', on: 'claim_file_items (claim_id)', schema: 27 },
  { name: 'claim_files_by_number', on: 'claim_files (route_id, interchange_number)', schema: 27 },
  { name: 'claim_files_held', on: "claim_files (created_at, id) where state = 'HELD'", schema: 27 },
  {
    name: 'claim_files_undelivered',
    on: "claim_files (created_at, id) where state = 'WRITTEN' and failure = 'not-delivered'",
    schema: 27,
  },
  // Whether a route has sent by itself after a partnership: no other files of it are looked through for each answer, neither those before.
  {
    name: 'claim_files_sent_itself',
    on: 'claim_files (route_id, sent_at) where execution_id is null and sent_at is not null',
    schema: 27,
    replaces: 'claim_files_gone_itself',
  },
  {
    name: 'claim_files_handed_itself',
    on: 'claim_files (route_id, handing_since) where execution_id is null and handing_since is not null',
    schema: 27,
  },
  // Those of a route that were sent and are in no file any more. Others are all in files, or wait for one.
  {
    name: 'claims_in_no_file',
    on: "claims (route_id) where file_id is null and route_id is not null and state <> 'QUEUED'",
    schema: 27,
  },
  { name: 'claim_files_expiring', on: 'claim_files (expires_at) where expires_at is not null', schema: 27 },
  // What answers name: the BHT03 of a set, the GS06 of a file; those that nobody has decided of; retention.
  { name: 'claim_file_items_of_set', on: 'claim_file_items (transaction_id, file_id, place)', schema: 28 },
  { name: 'claim_files_by_group', on: 'claim_files (route_id, group_number, created_at)', schema: 28 },
  {
    name: 'unmatched_claim_answers_open',
    on: 'unmatched_claim_answers (account_id, created_at, id) where resolved_at is null',
    schema: 28,
  },
  {
    name: 'unmatched_claim_answers_expiring',
    on: 'unmatched_claim_answers (expires_at) where expires_at is not null',
    schema: 28,
  },
  { name: 'claim_answers_expiring', on: 'claim_answers (expires_at) where expires_at is not null', schema: 28 },
  { name: 'claim_reports_expiring', on: 'claim_reports (expires_at) where expires_at is not null', schema: 28 },
];

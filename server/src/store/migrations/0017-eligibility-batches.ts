import type { Migration } from './migration.js';

/**
 * Eligibility checks in batches. Items have no foreign key to their batch: they are written before it, in portions, and what a process leaves
 * behind that dies meanwhile is removed later.
 */
export const eligibilityBatches: Migration = {
  version: 17,
  sql: `
create table eligibility_batches (
  account_id {text} not null references accounts (id), id {text} not null primary key, name {text} not null, source {text} not null,
  status {text} not null, total_count {int} not null, validated_count {int} not null, validation_failed_count {int} not null,
  in_progress_count {int} not null, success_count {int} not null, error_count {int} not null, max_retry_hours {int} not null,
  origin {text} not null, key_id {text} not null, file_id {text}, fed_place {int} not null, started_at {int},
  created_at {int} not null, updated_at {int} not null, expires_at {int}, unique (account_id, name));
create table eligibility_batch_items (
  account_id {text} not null references accounts (id), id {text} not null primary key, batch_id {text} not null, place {int} not null,
  row_number {int}, state {text} not null, payer_id {text}, result {text}, check_id {text}, attempts {int} not null, first_attempt_at {int}, retry_at {int},
  created_at {int} not null, updated_at {int} not null, ended_at {int}, errors {text} not null, content {text});
`,
};

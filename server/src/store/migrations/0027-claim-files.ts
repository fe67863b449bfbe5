import type { Migration } from './migration.js';

/** Files in which claims go to their payers, and what is waited for. */
export const claimFiles: Migration = {
  version: 27,
  sql: `
alter table claims add column file_id {text};
alter table claims add column due_at {int};
alter table claims add column overdue_since {int};
alter table claims add column payer_number {text};
alter table claim_history add column reasons {text};
create table claim_files (
  account_id {text} not null references accounts (id), id {text} not null primary key, route_id {text} not null, type {text} not null,
  state {text} not null, claim_count {int} not null, artifact_id {text} not null, interchange_number {text} not null, group_number {int} not null,
  attempts {int} not null, failure {text}, handing_since {int}, carrier_account_id {text}, execution_id {text}, sent_at {int}, created_at {int} not null,
  updated_at {int} not null, expires_at {int});
create table claim_file_items (
  account_id {text} not null references accounts (id), file_id {text} not null, place {int} not null, claim_id {text} not null,
  sending {int} not null, set_number {text} not null, transaction_id {text} not null, primary key (file_id, place));
`,
};

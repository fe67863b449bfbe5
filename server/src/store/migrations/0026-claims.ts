import type { Migration } from './migration.js';

/** Claims that were taken in, and how far each has come. */
export const claims: Migration = {
  version: 26,
  sql: `
create table claims (
  account_id {text} not null references accounts (id), id {text} not null primary key, mode {text} not null, type {text} not null,
  source {text} not null, payer_id {text} not null, route_id {text}, state {text} not null, sending {int} not null,
  trace_id {text} not null unique, patient_index {text} not null, answer_index {text}, claim_index {text}, line_count {int} not null, created_at {int} not null,
  updated_at {int} not null, expires_at {int});
create table claim_history (
  account_id {text} not null references accounts (id), id {text} not null primary key, claim_id {text} not null, state {text} not null,
  sending {int} not null, source {text} not null, at {int} not null);
`,
};

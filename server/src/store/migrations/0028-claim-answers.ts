import type { Migration } from './migration.js';

/** What payers answer to claims. */
export const claimAnswers: Migration = {
  version: 28,
  sql: `
create table claim_answers (
  account_id {text} not null references accounts (id), id {text} not null primary key, route_id {text} not null, source {text} not null,
  sha256 {text} not null, state {text} not null, artifact_id {text} not null, done {int} not null, claim_count {int} not null,
  unmatched_count {int} not null, received_at {int} not null, created_at {int} not null, updated_at {int} not null, expires_at {int},
  unique (route_id, sha256));
create table claim_reports (
  account_id {text} not null references accounts (id), id {text} not null primary key, answer_id {text} not null, mode {text} not null,
  artifact_id {text} not null, created_at {int} not null, expires_at {int});
create table unmatched_claim_answers (
  account_id {text} not null references accounts (id), id {text} not null primary key, answer_id {text} not null, route_id {text} not null,
  place {int} not null, said {text} not null, kind {text} not null, candidates {text} not null, content {text} not null, created_at {int} not null,
  updated_at {int} not null, resolved_at {int}, claim_id {text}, expires_at {int});
`,
};

import type { Migration } from './migration.js';

/** Functions of accounts, how each invocation of them went, and what was asked for with `respond-async`. */
export const functions: Migration = {
  version: 25,
  sql: `
create table functions (
  account_id {text} not null references accounts (id), name {text} not null, mode {text} not null, code {text},
  object_name {text}, sha256 {text}, size {int}, timeout_s {int} not null, log_retention {text} not null,
  created_at {int} not null, updated_at {int} not null, primary key (account_id, name));
create table invocations (
  account_id {text} not null references accounts (id), id {text} not null primary key, function_name {text} not null, mode {text} not null,
  kind {text} not null, source {text} not null, depth {int} not null, state {text} not null, attempts {int} not null, event {text},
  error {text}, log {text}, took_ms {int}, created_at {int} not null, started_at {int}, ended_at {int}, expires_at {int} not null);
create index invocations_of on invocations (account_id, function_name, mode, id);
create index invocations_by_state on invocations (account_id, function_name, mode, state, id);
create index invocations_failed on invocations (account_id, ended_at, id, function_name) where state = 'failed' and kind = 'Event';
create index invocations_caused on invocations (account_id, function_name, created_at)
  where source in ('bucket', 'event') and (state <> 'failed' or attempts > 0);
create index invocations_by_age on invocations (expires_at);
create table function_operations (
  account_id {text} not null references accounts (id), token {text} not null primary key, function_name {text} not null, mode {text} not null,
  result {text}, created_at {int} not null);
alter table events add column depth {int};
alter table executions add column depth {int};
create index function_operations_by_age on function_operations (created_at);
`,
};

import type { Migration } from './migration.js';

/** What comes in: files, each taken once; the interchanges that were found in them; files of which nothing is shown yet. */
export const inbound: Migration = {
  version: 12,
  sql: `
create table arrivals (
  account_id {text} not null, connection_id {text} not null, payload_id {text} not null, execution_id {text} not null,
  created_at {int} not null,
  primary key (account_id, connection_id, payload_id));
create table received_interchanges (
  account_id {text} not null, id {text} not null primary key, execution_id {text} not null, place {int} not null,
  state {text} not null, fault_code {text}, connection_id {text}, partnership_id {text}, pair {text}, control_number {int},
  reply_execution_id {text}, sha256 {text} not null, byte_offset {int} not null, byte_length {int} not null, created_at {int} not null,
  updated_at {int} not null, expires_at {int});
create table unshown_files (
  account_id {text} not null, execution_id {text} not null, writer {text} not null, parts_of {text}, created_at {int} not null,
  primary key (account_id, execution_id));
alter table transactions add column fragments {text};
alter table executions add column assigned_partnership_id {text};
`,
};

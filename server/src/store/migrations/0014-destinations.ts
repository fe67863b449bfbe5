import type { Migration } from './migration.js';

/** Where events are sent to, and what became of each event on its way there. */
export const destinations: Migration = {
  version: 14,
  sql: `
create table destinations (
  account_id {text} not null references accounts (id), id {text} not null primary key, mode {text} not null,
  name {text} not null, description {text} not null, url {text} not null, event_types {text} not null,
  status {text} not null, disabled_for {text}, concurrency_limit {int}, mapping_id {text},
  previous_secret_until {int}, secret_version {int} not null, failing_since {int}, last_delivery_at {int}, created_at {int} not null, updated_at {int} not null);
create table event_deliveries (
  account_id {text} not null, id {text} not null primary key, event_id {text} not null, destination_id {text} not null,
  event_type {text} not null, status {text} not null, run {int} not null, attempts {int} not null, answer {text},
  created_at {int} not null, updated_at {int} not null);
alter table events add column status {text} not null default 'DELIVERED';
alter table events add column artifact_id {text};
`,
};

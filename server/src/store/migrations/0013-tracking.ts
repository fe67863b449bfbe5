import type { Migration } from './migration.js';

/** What was sent, by what answers name it, and the answers; what partnerships expect. */
export const tracking: Migration = {
  version: 13,
  sql: `
create table sent_groups (
  account_id {text} not null, id {text} not null primary key, execution_id {text} not null, place {int} not null,
  pair {text} not null, interchange_number {int} not null, group_number {int}, functional_id {text},
  facts {text} not null, partnership_id {text} not null, key_mode {text} not null, first_place {int} not null,
  transactions {int} not null, expects {text}, due_hours {int}, interchange_answer {text}, duplicate {int} not null,
  state {text} not null, due_at {int}, created_at {int} not null, updated_at {int} not null);
create table acknowledgments (
  account_id {text} not null, id {text} not null primary key, execution_id {text} not null, sent_group_id {text} not null,
  transaction_id {text}, kind {text} not null, verdict {text} not null, facts {text} not null, said {text} not null,
  created_at {int} not null, unique (sent_group_id, said));
alter table transactions add column functional_answer {text};
alter table transactions add column claim_answer {text};
alter table partnerships add column expected_acknowledgments {text};
`,
};

import type { Migration } from './migration.js';

/** Checks of batches that go to a payer as one file. Their rows are there while it is under way. */
export const routeSubmissions: Migration = {
  version: 21,
  sql: `
create table route_submissions (
  account_id {text} not null references accounts (id), id {text} not null primary key, batch_id {text} not null, route_id {text} not null,
  route_version {int}, state {text} not null, item_count {int} not null, file_id {text}, interchange_number {text}, group_number {int},
  attempts {int} not null, is_acknowledged {int} not null, sent_at {int}, give_up_at {int}, created_at {int} not null, updated_at {int} not null);
create index route_submissions_of_batch on route_submissions (account_id, batch_id);
create table route_submission_items (
  account_id {text} not null references accounts (id), submission_id {text} not null, place {int} not null, item_id {text} not null,
  check_id {text}, primary key (submission_id, place));
`,
};

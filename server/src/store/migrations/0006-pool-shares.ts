import type { Migration } from './migration.js';

/** What each of several processes may use of an account's limits: a row an account, limit and process, renewed while the process lives. */
export const poolShares: Migration = {
  version: 6,
  sql: `
create table pool_shares (
  account_id {text} not null, pool {text} not null, process_id {text} not null, wanted {int} not null,
  share {int} not null, until {int} not null,
  primary key (account_id, pool, process_id));
create index pool_shares_by_end on pool_shares (until);
`,
};

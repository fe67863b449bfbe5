import type { Migration } from './migration.js';

/**
 * Groups carry a version that every staging raises, so that what sends a group knows whether it has read all of it. It is also the place
 * of what is staged next: behind what was staged before. Fragments name their guide by its bare id, as settings do.
 */
export const groupVersions: Migration = {
  version: 2,
  sql: `
alter table transaction_groups add column version {int} not null default 0;
alter table fragment_groups add column version {int} not null default 0;
update transaction_groups set version = (
  select count(*) from staged_transactions as staged where staged.account_id = transaction_groups.account_id
  and staged.partnership_id = transaction_groups.partnership_id and staged.group_id = transaction_groups.id)
where execution_id is null;
update fragment_groups set version = (
  select count(*) from fragments as added where added.account_id = fragment_groups.account_id
  and added.group_id = fragment_groups.id)
where execution_id is null;
update fragment_groups set guide_id = substr(guide_id, 6) where guide_id like 'LIVE~_%' escape '~';
`,
};

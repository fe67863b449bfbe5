import type { Migration } from './migration.js';

/** Groups know how much is in them, so that none grows beyond what can be read into memory. */
export const groupSizes: Migration = {
  version: 11,
  sql: `
alter table transaction_groups add column characters {int} not null default 0;
alter table fragment_groups add column characters {int} not null default 0;
update transaction_groups set characters = coalesce((
  select sum(length(coalesce(staged."transaction", ''))) from staged_transactions as staged
  where staged.account_id = transaction_groups.account_id and staged.partnership_id = transaction_groups.partnership_id
  and staged.group_id = transaction_groups.id), 0)
where execution_id is null;
update fragment_groups set characters = coalesce((
  select sum(length(added.fragment)) from fragments as added where added.account_id = fragment_groups.account_id
  and added.group_id = fragment_groups.id), 0)
where execution_id is null;
`,
};

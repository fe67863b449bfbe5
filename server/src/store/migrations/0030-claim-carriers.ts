import type { Migration } from './migration.js';

const FILES = 'select max(file.created_at) from claim_files as file where file.route_id = route.id';
const CONNECTION = `route.settings{json} -> 'connection'`;

/**
 * Which partnerships have carried files of claims of a route, whatever the route is now; and of an answer, of which routes it may speak. Known so far: by
 * what routes of that kind have gone until now, and the executions of files that are there still.
 */
export const claimCarriers: Migration = {
  version: 30,
  sql: `
create table claim_carriers (
  account_id {text} not null references accounts (id), partnership_id {text} not null, route_id {text} not null, last_at {int} not null,
  primary key (account_id, partnership_id, route_id));
alter table claim_answers add column beside {text};
insert into claim_carriers (account_id, partnership_id, route_id, last_at)
  select account.id, (${CONNECTION} ->> 'partnershipId'), route.id, (${FILES})
  from payer_routes as route join accounts as account on account.id = (${CONNECTION} ->> 'accountId')
  where route.kind = 'partnership' and (${CONNECTION} ->> 'partnershipId') is not null and (${FILES}) is not null;
insert into claim_carriers (account_id, partnership_id, route_id, last_at)
  select execution.account_id, execution.partnership_id, file.route_id, max(file.created_at)
  from claim_files as file join executions as execution on execution.id = file.execution_id and execution.account_id = file.carrier_account_id
  where execution.partnership_id is not null group by execution.account_id, execution.partnership_id, file.route_id
  on conflict do nothing;
`,
};

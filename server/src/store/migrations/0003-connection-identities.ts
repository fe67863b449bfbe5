import type { Migration } from './migration.js';

// As the kind itself makes it of its settings.
const OWN = `'"' || (settings{json} ->> 'localAs2Id') || '" "' || (settings{json} ->> 'partnerAs2Id') || '"'`;
const OTHERS = OWN.replaceAll('settings', 'other.settings');

/**
 * What comes in over a listener that all accounts share is assigned by the identity of a connection, which one connection has. Of some
 * that had the same before, the oldest keeps it; the others send as before, and get one when they are given other ids. Names are
 * unique in their place; those that two requests gave at the same moment are told apart by the id.
 */
export const connectionIdentities: Migration = {
  version: 3,
  sql: `
alter table connections add column identity {text};
update connections set identity = ${OWN} where kind = 'as2' and not exists (
  select 1 from connections as other where other.kind = 'as2' and ${OTHERS} = ${OWN.replaceAll('settings', 'connections.settings')}
  and (other.created_at, other.id) < (connections.created_at, connections.id));
create unique index connections_by_identity on connections (kind, identity);
update connections set name = name || ' ' || id where exists (
  select 1 from connections as other where other.account_id = connections.account_id and other.name = connections.name
  and coalesce(other.partnership_id, '') = coalesce(connections.partnership_id, '')
  and (other.created_at, other.id) < (connections.created_at, connections.id));
create unique index connections_by_name on connections (account_id, coalesce(partnership_id, ''), name);
`,
};

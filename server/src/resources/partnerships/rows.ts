import type { Clock } from '../../clock.js';
import { conflict, inUse, invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { holdPartnership } from '../../store/hold-row.js';
import { type AskedPage, mapPage, type Page, readPage } from '../../store/page.js';
import type { Partnerships, Profiles } from '../../store/tables.js';
import { demandConnection } from '../connections/outbound-connection.js';
import { findProfileByInterchange } from '../profiles/rows.js';
import type { InterchangeIdentifier } from '../profiles/schemas.js';
import type { NewPartnership, PartnershipSummary, PartnershipUpdate } from './schemas.js';
import { acknowledgmentsOf, presentFacts } from './shown.js';
import { demandTimeZone } from './time-zone.js';

/** @throws Problem `invalid` where profiles, zone or acknowledgment connection cannot be those, `conflict`. */
export async function createPartnership(
  queries: AccountQueries,
  clock: Clock,
  given: NewPartnership,
): Promise<Partnerships> {
  await demandProfile(queries, 'localProfileId', given.localProfileId, 'local');
  await demandProfile(queries, 'partnerProfileId', given.partnerProfileId, 'partner');
  const now = clock.now();
  const partnershipId = proposedId(given);
  const made = await queries
    .insert('partnerships', {
      partnership_id: partnershipId,
      local_profile_id: given.localProfileId,
      partner_profile_id: given.partnerProfileId,
      ...(await changingFacts(queries, partnershipId, given)),
      created_at: now,
      updated_at: now,
    })
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) {
    throw conflict('A partnership of this id, or of these two profiles, exists. Update that one.');
  }
  return made;
}

/** The id that a partnership gets where none is given. */
export function proposedId({
  partnershipId,
  localProfileId,
  partnerProfileId,
}: Pick<NewPartnership, 'partnershipId' | 'localProfileId' | 'partnerProfileId'>): string {
  return partnershipId ?? `${localProfileId}_${partnerProfileId}`;
}

/** @throws Problem `invalid` for a change of what cannot change, `not-found`. */
export async function updatePartnership(
  queries: AccountQueries,
  clock: Clock,
  partnershipId: string,
  change: PartnershipUpdate,
): Promise<Partnerships> {
  const before = await findPartnership(queries, partnershipId);
  demandSame('partnershipId', change.partnershipId, before.partnership_id);
  demandSame('localProfileId', change.localProfileId, before.local_profile_id);
  demandSame('partnerProfileId', change.partnerProfileId, before.partner_profile_id);
  return queries
    .update('partnerships')
    .set({ ...(await changingFacts(queries, partnershipId, change)), updated_at: clock.now() })
    .where('partnership_id', '=', partnershipId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function changingFacts(queries: AccountQueries, partnershipId: string, given: PartnershipUpdate) {
  demandTimeZone(given.timezone);
  const { ackConfiguration, processingConfiguration } = given;
  const connection = ackConfiguration?.connection;
  if (connection !== undefined) await demandConnection(queries, partnershipId, connection);
  return {
    usage_indicator: given.interchangeUsageIndicator,
    timezone: given.timezone,
    time_format: given.timeFormat,
    ack_configuration: ackConfiguration === undefined ? null : JSON.stringify(ackConfiguration),
    processing_configuration: processingConfiguration === undefined ? null : JSON.stringify(processingConfiguration),
  };
}

/** @throws Problem `not-found`. */
export async function findPartnership(queries: AccountQueries, partnershipId: string): Promise<Partnerships> {
  const partnership = await queries
    .from('partnerships')
    .selectAll()
    .where('partnership_id', '=', partnershipId)
    .executeTakeFirst();
  if (partnership === undefined) throw notFound('partnership');
  return partnership;
}

/** @throws Problem `not-found`. */
export async function findPartnershipByInterchanges(
  queries: AccountQueries,
  local: InterchangeIdentifier,
  partner: InterchangeIdentifier,
): Promise<Partnerships> {
  const localProfile = await findProfileByInterchange(queries, local);
  const partnerProfile = await findProfileByInterchange(queries, partner);
  const partnership = await queries
    .from('partnerships')
    .selectAll()
    .where('local_profile_id', '=', localProfile.profile_id)
    .where('partner_profile_id', '=', partnerProfile.profile_id)
    .executeTakeFirst();
  if (partnership === undefined) throw notFound('partnership');
  return partnership;
}

/** Oldest first. */
export async function listPartnerships(queries: AccountQueries, page: AskedPage): Promise<Page<PartnershipSummary>> {
  const counted = queries
    .from('partnerships')
    .selectAll()
    .select((of) =>
      of
        .selectFrom('connections')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('connections.account_id', '=', 'partnerships.account_id')
        .whereRef('connections.partnership_id', '=', 'partnerships.partnership_id')
        .as('connection_count'),
    );
  return mapPage(await readPage(counted, ['created_at', 'partnership_id'], page), (row) => ({
    ...presentFacts(row),
    connectionCount: Number(row.connection_count ?? 0),
  }));
}

/** @throws Problem `not-found`; `conflict` while it has settings or connections, with those. */
export async function deletePartnership(queries: AccountQueries, partnershipId: string): Promise<void> {
  if ((await holdPartnership(queries, partnershipId)) === undefined) throw notFound('partnership');
  const settings = await queries
    .from('transaction_settings')
    .select(['id', 'direction'])
    .where('partnership_id', '=', partnershipId)
    .limit(100)
    .execute();
  const connections = await queries
    .from('connections')
    .select(['id', 'name'])
    .where('partnership_id', '=', partnershipId)
    .limit(100)
    .execute();
  const errors = [
    ...settings.map(({ id, direction }) => ({ message: `It has the ${direction} setting ${id}.` })),
    ...connections.map(({ id, name }) => ({ message: `It has the connection ${name} (${id}).` })),
  ];
  if (errors.length > 0) {
    throw inUse('The partnership is in use. Delete what it has first.', errors);
  }
  await queries.delete('partnerships').where('partnership_id', '=', partnershipId).execute();
}

async function demandProfile(
  queries: AccountQueries,
  member: 'localProfileId' | 'partnerProfileId',
  profileId: string,
  type: Profiles['profile_type'],
): Promise<void> {
  const profile = await queries
    .from('profiles')
    .select('profile_type')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  if (profile?.profile_type === type) return;
  const message = `There is no profile of this id with profileType ${type}. Create it first.`;
  throw invalid(message, { errors: [{ path: `/${member}`, message }] });
}

function demandSame(member: string, wanted: string | undefined, is: string): void {
  if (wanted === undefined || wanted === is) return;
  throw invalid(`${member} of a partnership cannot change. Create another partnership.`, {
    errors: [{ path: `/${member}`, message: 'This cannot change.' }],
  });
}

/** Partnerships whose acknowledgments go over a connection. */
export async function partnershipsAcknowledgingOver(
  queries: AccountQueries,
  connectionId: string,
): Promise<readonly Partnerships[]> {
  const rows = await queries.from('partnerships').selectAll().where('ack_configuration', 'is not', null).execute();
  return rows.filter((row) => acknowledgmentsOf(row)?.connection?.connectionId === connectionId);
}

/** The partnership of this id; `undefined` where there is none. */
export async function partnershipWithId(
  queries: AccountQueries,
  partnershipId: string,
): Promise<Partnerships | undefined> {
  return queries.from('partnerships').selectAll().where('partnership_id', '=', partnershipId).executeTakeFirst();
}

/** All of the account, oldest first. */
export async function allPartnerships(queries: AccountQueries): Promise<readonly Partnerships[]> {
  return queries.from('partnerships').selectAll().orderBy('created_at').orderBy('partnership_id').execute();
}

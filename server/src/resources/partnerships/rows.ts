import type { Clock } from '../../clock.js';
import { conflict, inUse, invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { type AskedPage, mapPage, type Page, readPage } from '../../store/page.js';
import type { Partnerships, Profiles } from '../../store/tables.js';
import { connectionsOfPartnership } from '../connections/of-partnership.js';
import { demandConnection } from '../connections/outbound-connection.js';
import { lockProfile } from '../profiles/lock-profile.js';
import { findProfileByInterchange } from '../profiles/rows.js';
import type { InterchangeIdentifier } from '../profiles/schemas.js';
import { settingsToDelete } from '../transaction-settings/rows.js';
import { ackConfigurationOf, configurationColumns, demandExpected } from './configuration.js';
import { lockPartnership } from './lock-partnership.js';
import type { NewPartnership, PartnershipSummary, PartnershipUpdate } from './schemas.js';
import { showTerms } from './shown.js';
import { demandTimeZone } from './time-zone.js';

/**
 * @throws Problem `invalid` where profiles, time zone or the connection of acknowledgments cannot be those; `conflict` where the id is
 *   taken, or the two profiles have a partnership: an interchange must find one.
 */
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
      ...(await changingColumns(queries, partnershipId, given)),
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

/**
 * Replaces all that can change: what is absent is taken away.
 * @throws Problem `not-found`; `invalid` for a change of what cannot change: control numbers, names of files and rows go by it.
 */
export async function updatePartnership(
  queries: AccountQueries,
  clock: Clock,
  partnershipId: string,
  change: PartnershipUpdate,
): Promise<Partnerships> {
  const before = await lockPartnership(queries, partnershipId);
  if (before === undefined) throw notFound('partnership');
  demandSame('partnershipId', change.partnershipId, before.partnership_id);
  demandSame('localProfileId', change.localProfileId, before.local_profile_id);
  demandSame('partnerProfileId', change.partnerProfileId, before.partner_profile_id);
  return queries
    .update('partnerships')
    .set({ ...(await changingColumns(queries, partnershipId, change)), updated_at: clock.now() })
    .where('partnership_id', '=', partnershipId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Columns of what can change. @throws Problem `invalid` for the time zone, the connection of acknowledgments, or expected ones of no kind. */
async function changingColumns(queries: AccountQueries, partnershipId: string, given: PartnershipUpdate) {
  demandTimeZone(given.timezone);
  demandExpected(given.expectedAcknowledgments);
  const connection = given.ackConfiguration?.connection;
  if (connection !== undefined) await demandConnection(queries, partnershipId, connection);
  return {
    usage_indicator: given.interchangeUsageIndicator,
    timezone: given.timezone,
    time_format: given.timeFormat,
    ...configurationColumns(given),
  };
}

/** The partnership of this id, if there is one. */
export function partnershipWithId(queries: AccountQueries, partnershipId: string): Promise<Partnerships | undefined> {
  return queries.from('partnerships').selectAll().where('partnership_id', '=', partnershipId).executeTakeFirst();
}

/** The partnership of two profiles, by their ids, of which there is one at most. */
export function partnershipBetween(
  queries: AccountQueries,
  { local, partner }: { readonly local: string; readonly partner: string },
): Promise<Partnerships | undefined> {
  return queries
    .from('partnerships')
    .selectAll()
    .where('local_profile_id', '=', local)
    .where('partner_profile_id', '=', partner)
    .executeTakeFirst();
}

/** @throws Problem `not-found`. */
export async function findPartnership(queries: AccountQueries, partnershipId: string): Promise<Partnerships> {
  const partnership = await partnershipWithId(queries, partnershipId);
  if (partnership === undefined) throw notFound('partnership');
  return partnership;
}

/** The partnership of two interchange ids. @throws Problem `not-found`, also for the profiles. */
export async function findPartnershipByInterchanges(
  queries: AccountQueries,
  local: InterchangeIdentifier,
  partner: InterchangeIdentifier,
): Promise<Partnerships> {
  const localProfile = await findProfileByInterchange(queries, local);
  const partnerProfile = await findProfileByInterchange(queries, partner);
  const partnership = await partnershipBetween(queries, {
    local: localProfile.profile_id,
    partner: partnerProfile.profile_id,
  });
  if (partnership === undefined) throw notFound('partnership');
  return partnership;
}

/** All of the account, oldest first. */
export function allPartnerships(queries: AccountQueries): Promise<readonly Partnerships[]> {
  return queries.from('partnerships').selectAll().orderBy('created_at').orderBy('partnership_id').execute();
}

/** A page of them, oldest first, each with the number of its connections, which one statement counts for the whole page. */
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
    ...showTerms(row),
    connectionCount: Number(row.connection_count ?? 0),
  }));
}

/** Partnerships whose acknowledgments go over a connection. The reference is in JSON, which no index has: for deletions. */
export async function partnershipsAcknowledgingOver(
  queries: AccountQueries,
  connectionId: string,
): Promise<readonly Partnerships[]> {
  const rows = await queries.from('partnerships').selectAll().where('ack_configuration', 'is not', null).execute();
  return rows.filter((row) => ackConfigurationOf(row)?.connection?.connectionId === connectionId);
}

/** @throws Problem `not-found`; `conflict` while it has settings or connections: `errors` names up to 100 of each. */
export async function deletePartnership(queries: AccountQueries, partnershipId: string): Promise<void> {
  if ((await lockPartnership(queries, partnershipId)) === undefined) throw notFound('partnership');
  const settings = await settingsToDelete(queries, partnershipId);
  const connections = await connectionsOfPartnership(queries, partnershipId);
  const errors = [
    ...settings.map(({ id, direction }) => ({ message: `It has the ${direction} setting ${id}.` })),
    ...connections.map(({ id, name }) => ({ message: `It has the connection ${name} (${id}).` })),
  ];
  if (errors.length > 0) {
    throw inUse('The partnership is in use. Delete what it has first.', errors);
  }
  await queries.delete('partnerships').where('partnership_id', '=', partnershipId).execute();
}

/** A partnership has a local profile on our side and a partner's on the other. @throws Problem `invalid`. */
async function demandProfile(
  queries: AccountQueries,
  member: 'localProfileId' | 'partnerProfileId',
  profileId: string,
  type: Profiles['profile_type'],
): Promise<void> {
  const profile = await lockProfile(queries, profileId);
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

import { sql } from 'kysely';
import type { Caller } from '../../caller.js';
import { uuid } from '../../ids.js';
import type { Platform } from '../../platform.js';
import { conflict, denied, invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { dialectOf } from '../../store/dialect-of.js';
import type { Destinations } from '../../store/exchange-tables.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import { listOf } from '../../store/value-list.js';
import { lockMapping } from '../mappings/lock-mapping.js';
import { LIVE } from '../mappings/mapping.js';
import { demandSound } from './demand-sound.js';
import { eventTypesColumn, eventTypesOf } from './event-types-column.js';
import { demandFunction } from './function-target.js';
import { lockDestination } from './lock-destination.js';
import { releaseHeld } from './release-held.js';
import { type DestinationUpdate, MOST_DESTINATIONS, type NewDestination, type SecretRotation } from './schemas.js';
import { deleteSecrets, exchangeSecret, makeSecret } from './signing-secrets.js';

type DestinationServices = Pick<Platform, 'clock' | 'secrets' | 'jobs'>;

const HOUR_MS = 3_600_000;
const USUAL_HOURS = 24;

/** Tells our locks of accounts that get a destination from other advisory locks. */
const LOCK_CLASS = 8_480_014;

/**
 * @returns the row, and the secret that its webhooks are signed with.
 * @throws Problem `invalid` as `demandSound`, and for a mapping or a function that is not there; `denied` `LimitExceeded` where the account has as many as
 *   it may have.
 */
export async function createDestination(
  { clock, secrets }: DestinationServices,
  queries: AccountQueries,
  { mode }: Pick<Caller, 'mode'>,
  given: NewDestination,
): Promise<{ readonly row: Destinations; readonly secret: string }> {
  demandSound(given);
  await demandRoom(queries);
  await demandMapping(queries, given.mappingId ?? undefined);
  const ofMode = { mode: mode === 'test' ? ('test' as const) : ('production' as const) };
  await demandFunction(queries, ofMode, given.destinationUrl);
  const now = clock.now();
  const row = await queries
    .insert('destinations', {
      id: `dst_${uuid()}`,
      ...ofMode,
      name: given.name,
      description: given.description ?? '',
      url: given.destinationUrl,
      event_types: eventTypesColumn(given.eventTypes),
      status: given.status ?? 'ENABLED',
      disabled_for: null,
      concurrency_limit: given.concurrencyLimit ?? null,
      mapping_id: given.mappingId ?? null,
      previous_secret_until: null,
      secret_version: 1,
      failing_since: null,
      last_delivery_at: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row, secret: await makeSecret(secrets, queries, row.id) };
}

/** @throws Problem `not-found`, also where the key does not see it: test keys see what test keys have made. */
export async function findDestination(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  id: string,
): Promise<Destinations> {
  const row = await seenBy(caller, queries).selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('destination');
  return row;
}

/** Those of these ids that are there; for jobs, which work for keys of either mode. */
export function destinationsWithIds(queries: AccountQueries, ids: readonly string[]): Promise<readonly Destinations[]> {
  return queries.from('destinations').selectAll().where('id', 'in', listOf(queries.tx, ids)).execute();
}

/** All of an account, oldest first. */
export function allDestinations(queries: AccountQueries): Promise<readonly Destinations[]> {
  return queries.from('destinations').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** What a list of them is narrowed by. */
export interface DestinationFilters {
  readonly status?: Destinations['status'] | undefined;
  readonly eventType?: string | undefined;
}

/** A page of them, oldest first. They are so few that all of them are looked at. */
export async function listDestinations(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  { status, eventType }: DestinationFilters,
  page: AskedPage,
): Promise<Page<Destinations>> {
  const all = await readPage(seenBy(caller, queries).selectAll(), ['created_at', 'id'], { ...page, size: 1_000 });
  const wanted = all.items.filter(
    (row) =>
      (status === undefined || row.status === status) &&
      (eventType === undefined || eventTypesOf(row).includes(eventType)),
  );
  const items = wanted.slice(0, page.size);
  const last = items.at(-1);
  return wanted.length > items.length && last !== undefined ? { items, next: [last.created_at, last.id] } : { items };
}

/**
 * Changes what is given. Whoever enables a destination has it sent what has waited for that.
 * @throws Problem `not-found`; `invalid` as when it is made.
 */
export async function updateDestination(
  { clock, jobs }: DestinationServices,
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  { id, given }: { readonly id: string; readonly given: DestinationUpdate },
): Promise<Destinations> {
  const before = await lockedDestination(queries, caller, id);
  demandSound(given);
  await demandMapping(queries, given.mappingId ?? undefined);
  await demandFunction(queries, before, given.destinationUrl);
  const { status } = given;
  const row = await queries
    .update('destinations')
    .set({
      updated_at: clock.now(),
      ...(given.name === undefined ? {} : { name: given.name }),
      ...(given.description === undefined ? {} : { description: given.description }),
      ...(given.destinationUrl === undefined ? {} : { url: given.destinationUrl }),
      ...(given.eventTypes === undefined ? {} : { event_types: eventTypesColumn(given.eventTypes) }),
      ...(given.concurrencyLimit === undefined ? {} : { concurrency_limit: given.concurrencyLimit }),
      ...(given.mappingId === undefined ? {} : { mapping_id: given.mappingId }),
      // Whoever says the state knows of it: why the server has disabled it is over, and so is how long it has failed.
      ...(status === undefined ? {} : { status, disabled_for: null, failing_since: null }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (status === 'ENABLED' && before.status === 'DISABLED') await releaseHeld({ jobs }, queries, id);
  return row;
}

/** What is on its way to it is not sent any more. @throws Problem `not-found`. */
export async function deleteDestination(
  { secrets, jobs }: DestinationServices,
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  id: string,
): Promise<void> {
  await lockedDestination(queries, caller, id);
  await queries.delete('destinations').where('id', '=', id).execute();
  await deleteSecrets(secrets, queries, id);
  await releaseHeld({ jobs }, queries, id);
}

/**
 * Gives a destination another secret.
 * @returns it, and until when the one before counts beside it.
 * @throws Problem `not-found`; `conflict` while the one before the last rotation still counts.
 */
export async function rotateSecret(
  { clock, secrets }: DestinationServices,
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  { id, given }: { readonly id: string; readonly given: SecretRotation },
): Promise<{ readonly secret: string; readonly previousUntil: number | undefined }> {
  const before = await lockedDestination(queries, caller, id);
  const now = clock.now();
  if (before.previous_secret_until !== null && before.previous_secret_until > now) {
    throw conflict(
      'The secret was exchanged a short time ago, and the one before still counts. Exchange it again when that one has expired.',
      'SECRET_ROTATION_IN_PROGRESS',
    );
  }
  const { previousSecretExpiryHours: hours = USUAL_HOURS } = given;
  const secret = await exchangeSecret(secrets, queries, id, hours > 0);
  const previousUntil = hours > 0 ? Math.ceil(now + hours * HOUR_MS) : undefined;
  await queries
    .update('destinations')
    .set({
      previous_secret_until: previousUntil ?? null,
      secret_version: Number(before.secret_version) + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
  return { secret, previousUntil };
}

function seenBy({ mode }: Pick<Caller, 'mode'>, queries: AccountQueries) {
  const all = queries.from('destinations');
  return mode === 'test' ? all.where('mode', '=', 'test') : all;
}

async function lockedDestination(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  id: string,
): Promise<Destinations> {
  const row = await lockDestination(queries, id);
  if (row === undefined || (caller.mode === 'test' && row.mode !== 'test')) throw notFound('destination');
  return row;
}

/** Counted while nobody else makes one for the account. */
async function demandRoom(queries: AccountQueries): Promise<void> {
  const { tx, accountId } = queries;
  if (dialectOf(tx) === 'postgres') {
    await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext(${accountId}))`.execute(tx);
  }
  const { count } = await queries
    .from('destinations')
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < MOST_DESTINATIONS) return;
  throw denied(
    `An account has at most ${MOST_DESTINATIONS} destinations. Delete one that is not used, or have one take more types of events.`,
    'LimitExceeded',
  );
}

/** From here on it cannot be deleted. */
async function demandMapping(queries: AccountQueries, id: string | undefined): Promise<void> {
  if (id === undefined || (await lockMapping(queries, LIVE, id)) !== undefined) return;
  throw invalid('There is no such mapping. See the list of mappings.', {
    errors: [{ path: '/mappingId', message: 'There is no such mapping.' }],
  });
}

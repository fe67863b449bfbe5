import { type ExpressionBuilder, sql } from 'kysely';
import type { Clock } from '../../clock.js';
import { ulid } from '../../ids.js';
import { notFound } from '../../problems.js';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Functions, Invocations } from '../../store/function-tables.js';
import { insertRows } from '../../store/insert-rows.js';
import { DAY_MS, type Purge } from '../../store/purge.js';
import type { Tables } from '../../store/tables.js';
import { invocationContext } from './columns.js';
import { expiryOf } from './log-retention.js';

/** What failed for good is kept so long at least, however soon its function forgets its logs: somebody is to see it, and to retry it. */
const FAILED_MS = 14 * DAY_MS;

type Needs = { readonly clock: Clock; readonly payloads: PayloadColumns };

/** What an invocation is, whoever has caused it. */
export interface NewInvocation {
  readonly function: Pick<Functions, 'name' | 'mode' | 'log_retention'>;
  readonly kind: Invocations['kind'];
  readonly source: Invocations['source'];
  readonly depth: number;
}

/** How one ended. */
export interface InvocationEnd {
  readonly attempts: number;
  /** JSON as clients read it; absent: it succeeded. */
  readonly error?: string | undefined;
  readonly log: string;
  readonly tookMs: number;
  readonly startedAt: number;
}

/** One that waits for its job, with what it is invoked with. In the commit that answers for it. */
export async function promiseInvocation(
  { clock, payloads }: Needs,
  queries: AccountQueries,
  invocation: NewInvocation,
  event: string,
): Promise<Invocations> {
  const id = ulid(clock);
  const columns = { ...columnsOf(id, invocation, clock.now()), state: 'waiting' as const };
  const sealed = payloads.sealText(invocationContext('event', queries.accountId, id), event);
  return queries
    .insert('invocations', { ...columns, event: sealed })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What something has caused. */
export interface CausedInvocation extends NewInvocation {
  /** What it is to be invoked with. */
  readonly event: string;
  /** Why it is not run: it is written down as one that failed, to be retried by whoever knows better. */
  readonly refusal?: string | undefined;
}

/** The same for many, of one commit. @returns them in their order. */
export async function newInvocations(
  { clock, payloads }: Needs,
  queries: AccountQueries,
  invocations: readonly CausedInvocation[],
): Promise<readonly Pick<Invocations, 'id' | 'state'>[]> {
  const now = clock.now();
  const rows = invocations.map(({ event, refusal, ...invocation }) => {
    const id = ulid(clock);
    const columns = columnsOf(id, invocation, now);
    const sealed = (column: 'event' | 'error', text: string) =>
      payloads.sealText(invocationContext(column, queries.accountId, id), text);
    return {
      ...columns,
      state: refusal === undefined ? ('waiting' as const) : ('failed' as const),
      event: sealed('event', event),
      error: refusal === undefined ? null : sealed('error', notRunError(refusal)),
      ended_at: refusal === undefined ? null : now,
      expires_at: refusal === undefined ? columns.expires_at : Math.max(columns.expires_at, now + FAILED_MS),
    };
  });
  await insertRows(queries, 'invocations', rows);
  return rows;
}

/** The error of one that was not run, as clients read it. */
export function notRunError(errorMessage: string): string {
  return JSON.stringify({ errorType: 'NotRun', errorMessage, trace: [] });
}

/** One that somebody has waited for, when it is over. */
export async function recordInvocation(
  { clock, payloads }: Needs,
  queries: AccountQueries,
  id: string,
  invocation: NewInvocation,
  end: InvocationEnd,
): Promise<void> {
  // As old as its id says, by which lists are narrowed.
  const columns = columnsOf(id, invocation, end.startedAt);
  await queries.insert('invocations', { ...columns, ...endColumns({ clock, payloads }, queries, id, end) }).execute();
}

/** Of one that was promised. @param isLast it is not tried again: one that failed waits for an operator, with its event. */
export async function endInvocation(
  needs: Needs,
  queries: AccountQueries,
  id: string,
  end: InvocationEnd,
  isLast: boolean,
): Promise<void> {
  const columns = endColumns(needs, queries, id, end);
  const hasFailed = end.error !== undefined;
  await queries
    .update('invocations')
    .set((of) => ({
      ...columns,
      ...(hasFailed && !isLast ? { state: 'waiting' as const } : {}),
      // Nobody needs it any more.
      ...(hasFailed ? {} : { event: null }),
      ...(hasFailed && isLast ? { expires_at: noSooner(of, needs.clock.now() + FAILED_MS) } : {}),
    }))
    .where('id', '=', id)
    .execute();
}

/** What a promised one is invoked with. */
export function eventOf({ payloads }: Pick<Needs, 'payloads'>, { account_id, id, event }: Invocations): string {
  return event === null ? '' : payloads.openText(invocationContext('event', account_id, id), event);
}

export function logOf({ payloads }: Pick<Needs, 'payloads'>, { account_id, id, log }: Invocations): string {
  // Only `endColumns` writes it.
  return log === null ? '' : (JSON.parse(payloads.openText(invocationContext('log', account_id, id), log)) as string);
}

export function errorOf(
  { payloads }: Pick<Needs, 'payloads'>,
  { account_id, id, error }: Invocations,
): string | undefined {
  return error === null ? undefined : payloads.openText(invocationContext('error', account_id, id), error);
}

/** @param mode `undefined`: of any, for the operator. @throws Problem `not-found`. */
export async function findInvocation(
  queries: AccountQueries,
  mode: Invocations['mode'] | undefined,
  id: string,
): Promise<Invocations> {
  const rows = queries.from('invocations').selectAll().where('id', '=', id);
  const row = await (mode === undefined ? rows : rows.where('mode', '=', mode)).executeTakeFirst();
  if (row === undefined) throw notFound('invocation');
  return row;
}

/** A promised one, with what is to be run: `undefined` where it was purged, or the function deleted. */
export async function toInvoke(
  queries: AccountQueries,
  id: string,
): Promise<{ readonly row: Invocations | undefined; readonly of: Functions | undefined }> {
  const row = await queries.from('invocations').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return { row, of: undefined };
  const functions = queries.from('functions').selectAll().where('name', '=', row.function_name);
  return { row, of: await functions.where('mode', '=', row.mode).executeTakeFirst() };
}

/**
 * One that failed waits again, for a job of its own, and is tried three times anew.
 * @param expiresAt until when it is kept, at least: its log is not to be gone as soon as it is written.
 * @returns false: it did not fail, or somebody else has begun to retry it.
 */
export async function promiseAgain(queries: AccountQueries, id: string, expiresAt: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .update('invocations')
    .set((of) => ({
      ...{ state: 'waiting', attempts: 0, started_at: null, ended_at: null, took_ms: null },
      expires_at: noSooner(of, expiresAt),
    }))
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('kind', '=', 'Event')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns `expires_at` of the row, or what is given, whichever is later. */
function noSooner(of: ExpressionBuilder<Tables, 'invocations'>, expiresAt: number) {
  return of.case().when('expires_at', '>', expiresAt).then(of.ref('expires_at')).else(expiresAt).end();
}

/** What is older than its function keeps it; what waits for its job stays. */
export const purgeInvocations: Purge = async (tx, now, most) => {
  const { numAffectedRows } = await sql`delete from invocations where id in (
    select id from invocations where expires_at <= ${now} and state <> 'waiting' order by expires_at limit ${most})
    and state <> 'waiting'`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

function columnsOf(id: string, { function: of, kind, source, depth }: NewInvocation, now: number) {
  return {
    ...{
      id,
      function_name: of.name,
      mode: of.mode,
      kind,
      source,
      depth,
      attempts: 0,
      event: null,
      error: null,
      log: null,
    },
    ...{
      took_ms: null,
      created_at: now,
      started_at: null,
      ended_at: null,
      expires_at: expiryOf(of.log_retention, now),
    },
  };
}

function endColumns({ clock, payloads }: Needs, { accountId }: AccountQueries, id: string, end: InvocationEnd) {
  const { attempts, error, log, tookMs, startedAt } = end;
  return {
    state: error === undefined ? ('succeeded' as const) : ('failed' as const),
    attempts,
    error: error === undefined ? null : payloads.sealText(invocationContext('error', accountId, id), error),
    // A function prints any characters, also such as sealed text begins with, or as no text of PostgreSQL has.
    log: payloads.sealText(invocationContext('log', accountId, id), JSON.stringify(log)),
    ...{ took_ms: Math.round(tookMs), started_at: startedAt, ended_at: clock.now() },
  };
}

import { sql } from 'kysely';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { afterCommit } from '../../store/after-commit.js';
import type { Functions, Invocations } from '../../store/function-tables.js';
import { grouped } from '../../store/grouped.js';
import { listOf } from '../../store/value-list.js';
import { MOST_IN_A_ROW, TOO_DEEP } from './in-a-row.js';
import { newInvocations } from './invocation-rows.js';
import { invokeJob, MOST_EVENT_BYTES } from './promise-event.js';

export type CauseNeeds = Pick<Platform, 'clock' | 'payloads' | 'jobs' | 'log'>;

/** Something that a function is to hear of. */
export interface Cause {
  readonly functionName: string;
  readonly mode: Functions['mode'];
  readonly source: Extract<Invocations['source'], 'bucket' | 'event'>;
  /** How many functions stand before it, each of which has caused the next. */
  readonly depth: number;
  /** JSON. */
  readonly event: string;
}

/**
 * Invocations of a function that something has caused within a minute, at most. It stops what goes round where no depth is seen, as over a proxy
 * or a partner's server, before rows pile up without end: a hundred a second is more than one server runs of them, and far more than partners send
 * for long. What is beyond it is not lost: it can be retried.
 */
export const MOST_A_MINUTE = 6_000;
const MINUTE_MS = 60_000;

const TOO_MANY = `It was not run: more than ${MOST_A_MINUTE} invocations of the function were caused within a minute. Look whether it causes itself; it can be retried.`;
const TOO_LARGE = `It was not run: what it would be invoked with has more than ${MOST_EVENT_BYTES / 1024} KB.`;

/**
 * Promises an invocation for each cause, in the transaction of what it reports: it is made at least once. One that must not be is written down as
 * failed, and whoever looks into it may retry it. What is for a function that the mode does not have is dropped, which the log says.
 * @returns the invocations, in the order of the causes; `undefined` for those dropped.
 */
export async function causeInvocations(
  services: CauseNeeds,
  queries: AccountQueries,
  causes: readonly Cause[],
): Promise<readonly (Pick<Invocations, 'id' | 'state'> | undefined)[]> {
  if (causes.length === 0) return [];
  const functions = await functionsNamed(queries, [...new Set(causes.map(({ functionName }) => functionName))]);
  const known = causes.map((cause) => {
    const of = functions.get(cause.functionName);
    return of?.mode === cause.mode ? { ...cause, function: of, kind: 'Event' as const } : undefined;
  });
  const refusals = await refusalsOf(services, queries, known);
  const rows = await newInvocations(
    services,
    queries,
    known.flatMap((one, index) => (one === undefined ? [] : [{ ...one, refusal: refusals[index] }])),
  );
  const waiting = rows.filter(({ state }) => state === 'waiting');
  await services.jobs.enqueue(
    queries,
    waiting.map(({ id }) => invokeJob(id)),
  );
  logLeftOut(services, queries, { causes, known, refusals });
  let next = 0;
  return known.map((one) => (one === undefined ? undefined : rows[next++]));
}

async function functionsNamed(
  queries: AccountQueries,
  names: readonly string[],
): Promise<ReadonlyMap<string, Pick<Functions, 'name' | 'mode' | 'log_retention'>>> {
  const rows = await queries
    .from('functions')
    .select(['name', 'mode', 'log_retention'])
    .where('name', 'in', listOf(queries.tx, names))
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

/** Why each must not be run, where it must not. */
async function refusalsOf(
  { clock }: Pick<CauseNeeds, 'clock'>,
  queries: AccountQueries,
  known: readonly (Cause | undefined)[],
): Promise<readonly (string | undefined)[]> {
  const room = new Map<string, number>();
  for (const name of grouped(
    known.flatMap((one) => one?.functionName ?? []),
    (one) => one,
  ).keys()) {
    room.set(name, MOST_A_MINUTE - (await causedSince(queries, name, clock.now() - MINUTE_MS)));
  }
  return known.map((one) => {
    if (one === undefined) return undefined;
    if (one.depth >= MOST_IN_A_ROW) return `It was not run: ${TOO_DEEP} Retried, it runs once more.`;
    if (Buffer.byteLength(one.event) > MOST_EVENT_BYTES) return TOO_LARGE;
    const left = room.get(one.functionName) ?? 0;
    room.set(one.functionName, left - 1);
    return left > 0 ? undefined : TOO_MANY;
  });
}

/** How many were caused since then; those that were refused do not count, so that a long storm of files has its share of each minute. */
async function causedSince({ tx, accountId }: AccountQueries, name: string, since: number): Promise<number> {
  // The condition of the index, word by word.
  const { rows } = await sql<{ readonly count: number | string }>`select count(*) as count from (
    select 1 from invocations where account_id = ${accountId} and function_name = ${name} and created_at > ${since}
      and source in ('bucket', 'event') and (state <> 'failed' or attempts > 0) limit ${MOST_A_MINUTE}) as caused`.execute(
    tx,
  );
  return Number(rows[0]?.count ?? 0);
}

function logLeftOut(
  { log }: Pick<CauseNeeds, 'log'>,
  { tx, accountId }: AccountQueries,
  {
    causes,
    known,
    refusals,
  }: {
    readonly causes: readonly Cause[];
    readonly known: readonly (Cause | undefined)[];
    readonly refusals: readonly (string | undefined)[];
  },
): void {
  const missing = causes.flatMap((cause, index) => (known[index] === undefined ? cause.functionName : []));
  const refused = known.flatMap((one, index) => {
    const why = refusals[index];
    return one === undefined || why === undefined ? [] : { functionName: one.functionName, why };
  });
  // One line each, however many files a commit delivers.
  for (const [functionName, all] of grouped(missing, (name) => name)) {
    const line = { accountId, functionName, count: all.length };
    afterCommit(tx, () => log.warn(line, 'dropped: there is no function that was to be told'));
  }
  for (const all of grouped(refused, ({ functionName, why }) => `${functionName} ${why}`).values()) {
    const line = { accountId, ...all[0], count: all.length };
    afterCommit(tx, () => log.warn(line, 'an invocation of a function was refused; it can be retried'));
  }
}

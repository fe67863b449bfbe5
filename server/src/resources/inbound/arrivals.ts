import type { PreparedArtifact } from '../../objects/artifacts.js';
import type { Platform } from '../../platform.js';
import { changedMeanwhile } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Connections } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import { kindOf } from '../connections/kinds/kind-table.js';
import { keepConnections } from '../connections/lock-connection.js';
import { insertExecutions } from '../executions/outcomes.js';
import { enqueueReceiving } from './receive-job.js';

type Needs = Pick<Platform, 'jobs' | 'clock'>;

/** Rows of one statement. */
const PORTION = 100;

/** A file of a partner that is here whole. */
export interface NewArrival {
  readonly connection: Connections;
  /** What names the file at the partner's, or in the bucket: it is taken once under it, however often it comes. */
  readonly payloadId: string;
  /** Of the execution that it is to have; its artifact is prepared for that one. */
  readonly executionId: string;
  /** As it lay there, without slashes at the ends; `''`: none. */
  readonly directory: string;
  readonly name: string;
  /** Its bytes, as the execution's input; safe already. */
  readonly input: PreparedArtifact;
  /** How many functions stand before it, as `Caller` has it. */
  readonly depth?: number | undefined;
}

/** What became of one. */
export interface Arrived {
  readonly executionId: string;
  /** False: it came before, and that execution has it. */
  readonly isNew: boolean;
}

/**
 * Writes files down that have come in, in the caller's transaction: once it is committed they are processed, each once. Bytes of a file that
 * came before are left to the sweep.
 * @returns what became of each, in their order.
 */
export async function recordArrivals(
  services: Needs & { readonly artifacts: Pick<Platform['artifacts'], 'insert'> },
  queries: AccountQueries,
  arrivals: readonly NewArrival[],
): Promise<readonly Arrived[]> {
  await demandConnections(queries, arrivals);
  const now = services.clock.now();
  const taken = await takeNew(queries, arrivals, now);
  const before = await arrivedBefore(
    queries,
    arrivals.filter(({ executionId }) => !taken.has(executionId)),
  );
  const fresh = arrivals.filter(({ executionId }) => taken.has(executionId));
  await insertExecutions(
    queries,
    fresh.map((arrival) => executionOf(arrival, now)),
  );
  await services.artifacts.insert(
    queries,
    fresh.map(({ input }) => input),
  );
  await enqueueReceiving(
    services.jobs,
    queries,
    fresh.map(({ executionId }) => ({ executionId })),
  );
  return arrivals.map(({ connection, payloadId, executionId }) => {
    const isNew = taken.has(executionId);
    const known = before.get(connection.id)?.get(payloadId);
    if (!isNew && known === undefined) throw new Error('What is not new is known.');
    return { executionId: isNew ? executionId : (known ?? executionId), isNew };
  });
}

/** They were looked up a while ago, and how a file is read follows from its connection: without it, it could never be processed. */
async function demandConnections(queries: AccountQueries, arrivals: readonly NewArrival[]): Promise<void> {
  const ids = new Set(arrivals.map(({ connection }) => connection.id));
  const there = await keepConnections(queries, [...ids]);
  if (there.size < ids.size) throw changedMeanwhile('The connection that the file came over was deleted meanwhile.');
}

/** @returns the executions of those that are new. One id that comes twice is new once. */
async function takeNew(
  queries: AccountQueries,
  arrivals: readonly NewArrival[],
  now: number,
): Promise<ReadonlySet<string>> {
  const rows = arrivals.map(({ connection, payloadId, executionId }) => ({
    connection_id: connection.id,
    payload_id: payloadId,
    execution_id: executionId,
    created_at: now,
  }));
  // In one order for all: two who take the same files wait for each other one way only.
  rows.sort(
    (one, other) => compare(one.connection_id, other.connection_id) || compare(one.payload_id, other.payload_id),
  );
  const taken = new Set<string>();
  for (let from = 0; from < rows.length; from += PORTION) {
    const made = await queries
      .insert('arrivals', rows.slice(from, from + PORTION))
      .onConflict((there) => there.doNothing())
      .returning('execution_id')
      .execute();
    for (const { execution_id: id } of made) taken.add(id);
  }
  return taken;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The executions of files that came before, by connection and by what names the file. */
async function arrivedBefore(
  queries: AccountQueries,
  arrivals: readonly NewArrival[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const [id, ofOne] of grouped(arrivals, ({ connection }) => connection.id)) {
    const names = ofOne.map(({ payloadId }) => payloadId);
    const rows = await queries
      .from('arrivals')
      .select(['payload_id', 'execution_id'])
      .where('connection_id', '=', id)
      .where('payload_id', 'in', listOf(queries.tx, names))
      .execute();
    found.set(id, new Map(rows.map((row) => [row.payload_id, row.execution_id])));
  }
  return found;
}

/** The execution of a file that came before. */
export async function arrivedAs(
  queries: AccountQueries,
  connectionId: string,
  payloadId: string,
): Promise<string | undefined> {
  const row = await queries
    .from('arrivals')
    .select('execution_id')
    .where('connection_id', '=', connectionId)
    .where('payload_id', '=', payloadId)
    .executeTakeFirst();
  return row?.execution_id;
}

/** Under what the file of an execution has come; `undefined`: it did not come, but was made of one that had. */
export async function arrivalOf(queries: AccountQueries, executionId: string): Promise<string | undefined> {
  const rows = queries.from('arrivals').select('payload_id').where('execution_id', '=', executionId);
  return (await rows.executeTakeFirst())?.payload_id;
}

function executionOf({ connection, executionId, directory, name, input, depth }: NewArrival, now: number) {
  return {
    id: executionId,
    direction: 'INBOUND',
    // Until its ISA was read. What comes over a connection for tests is for test keys.
    mode: 'unknown',
    key_mode: connection.test === 1 ? 'test' : 'live',
    status: 'STARTED',
    file_type: 'UNKNOWN',
    transaction_count: 0,
    fault_count: 0,
    fault_code: null,
    fault_message: null,
    retryable: 0,
    parent_id: null,
    child_id: null,
    partnership_id: connection.partnership_id,
    connection_type: kindOf(connection).publicType,
    connection_id: connection.id,
    directory,
    name,
    interchange: null,
    depth: depth ?? null,
    created_at: now,
    updated_at: now,
    expires_at: input.expires_at,
  } as const;
}

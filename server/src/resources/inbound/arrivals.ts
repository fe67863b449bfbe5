import type { PreparedArtifact } from '../../objects/artifacts.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { kindOf } from '../connections/kinds/kind-table.js';
import { insertExecutions } from '../executions/outcomes.js';
import { enqueueReceiving } from './receive-job.js';

type Needs = Pick<Platform, 'jobs' | 'clock'>;

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
  const now = services.clock.now();
  const outcomes: Arrived[] = [];
  const taken: NewArrival[] = [];
  for (const arrival of arrivals) {
    const before = await take(queries, arrival, now);
    if (before === undefined) taken.push(arrival);
    outcomes.push({ executionId: before ?? arrival.executionId, isNew: before === undefined });
  }
  await insertExecutions(
    queries,
    taken.map((arrival) => executionOf(arrival, now)),
  );
  await services.artifacts.insert(
    queries,
    taken.map(({ input }) => input),
  );
  await enqueueReceiving(
    services.jobs,
    queries,
    taken.map(({ executionId }) => ({ executionId })),
  );
  return outcomes;
}

/** @returns the execution that has the file; `undefined`: it is new. */
async function take(
  queries: AccountQueries,
  { connection, payloadId, executionId }: NewArrival,
  now: number,
): Promise<string | undefined> {
  const row = { connection_id: connection.id, payload_id: payloadId, execution_id: executionId, created_at: now };
  const made = await queries
    .insert('arrivals', row)
    .onConflict((there) => there.doNothing())
    .returning('execution_id')
    .executeTakeFirst();
  return made === undefined ? arrivedAs(queries, connection.id, payloadId) : undefined;
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

function executionOf({ connection, executionId, directory, name, input }: NewArrival, now: number) {
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
    created_at: now,
    updated_at: now,
    expires_at: input.expires_at,
  } as const;
}

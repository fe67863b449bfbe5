import { executionInput } from '../../objects/artifact-rows.js';
import { MOST_INTERCHANGES } from '../../reading/reader.js';
import { connectionsWithIds } from '../../resources/connections/sending-connection.js';
import { executionWithId } from '../../resources/executions/rows.js';
import { interchangesOfFile } from '../../resources/inbound/interchanges.js';
import type { ReceivePayload } from '../../resources/inbound/receive-job.js';
import { placesTaken } from '../../resources/transactions/rows.js';
import { isUnshown } from '../../resources/transactions/unshown.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { InterchangeState } from '../../store/exchange-tables.js';
import type { Artifacts, Connections, Executions } from '../../store/tables.js';
import type { Services } from '../services.js';

/** A file that came in and is to be read. */
export interface ReceivedFile {
  readonly accountId: string;
  readonly execution: Executions;
  /** `undefined`: it was deleted since. */
  readonly connection: Connections | undefined;
  /** `undefined`: it is not kept any more. */
  readonly input: Artifacts | undefined;
  readonly payload: ReceivePayload;
  /** What became of its interchanges when it was processed the last time, by their places; none: it is the first time. */
  readonly before: ReadonlyMap<number, InterchangeState>;
  /** Places in the file of the sets that were taken of it before. */
  readonly taken: ReadonlySet<number>;
  /** An attempt before this one may have written portions of it. */
  readonly isUnshown: boolean;
}

/** @returns `undefined` where there is nothing to be read: retention has taken it, or it has ended. */
export function loadReceived(
  { store }: Pick<Services, 'store'>,
  accountId: string,
  payload: ReceivePayload,
): Promise<ReceivedFile | undefined> {
  return readRows(store, accountId, async (queries) => {
    const execution = await executionWithId(queries, payload.executionId);
    if (execution === undefined || !['STARTED', 'IN_PROGRESS'].includes(execution.status)) return undefined;
    const [connection] = await connectionsWithIds(queries, [execution.connection_id ?? '']);
    const input = await executionInput(queries, execution.id);
    const parents = payload.isAlone ? [] : await sameFileBefore(queries, execution, input);
    const [parent] = parents;
    const interchanges = parent === undefined ? [] : await interchangesOfFile(queries, parent, MOST_INTERCHANGES);
    return {
      ...{ accountId, execution, connection, input, payload },
      before: new Map(interchanges.map(({ place, state }) => [Number(place), state])),
      taken: new Set(await placesTaken(queries, parents)),
      isUnshown: await isUnshown(queries, execution.id),
    };
  });
}

/** Executions that are looked at: who has a file processed again and again is told by the sets that it brings. */
const MOST_BEFORE = 100;

/** The executions of the same file before this one, the last first. One interchange of a file, released, is a file of its own. */
async function sameFileBefore(
  queries: AccountQueries,
  execution: Executions,
  input: Artifacts | undefined,
): Promise<readonly string[]> {
  const before: string[] = [];
  let parent = execution.parent_id;
  while (parent !== null && before.length < MOST_BEFORE) {
    const old = await executionWithId(queries, parent);
    const same = await executionInput(queries, parent);
    if (old === undefined || input === undefined || same?.sha256 !== input.sha256) break;
    before.push(old.id);
    parent = old.parent_id;
  }
  return before;
}

import { executionInput } from '../../objects/artifact-rows.js';
import { connectionsWithIds } from '../../resources/connections/sending-connection.js';
import { executionWithId } from '../../resources/executions/rows.js';
import type { ReceivePayload } from '../../resources/inbound/receive-job.js';
import { isUnshown } from '../../resources/transactions/unshown.js';
import { readRows } from '../../store/account-queries.js';
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
    return { accountId, execution, connection, input, payload, isUnshown: await isUnshown(queries, execution.id) };
  });
}

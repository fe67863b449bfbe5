import type { Caller } from '../../caller.js';
import { artifactsOf } from '../../objects/artifact-rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Artifacts } from '../../store/tables.js';
import { demandFault, findExecution } from './rows.js';

/**
 * An artifact of an execution: of the first of these usages, or where the execution has none of that, of the next.
 * @returns its id; `undefined`: there is none.
 * @throws Problem `not-found` where there is no such execution.
 */
export async function executionDocument(
  queries: AccountQueries,
  caller: Caller,
  executionId: string,
  usages: readonly Artifacts['usage'][],
): Promise<string | undefined> {
  const { id } = await findExecution(queries, caller, executionId);
  const rows = await artifactsOf(queries, [id]);
  return usages.map((usage) => rows.find((row) => row.usage === usage)).find((row) => row !== undefined)?.id;
}

/**
 * What a fault was found in.
 * @returns the id of the artifact; `undefined`: there is none.
 * @throws Problem `not-found` where there is no such execution, or it has no such fault.
 */
export async function faultDocument(
  queries: AccountQueries,
  caller: Caller,
  executionId: string,
  faultId: string,
): Promise<string | undefined> {
  const { id } = await findExecution(queries, caller, executionId);
  await demandFault(queries, id, faultId);
  const rows = await artifactsOf(queries, [faultId]);
  return rows.find(({ usage }) => usage === 'input')?.id;
}

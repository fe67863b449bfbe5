import type { Call } from '../../../gateway/call.js';
import { documentRoutes } from '../../../operations/core/document-routes.js';
import { notFound } from '../../../problems.js';
import { type ArtifactRow, artifactsOf } from '../../../resources/artifacts/shown.js';
import { findExecution } from '../../../resources/executions/rows.js';
import { ExecutionParams, FaultParams } from '../../../resources/executions/schemas.js';
import type { AccountQueries } from '../../../store/account-queries.js';
import type { Artifacts } from '../../../store/tables.js';

type TextCall = Call<Record<string, string>>;

const place = { objectKind: 'execution', objectParam: 'executionId', params: ExecutionParams } as const;

/** @throws Problem `not-found` where there is no such execution. */
function artifacts(call: TextCall): Promise<readonly ArtifactRow[]> {
  return call.read(async (queries) => {
    const { executionId = '' } = call.params;
    const { id } = await findExecution(queries, call.caller, executionId);
    return artifactsOf(queries, [id]);
  });
}

const usageOf =
  (...usages: readonly Artifacts['usage'][]) =>
  async (call: TextCall): Promise<string | undefined> => {
    const rows = await artifacts(call);
    return usages.map((usage) => rows.find((row) => row.usage === usage)).find((row) => row !== undefined)?.id;
  };

export const executionDocuments = [
  ...documentRoutes({
    ...place,
    operation: 'GetExecutionInputDocument',
    path: '/executions/:executionId/input',
    urlPath: '/executions/:executionId/input-url',
    summary:
      'Leads to the file before it was translated; of an outbound file, which is made of transactions, to the file.',
    find: usageOf('input', 'output'),
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetExecutionOutputDocument',
    path: '/executions/:executionId/output',
    urlPath: '/executions/:executionId/output-url',
    summary: 'Leads to an outbound file.',
    find: usageOf('output'),
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetExecutionMetadataDocument',
    path: '/executions/:executionId/metadata',
    urlPath: '/executions/:executionId/metadata-url',
    summary: 'Leads to what the envelopes of a file say, as JSON.',
    find: usageOf('metadata'),
  }),
  ...documentRoutes({
    ...place,
    operation: 'GetExecutionFaultInputDocument',
    path: '/executions/:executionId/faults/:faultId/input',
    urlPath: '/executions/:executionId/faults/:faultId/input-url',
    summary: 'Leads to what a fault was found in.',
    params: FaultParams,
    find: (call) => call.read((queries) => faultInput(queries, call)),
  }),
];

async function faultInput(queries: AccountQueries, call: TextCall): Promise<string | undefined> {
  const { executionId = '', faultId = '' } = call.params;
  const { id } = await findExecution(queries, call.caller, executionId);
  const fault = await queries
    .from('faults')
    .select('id')
    .where('id', '=', faultId)
    .where('execution_id', '=', id)
    .executeTakeFirst();
  if (fault === undefined) throw notFound('fault');
  const rows = await artifactsOf(queries, [fault.id]);
  return rows.find(({ usage }) => usage === 'input')?.id;
}

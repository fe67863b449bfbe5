import { route } from '../../../operations/route.js';
import { artifactsOf } from '../../../resources/artifacts/shown.js';
import { deliveryReportsOf, findExecution } from '../../../resources/executions/rows.js';
import { ExecutionParams, FullExecution } from '../../../resources/executions/schemas.js';
import { deliveryReportBody, executionArtifacts, executionBody } from '../../../resources/executions/shown.js';

export const getExecution = route({
  operation: 'GetExecution',
  family: 'core',
  method: 'GET',
  path: '/executions/:executionId',
  summary: 'Shows a file: its state, its documents and every attempt to deliver it.',
  schemas: { params: ExecutionParams, response: { 200: FullExecution } },
  audit: { action: 'read', objectKind: 'execution', objectParam: 'executionId' },
  handle: (call) =>
    call.read(async (queries) => {
      const row = await findExecution(queries, call.caller, call.params.executionId);
      const artifacts = await artifactsOf(queries, [row.id]);
      const reports = await deliveryReportsOf(queries, row.id);
      return {
        body: {
          ...executionBody(row),
          artifacts: executionArtifacts(call.services, row, artifacts),
          deliveryReports: reports.map(deliveryReportBody),
        },
      };
    }),
});

import { route } from '../../../operations/route.js';
import { artifactsOf } from '../artifact-bodies.js';
import { deliveryReportBody, executionArtifacts, executionBody } from './execution-body.js';
import { deliveryReportsOf, findExecution } from './queries.js';
import { ExecutionParams, FullExecution } from './schemas.js';

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
      const artifacts = await artifactsOf(call.services, queries, [row.id]);
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

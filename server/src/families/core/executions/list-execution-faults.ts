import { listRoute } from '../../../operations/route.js';
import { pageOf } from '../../../store/page.js';
import { artifactsOf } from '../artifact-bodies.js';
import { PAGED, PageOf } from '../pages.js';
import { positionOf } from '../visible-rows.js';
import { faultBody } from './execution-body.js';
import { findExecution, listFaults } from './queries.js';
import { ExecutionParams, Fault } from './schemas.js';

export const listExecutionFaults = listRoute({
  operation: 'ListExecutionFaults',
  family: 'core',
  method: 'GET',
  path: '/executions/:executionId/faults',
  summary: 'Lists what went wrong with a file, oldest first.',
  schemas: { params: ExecutionParams, response: { 200: PageOf(Fault) } },
  paged: PAGED,
  list: (call) =>
    call.read(async (queries) => {
      const { id } = await findExecution(queries, call.caller, call.params.executionId);
      const rows = await listFaults(queries, id, call.page);
      const artifacts = await artifactsOf(
        call.services,
        queries,
        rows.map((row) => row.id),
      );
      return pageOf(rows, call.page.size, positionOf, (row) =>
        faultBody(
          call.services,
          row,
          artifacts.filter(({ owner_id }) => owner_id === row.id),
        ),
      );
    }),
});

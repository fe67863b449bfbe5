import { listRoute } from '../../../operations/route.js';
import { artifactsOf } from '../../../resources/artifacts/shown.js';
import { findExecution, listFaults } from '../../../resources/executions/rows.js';
import { ExecutionParams, Fault } from '../../../resources/executions/schemas.js';
import { faultBody } from '../../../resources/executions/shown.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../../schemas/common.js';
import { grouped } from '../../../store/grouped.js';
import { mapPage } from '../../../store/page.js';

export const listExecutionFaults = listRoute({
  operation: 'ListExecutionFaults',
  family: 'core',
  method: 'GET',
  path: '/executions/:executionId/faults',
  summary: 'Lists what went wrong with a file, oldest first.',
  schemas: { params: ExecutionParams, response: { 200: PageOf(Fault, LargePageToken) } },
  paged: LARGE_PAGES,
  list: (call) =>
    call.read(async (queries) => {
      const { id } = await findExecution(queries, call.caller, call.params.executionId);
      const page = await listFaults(queries, id, call.page);
      const ids = page.items.map((row) => row.id);
      const artifacts = grouped(await artifactsOf(queries, ids), ({ owner_id }) => owner_id);
      return mapPage(page, (row) => faultBody(call.services, row, artifacts.get(row.id) ?? []));
    }),
});

import { listRoute } from '../../../operations/route.js';
import { listExecutions } from '../../../resources/executions/rows.js';
import { Execution, ExecutionFilters } from '../../../resources/executions/schemas.js';
import { executionBody } from '../../../resources/executions/shown.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../../schemas/common.js';
import { mapPage } from '../../../store/page.js';

export const listExecutionsRoute = listRoute({
  operation: 'ListExecutions',
  family: 'core',
  method: 'GET',
  path: '/executions',
  summary: 'Lists files and what became of them, newest first.',
  schemas: { query: ExecutionFilters, response: { 200: PageOf(Execution, LargePageToken) } },
  paged: LARGE_PAGES,
  list: async (call) => {
    const page = await call.read((queries) => listExecutions(queries, call.caller, call.query, call.page));
    return mapPage(page, executionBody);
  },
});

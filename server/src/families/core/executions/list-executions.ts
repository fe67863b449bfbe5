import { listRoute } from '../../../operations/route.js';
import { mapPage } from '../../../store/page.js';
import { PAGED, PageOf } from '../pages.js';
import { executionBody } from './execution-body.js';
import { listExecutions } from './queries.js';
import { Execution, ExecutionFilters } from './schemas.js';

export const listExecutionsRoute = listRoute({
  operation: 'ListExecutions',
  family: 'core',
  method: 'GET',
  path: '/executions',
  summary: 'Lists files and what became of them, newest first.',
  schemas: { query: ExecutionFilters, response: { 200: PageOf(Execution) } },
  paged: PAGED,
  list: async (call) => {
    const page = await call.read((queries) => listExecutions(queries, call.caller, call.query, call.page));
    return mapPage(page, executionBody);
  },
});

import { listRoute } from '../../../operations/route.js';
import { Execution } from '../../../resources/executions/schemas.js';
import { executionBody } from '../../../resources/executions/shown.js';
import { inOrderOf } from '../../../resources/feed/in-order-of.js';
import { readNews } from '../../../resources/feed/new-entries.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../../schemas/common.js';
import { listOf } from '../../../store/value-list.js';
import { PollingQuery } from './schemas.js';

export const listPollingExecutions = listRoute({
  operation: 'ListPollingExecutions',
  family: 'core',
  method: 'GET',
  path: '/polling/executions',
  summary: 'Lists files in the order in which they were done; the last token reads on later, and misses none.',
  schemas: { query: PollingQuery, response: { 200: PageOf(Execution, LargePageToken) } },
  paged: { ...LARGE_PAGES, firstPage: ['startDateTime'] },
  list: (call) =>
    call.read(async (queries) => {
      const { ids, next } = await readNews(queries, call, 'execution');
      const rows = await queries.from('executions').selectAll().where('id', 'in', listOf(queries.tx, ids)).execute();
      return { items: inOrderOf(ids, rows).map(executionBody), next };
    }),
});

import { sql } from 'kysely';
import { listRoute } from '../../../operations/route.js';
import { valueList } from '../../../store/value-list.js';
import { executionBody } from '../executions/execution-body.js';
import { Execution } from '../executions/schemas.js';
import { PAGED, PageOf } from '../pages.js';
import { inOrderOf } from './in-order-of.js';
import { readNews } from './read-news.js';
import { PollingQuery } from './schemas.js';

export const listPollingExecutions = listRoute({
  operation: 'ListPollingExecutions',
  family: 'core',
  method: 'GET',
  path: '/polling/executions',
  summary: 'Lists files in the order in which they were done; the last token reads on later, and misses none.',
  schemas: { query: PollingQuery, response: { 200: PageOf(Execution) } },
  paged: { ...PAGED, firstPage: ['startDateTime'] },
  list: (call) =>
    call.read(async (queries) => {
      const { ids, next } = await readNews(queries, call, 'execution');
      const rows = await queries
        .from('executions')
        .selectAll()
        .where('id', 'in', sql<string>`(select value from ${valueList(call.services.store.dialect, ids)})`)
        .execute();
      return { items: inOrderOf(ids, rows).map(executionBody), next };
    }),
});

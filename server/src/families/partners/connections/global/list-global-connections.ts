import { listRoute } from '../../../../operations/route.js';
import { type AnyConnection, AnyConnection as Connection } from '../../../../resources/connections/schemas.js';
import { presentConnection } from '../../../../resources/connections/shown.js';
import { PAGED, PageOf } from '../../../../schemas/common.js';
import { readPage } from '../../../../store/page.js';

export const listGlobalConnectionsRoute = listRoute({
  operation: 'ListGlobalConnections',
  family: 'partners',
  method: 'GET',
  path: '/global-connections',
  summary: 'Lists connections that all partnerships may use, oldest first',
  schemas: { response: { 200: PageOf(Connection) } },
  paged: PAGED,
  list: (call) =>
    call.read(async (queries) => {
      const rows = queries.from('connections').selectAll().where('partnership_id', 'is', null);
      const visible = call.caller.mode === 'test' ? rows.where('test', '=', 1) : rows;
      const page = await readPage(visible, ['created_at', 'id'], call.page);
      const items: AnyConnection[] = [];
      for (const row of page.items) items.push(await presentConnection(call.services, queries, row));
      return { ...page, items };
    }),
});

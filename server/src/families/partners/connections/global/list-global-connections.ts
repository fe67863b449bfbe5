import { listRoute } from '../../../../operations/route.js';
import { pageOf } from '../../../../store/page.js';
import { PAGED, PageOf } from '../../answers.js';
import { presentConnection } from '../present.js';
import { type AnyConnection, AnyConnection as Connection } from '../schemas.js';

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
      const { size, after } = call.page;
      let query = queries.from('connections').selectAll().where('partnership_id', 'is', null);
      if (call.caller.mode === 'test') query = query.where('test', '=', 1);
      if (after !== undefined) {
        query = query.where((is) =>
          is(is.refTuple('created_at', 'id'), '>', is.tuple(Number(after[0]), String(after[1]))),
        );
      }
      const rows = await query
        .orderBy('created_at')
        .orderBy('id')
        .limit(size + 1)
        .execute();
      const page = pageOf(
        rows,
        size,
        (row) => [row.created_at, row.id],
        (row) => row,
      );
      const items: AnyConnection[] = [];
      for (const row of page.items) items.push(await presentConnection(call.services, queries, row));
      return { ...page, items };
    }),
});

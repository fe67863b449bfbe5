import Type from 'typebox';
import { listRoute } from '../../../operations/route.js';
import { type Page, pageOf } from '../../../store/page.js';
import { presentEntry, presentGuide } from './present.js';
import { GuideSummary } from './schemas.js';

export const listGuidesRoute = listRoute({
  operation: 'ListGuides',
  family: 'guides',
  method: 'GET',
  path: '/guides',
  summary: 'Lists guides: those of the account, or with managedBy=platform those that come with the server',
  schemas: {
    query: Type.Object({
      status: Type.Optional(Type.Enum(['draft', 'live'], { description: 'Default: live where it is published.' })),
      managedBy: Type.Optional(Type.Enum(['customer', 'platform'], { description: 'Default customer.' })),
    }),
    response: { 200: Type.Object({ items: Type.Array(GuideSummary), nextPageToken: Type.Optional(Type.String()) }) },
  },
  paged: { defaultSize: 25, maxSize: 100 },
  list: async (call): Promise<Page<GuideSummary>> => {
    const { size, after } = call.page;
    const { status, managedBy } = call.query;
    if (managedBy === 'platform') {
      const entries = status === 'draft' ? [] : await call.services.guides.builtIn();
      const rest = [...entries].sort(byId).filter(({ id }) => after === undefined || id > String(after[0]));
      return pageOf(rest.slice(0, size + 1), size, ({ id }) => [id], presentEntry);
    }
    const rows = await call.read((queries) => {
      let query = queries.from('guides').selectAll();
      if (status === 'live') query = query.where('published_at', 'is not', null);
      if (after !== undefined) {
        query = query.where((is) =>
          is(is.refTuple('created_at', 'id'), '>', is.tuple(Number(after[0]), String(after[1]))),
        );
      }
      return query
        .orderBy('created_at')
        .orderBy('id')
        .limit(size + 1)
        .execute();
    });
    return pageOf(
      rows,
      size,
      (row) => [row.created_at, row.id],
      (row) => presentGuide(row, status ?? (row.published_at === null ? 'draft' : 'live')),
    );
  },
});

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}

import Type from 'typebox';
import { listRoute } from '../../../operations/route.js';
import { GuideSummary } from '../../../resources/guides/schemas.js';
import { presentEntry, presentGuide } from '../../../resources/guides/shown.js';
import { mapPage, type Page, pageOf, readPage } from '../../../store/page.js';

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
      return mapPage(
        pageOf(rest.slice(0, size + 1), size, ({ id }) => [id]),
        presentEntry,
      );
    }
    const page = await call.read((queries) => {
      const rows = queries.from('guides').selectAll();
      const wanted = status === 'live' ? rows.where('published_at', 'is not', null) : rows;
      return readPage(wanted, ['created_at', 'id'], call.page);
    });
    return mapPage(page, (row) => presentGuide(row, status ?? (row.published_at === null ? 'draft' : 'live')));
  },
});

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}

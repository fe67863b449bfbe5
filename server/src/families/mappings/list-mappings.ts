import Type from 'typebox';
import { listRoute } from '../../operations/route.js';
import { listMappingSummaries, listMappings } from '../../resources/mappings/mappings.js';
import { MappingList } from '../../resources/mappings/schemas.js';
import { presentMapping } from '../../resources/mappings/shown.js';
import type { Page } from '../../store/page.js';

const MetadataOnly = Type.Optional(
  Type.Boolean({ description: 'Default true: id, name, type, created_at and updated_at only.' }),
);

export const listMappingsRoute = listRoute({
  operation: 'ListMappings',
  family: 'mappings',
  method: 'GET',
  path: '/mappings',
  summary: 'Lists mappings, oldest first',
  schemas: { query: Type.Object({ metadata_only: MetadataOnly }), response: { 200: MappingList } },
  paged: { defaultSize: 25, maxSize: 100, alsoAs: 'mappings' },
  list: async (call): Promise<Page<unknown>> => {
    const { query, page } = call;
    const listed = await call.read((queries) =>
      query.metadata_only === false ? listMappings(queries, page) : listMappingSummaries(queries, page),
    );
    return { ...listed, items: listed.items.map(presentMapping) };
  },
});

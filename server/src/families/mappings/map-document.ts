import { route } from '../../operations/route.js';
import { runMapping } from '../../resources/mappings/run-mapping.js';
import { AnyJson, MappingParams } from '../../resources/mappings/schemas.js';

export const mapDocumentRoute = route({
  operation: 'MapDocument',
  family: 'mappings',
  method: 'POST',
  path: '/mappings/:id/map',
  summary: 'Maps a JSON document; the answer is what it was mapped to',
  scope: 'mappings:read',
  schemas: { params: MappingParams, body: AnyJson, response: { 200: AnyJson } },
  bodyLimit: 6 * 1024 * 1024,
  handle: async ({ services, caller, params, body }) => ({
    body: await runMapping(services, caller.accountId, params.id, body),
  }),
});

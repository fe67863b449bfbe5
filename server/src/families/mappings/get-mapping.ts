import { route } from '../../operations/route.js';
import { findMapping } from '../../resources/mappings/mappings.js';
import { MappingBody, MappingParams } from '../../resources/mappings/schemas.js';
import { presentMapping } from '../../resources/mappings/shown.js';

export const getMappingRoute = route({
  operation: 'GetMapping',
  family: 'mappings',
  method: 'GET',
  path: '/mappings/:id',
  summary: 'Reads a mapping',
  schemas: { params: MappingParams, response: { 200: MappingBody } },
  handle: async (call) => ({
    body: presentMapping(await call.read((queries) => findMapping(queries, call.params.id))),
  }),
});

import { route } from '../../operations/route.js';
import { checkMapping, replacementOf } from '../../resources/mappings/check-mapping.js';
import { findMapping, replaceMapping } from '../../resources/mappings/mappings.js';
import { MappingBody, MappingParams, MappingUpdate } from '../../resources/mappings/schemas.js';
import { presentMapping } from '../../resources/mappings/shown.js';

export const updateMappingRoute = route({
  operation: 'UpdateMapping',
  family: 'mappings',
  method: 'PUT',
  path: '/mappings/:id',
  summary: 'Replaces the definition of a mapping',
  schemas: { params: MappingParams, body: MappingUpdate, response: { 200: MappingBody } },
  keys: 'live',
  bodyLimit: 2 * 1024 * 1024,
  audit: { action: 'update', objectKind: 'mapping', objectParam: 'id' },
  handle: async (call) => {
    const { services, caller, params, body } = call;
    const definition = replacementOf(await call.read((queries) => findMapping(queries, params.id)), body);
    await checkMapping(services.customerCode, caller.accountId, definition);
    return call.commit(async (queries) => ({
      body: presentMapping(await replaceMapping(queries, services.clock, params.id, definition)),
    }));
  },
});

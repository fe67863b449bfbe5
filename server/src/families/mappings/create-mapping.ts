import { route } from '../../operations/route.js';
import { checkMapping } from '../../resources/mappings/check-mapping.js';
import { createMapping } from '../../resources/mappings/mappings.js';
import { MappingBody, NewMapping } from '../../resources/mappings/schemas.js';
import { presentMapping } from '../../resources/mappings/shown.js';

export const createMappingRoute = route({
  operation: 'CreateMapping',
  family: 'mappings',
  method: 'POST',
  path: '/mappings',
  summary: 'Creates a mapping from JSON to JSON',
  schemas: { body: NewMapping, response: { 201: MappingBody } },
  keys: 'live',
  bodyLimit: 2 * 1024 * 1024,
  audit: { action: 'create', objectKind: 'mapping' },
  handle: async (call) => {
    const { services, caller, body } = call;
    await checkMapping(services.customerCode, caller.accountId, body);
    return call.commit(async (queries) => {
      const mapping = await createMapping(queries, services.clock, body);
      return { status: 201, body: presentMapping(mapping), objectId: mapping.id };
    });
  },
});

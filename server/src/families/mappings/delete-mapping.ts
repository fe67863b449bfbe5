import Type from 'typebox';
import { route } from '../../operations/route.js';
import { deleteMapping } from '../../resources/mappings/mappings.js';
import { MappingParams } from '../../resources/mappings/schemas.js';

export const deleteMappingRoute = route({
  operation: 'DeleteMapping',
  family: 'mappings',
  method: 'DELETE',
  path: '/mappings/:id',
  summary: 'Deletes a mapping',
  schemas: { params: MappingParams, response: { 204: Type.Null({ description: 'No content.' }) } },
  keys: 'live',
  audit: { action: 'delete', objectKind: 'mapping', objectParam: 'id' },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteMapping(queries, call.params.id);
      return { status: 204, body: undefined };
    }),
});

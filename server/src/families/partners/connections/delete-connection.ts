import type { AnyRoute } from '../../../gateway/route.js';
import { route } from '../../../operations/route.js';
import { deleteConnection } from '../../../resources/connections/delete-connection.js';
import { type KindNames, pathsOf } from '../../../resources/connections/kinds.js';
import { findConnection } from '../../../resources/connections/rows.js';
import { ConnectionParams } from '../../../resources/connections/schemas.js';
import { Nothing } from '../../../schemas/common.js';

export function deleteConnectionRoute({ kind, ...names }: KindNames): AnyRoute {
  return route({
    operation: `Delete${names.operation}Connection`,
    family: 'partners',
    method: 'DELETE',
    ...pathsOf({ kind, ...names }, '/:connectionId'),
    summary: `Deletes a connection over ${names.title} that nothing refers to`,
    schemas: { params: ConnectionParams, response: { 204: Nothing } },
    audit: { action: 'delete', objectKind: 'connection', objectParam: 'connectionId' },
    handle: (call) => {
      const { services, caller } = call;
      const { partnershipId, connectionId } = call.params;
      const place = { kind, partnershipId, mode: caller.mode };
      return call.commit(async (queries) => {
        await deleteConnection(services, queries, await findConnection(queries, place, connectionId));
        return { status: 204, body: undefined };
      });
    },
  });
}

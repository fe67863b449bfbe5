import { route } from '../../../../operations/route.js';
import { deleteConnection } from '../../../../resources/connections/delete-connection.js';
import { findConnection } from '../../../../resources/connections/rows.js';
import { GlobalConnectionParams } from '../../../../resources/connections/schemas.js';
import { Nothing } from '../../../../schemas/common.js';

export const deleteGlobalConnectionRoute = route({
  operation: 'DeleteGlobalConnection',
  family: 'partners',
  method: 'DELETE',
  path: '/global-connections/:connectionId',
  summary: 'Deletes a connection that nothing refers to',
  schemas: { params: GlobalConnectionParams, response: { 204: Nothing } },
  audit: { action: 'delete', objectKind: 'connection', objectParam: 'connectionId' },
  handle: (call) => {
    const { services, caller } = call;
    const place = { partnershipId: undefined, mode: caller.mode };
    return call.commit(async (queries) => {
      await deleteConnection(services, queries, await findConnection(queries, place, call.params.connectionId));
      return { status: 204, body: undefined };
    });
  },
});

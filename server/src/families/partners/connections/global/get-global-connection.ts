import { route } from '../../../../operations/route.js';
import { findConnection } from '../../../../resources/connections/rows.js';
import { AnyConnection, GlobalConnectionParams } from '../../../../resources/connections/schemas.js';
import { presentConnection } from '../../../../resources/connections/shown.js';

export const getGlobalConnectionRoute = route({
  operation: 'GetGlobalConnection',
  family: 'partners',
  method: 'GET',
  path: '/global-connections/:connectionId',
  summary: 'Reads a connection that all partnerships may use',
  schemas: { params: GlobalConnectionParams, response: { 200: AnyConnection } },
  handle: async (call) => ({
    body: await call.read(async (queries) => {
      const place = { partnershipId: undefined, mode: call.caller.mode };
      return presentConnection(call.services, queries, await findConnection(queries, place, call.params.connectionId));
    }),
  }),
});

import { checkConnection } from '../../../../exchange/transports/check-connection.js';
import { route } from '../../../../operations/route.js';
import { findConnection } from '../../../../resources/connections/rows.js';
import { GlobalConnectionParams } from '../../../../resources/connections/schemas.js';
import { CheckAnswer } from '../check-connection.js';

export const checkGlobalConnectionRoute = route({
  operation: 'CheckGlobalConnection',
  family: 'partners',
  method: 'POST',
  path: '/global-connections/:connectionId/check',
  summary: 'Tries a connection that all partnerships may use, and says what works',
  schemas: { params: GlobalConnectionParams, response: { 200: CheckAnswer } },
  audit: { action: 'check', objectKind: 'connection', objectParam: 'connectionId' },
  handle: async (call) => {
    const place = { partnershipId: undefined, mode: call.caller.mode };
    const row = await call.read((queries) => findConnection(queries, place, call.params.connectionId));
    return { body: await checkConnection(call.services, row, call.signal) };
  },
});

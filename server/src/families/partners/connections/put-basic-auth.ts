import { route } from '../../../operations/route.js';
import { notFound } from '../../../problems.js';
import { KINDS, pathsOf } from '../../../resources/connections/kinds.js';
import { findConnection, settingsOf, updateConnection } from '../../../resources/connections/rows.js';
import { BasicAuth, ConnectionParams, connectionAnswer } from '../../../resources/connections/schemas.js';
import { presentConnection } from '../../../resources/connections/shown.js';

export const putBasicAuthRoute = route({
  operation: 'PutAs2BasicAuth',
  family: 'partners',
  method: 'PUT',
  ...pathsOf(KINDS.as2, '/:connectionId/basic-auth'),
  summary: 'Sets the name and password that are shown to the AS2 server of the partner',
  schemas: { params: ConnectionParams, body: BasicAuth, response: { 200: connectionAnswer('as2') } },
  audit: { action: 'update', objectKind: 'connection', objectParam: 'connectionId' },
  handle: (call) => {
    const { services, caller } = call;
    const { partnershipId, connectionId } = call.params;
    const place = { kind: 'as2', partnershipId, mode: caller.mode } as const;
    return call.commit(async (queries) => {
      const settings = settingsOf(await findConnection(queries, place, connectionId));
      const outbound = settings.outboundSettings;
      if (typeof outbound !== 'object') throw notFound('outbound side of the connection');
      const given = { ...settings, outboundSettings: { ...outbound, basicAuth: call.body } };
      const row = await updateConnection(services, queries, place, connectionId, given);
      return { body: await presentConnection(services, queries, row) };
    });
  },
});

import { route } from '../../../operations/route.js';
import { KINDS, pathsOf } from '../../../resources/connections/kinds.js';
import { findConnection, settingsOf, updateConnection } from '../../../resources/connections/rows.js';
import { ConnectionParams } from '../../../resources/connections/schemas.js';
import { Nothing } from '../../../schemas/common.js';

export const deleteBasicAuthRoute = route({
  operation: 'DeleteAs2BasicAuth',
  family: 'partners',
  method: 'DELETE',
  ...pathsOf(KINDS.as2, '/:connectionId/basic-auth'),
  summary: 'Sends no name and password to the AS2 server of the partner any more',
  schemas: { params: ConnectionParams, response: { 204: Nothing } },
  audit: { action: 'update', objectKind: 'connection', objectParam: 'connectionId' },
  handle: (call) => {
    const { services, caller } = call;
    const { partnershipId, connectionId } = call.params;
    const place = { kind: 'as2', partnershipId, mode: caller.mode } as const;
    return call.commit(async (queries) => {
      const settings = settingsOf(await findConnection(queries, place, connectionId));
      const { outboundSettings, ...rest } = settings;
      const given =
        typeof outboundSettings === 'object'
          ? { ...rest, outboundSettings: { ...outboundSettings, basicAuth: undefined } }
          : rest;
      await updateConnection(services, queries, place, connectionId, given);
      return { status: 204, body: undefined };
    });
  },
});

import Type from 'typebox';
import { route } from '../../../operations/route.js';
import { KINDS, pathsOf } from '../../../resources/connections/kinds.js';
import { findConnection, settingsOf, updateConnection } from '../../../resources/connections/rows.js';
import { as2Credentials, ConnectionParams, connectionAnswer } from '../../../resources/connections/schemas.js';
import { presentConnection } from '../../../resources/connections/shown.js';

export const postAs2CredentialsRoute = route({
  operation: 'CreateAs2Credentials',
  family: 'partners',
  method: 'POST',
  ...pathsOf(KINDS.as2, '/:connectionId/credentials'),
  summary: 'Sets certificates and private keys of an AS2 connection; parts that are not given stay',
  schemas: {
    params: ConnectionParams,
    body: Type.Object(as2Credentials, { additionalProperties: false, minProperties: 1 }),
    response: { 200: connectionAnswer('as2') },
  },
  audit: { action: 'update', objectKind: 'connection', objectParam: 'connectionId' },
  handle: (call) => {
    const { services, caller } = call;
    const { partnershipId, connectionId } = call.params;
    const place = { kind: 'as2', partnershipId, mode: caller.mode } as const;
    return call.commit(async (queries) => {
      const settings = settingsOf(await findConnection(queries, place, connectionId));
      const row = await updateConnection(services, queries, place, connectionId, {
        ...settings,
        ...call.body,
      });
      return { body: await presentConnection(services, queries, row) };
    });
  },
});

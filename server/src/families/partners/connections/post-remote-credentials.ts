import Type from 'typebox';
import { route } from '../../../operations/route.js';
import { KINDS, pathsOf } from '../../../resources/connections/kinds.js';
import { findConnection, settingsOf, updateConnection } from '../../../resources/connections/rows.js';
import { ConnectionParams, connectionAnswer, remoteSecrets } from '../../../resources/connections/schemas.js';
import { presentConnection } from '../../../resources/connections/shown.js';

export const postRemoteCredentialsRoute = route({
  operation: 'CreateRemoteFtpCredentials',
  family: 'partners',
  method: 'POST',
  ...pathsOf(KINDS['remote-ftp'], '/:connectionId/credentials'),
  summary: 'Sets who logs in at the server of the partner, and by what; parts that are not given stay',
  schemas: {
    params: ConnectionParams,
    body: Type.Object(
      { username: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })), ...remoteSecrets },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: { 200: connectionAnswer('remote-ftp') },
  },
  audit: { action: 'update', objectKind: 'connection', objectParam: 'connectionId' },
  handle: (call) => {
    const { services, caller } = call;
    const { partnershipId, connectionId } = call.params;
    const place = { kind: 'remote-ftp', partnershipId, mode: caller.mode } as const;
    return call.commit(async (queries) => {
      const settings = settingsOf(await findConnection(queries, place, connectionId));
      const given = { ...settings, ...call.body };
      const row = await updateConnection(services, queries, place, connectionId, given);
      return { body: await presentConnection(services, queries, row) };
    });
  },
});

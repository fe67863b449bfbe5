import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { remoteFtp, remoteSecrets } from '../../resources/connections/kinds/remote-ftp/remote-ftp.js';
import { Username } from '../../resources/connections/kinds/settings-shapes.js';
import { findConnection, setLastPoll } from '../../resources/connections/rows.js';
import { BODY_FORMS, connectionAnswer } from '../../resources/connections/schemas.js';
import { showConnection } from '../../resources/connections/shown.js';
import { closed, instant } from '../../schemas/shapes.js';
import { route } from '../route.js';
import { CHANGE_AUDIT, commitChanged } from './change-connection.js';
import { ConnectionParams, kindPaths } from './connections.js';

const createRemoteCredentialsRoute = route({
  operation: 'CreateRemoteFtpCredentials',
  family: 'partners',
  method: 'POST',
  ...kindPaths(remoteFtp, '/:connectionId/credentials'),
  summary: 'Set the login at the server of the partner',
  description: 'Parts that are left out stay as they are.',
  schemas: {
    params: ConnectionParams,
    body: Type.Object(
      { username: Type.Optional(Username), ...remoteSecrets(BODY_FORMS) },
      { ...closed, minProperties: 1 },
    ),
    response: { 200: connectionAnswer(remoteFtp) },
  },
  audit: CHANGE_AUDIT,
  handle: (call) => commitChanged(call, remoteFtp, (settings) => ({ ...settings, ...call.body })),
});

const updateLastPollTimeRoute = route({
  operation: 'UpdateRemoteFtpLastPollTime',
  family: 'partners',
  method: 'PUT',
  ...kindPaths(remoteFtp, '/:connectionId/last-poll-time'),
  summary: 'Set the time up to which files of the partner are picked up',
  schemas: {
    params: ConnectionParams,
    body: Type.Object({ lastPollAt: instant('Files of this time and before it are taken as picked up.') }, closed),
    response: { 200: connectionAnswer(remoteFtp) },
  },
  audit: CHANGE_AUDIT,
  handle: (call) => {
    const { partnershipId, connectionId } = call.params;
    const place = { kind: remoteFtp, partnershipId, mode: call.caller.mode };
    return call.commit(async (queries) => {
      const before = await findConnection(queries, place, connectionId);
      const row = await setLastPoll(queries, call.services.clock, before, Date.parse(call.body.lastPollAt));
      return { body: await showConnection(call.services, queries, row) };
    });
  },
});

export const remoteCredentialRoutes: readonly AnyRoute[] = [createRemoteCredentialsRoute, updateLastPollTimeRoute];

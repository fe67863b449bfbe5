import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { as2 } from '../../resources/connections/kinds/as2/as2.js';
import { withBasicAuth, withoutBasicAuth } from '../../resources/connections/kinds/as2/basic-auth.js';
import { as2Credentials, basicAuth } from '../../resources/connections/kinds/as2/secrets.js';
import { changeConnection } from '../../resources/connections/rows.js';
import { BODY_FORMS, connectionAnswer } from '../../resources/connections/schemas.js';
import { closed, Nothing } from '../../schemas/shapes.js';
import { route } from '../route.js';
import { CHANGE_AUDIT, commitChanged } from './change-connection.js';
import { ConnectionParams, kindPaths } from './connections.js';

const createAs2CredentialsRoute = route({
  operation: 'CreateAs2Credentials',
  family: 'partners',
  method: 'POST',
  ...kindPaths(as2, '/:connectionId/credentials'),
  summary: 'Set certificates and private keys of an AS2 connection',
  description: 'Parts that are left out stay as they are; `remove` takes a certificate and its key away.',
  schemas: {
    params: ConnectionParams,
    body: Type.Object(as2Credentials(BODY_FORMS), { ...closed, minProperties: 1 }),
    response: { 200: connectionAnswer(as2) },
  },
  audit: CHANGE_AUDIT,
  handle: (call) => commitChanged(call, as2, (settings) => ({ ...settings, ...call.body })),
});

const putBasicAuthRoute = route({
  operation: 'PutAs2BasicAuth',
  family: 'partners',
  method: 'PUT',
  ...kindPaths(as2, '/:connectionId/basic-auth'),
  summary: 'Set the name and password for the AS2 server of the partner',
  schemas: { params: ConnectionParams, body: basicAuth(BODY_FORMS), response: { 200: connectionAnswer(as2) } },
  audit: CHANGE_AUDIT,
  handle: (call) => commitChanged(call, as2, (settings) => withBasicAuth(settings, call.body)),
});

const deleteBasicAuthRoute = route({
  operation: 'DeleteAs2BasicAuth',
  family: 'partners',
  method: 'DELETE',
  ...kindPaths(as2, '/:connectionId/basic-auth'),
  summary: 'Remove the name and password for the AS2 server of the partner',
  schemas: { params: ConnectionParams, response: { 204: Nothing } },
  audit: CHANGE_AUDIT,
  handle: (call) => {
    const { partnershipId, connectionId } = call.params;
    const place = { kind: as2, partnershipId, mode: call.caller.mode };
    return call.commit(async (queries) => {
      await changeConnection(call.services, queries, place, connectionId, withoutBasicAuth);
      return { status: 204, body: undefined };
    });
  },
});

export const as2CredentialRoutes: readonly AnyRoute[] = [
  createAs2CredentialsRoute,
  putBasicAuthRoute,
  deleteBasicAuthRoute,
];

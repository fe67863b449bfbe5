import type { AnyRoute } from '../../../gateway/route.js';
import { KINDS } from '../../../resources/connections/kinds.js';
import { checkConnectionRoute } from './check-connection.js';
import { createConnectionRoute } from './create-connection.js';
import { deleteBasicAuthRoute } from './delete-basic-auth.js';
import { deleteConnectionRoute } from './delete-connection.js';
import { getConnectionRoute } from './get-connection.js';
import { globalConnectionRoutes } from './global/index.js';
import { listConnectionsRoute } from './list-connections.js';
import { postAs2CredentialsRoute } from './post-as2-credentials.js';
import { postRemoteCredentialsRoute } from './post-remote-credentials.js';
import { putBasicAuthRoute } from './put-basic-auth.js';
import { putLastPollTimeRoute } from './put-last-poll-time.js';
import { updateConnectionRoute } from './update-connection.js';

export const connectionRoutes: readonly AnyRoute[] = [
  listConnectionsRoute,
  ...Object.values(KINDS).flatMap((names) => [
    createConnectionRoute(names),
    getConnectionRoute(names),
    updateConnectionRoute(names),
    deleteConnectionRoute(names),
    checkConnectionRoute(names),
  ]),
  putBasicAuthRoute,
  deleteBasicAuthRoute,
  postAs2CredentialsRoute,
  postRemoteCredentialsRoute,
  putLastPollTimeRoute,
  ...globalConnectionRoutes,
];

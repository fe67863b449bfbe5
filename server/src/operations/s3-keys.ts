import Type from 'typebox';
import { queriesOf } from '../accounts/accounts.js';
import type { AdminRoute } from '../gateway/admin-route.js';
import { createS3Key, deleteS3Key, listS3Keys } from '../resources/s3-keys/rows.js';
import { CreatedS3KeySchema, NewS3KeySchema, S3KeySchema } from '../resources/s3-keys/schemas.js';
import { PAGED, PageOf } from '../schemas/pages.js';
import { Nothing } from '../schemas/shapes.js';
import { adminListRoute, adminRoute } from './route.js';

// Any text: an id that is not one of ours finds no row.
const AccountParams = Type.Object({ accountId: Type.String({ description: 'Id of an account.' }) });
const S3KeyParams = Type.Object({
  ...AccountParams.properties,
  accessKeyId: Type.String({ description: 'Access key id of a key pair of it.' }),
});

const createS3KeyRoute = adminRoute({
  operation: 'CreateAccountS3Key',
  method: 'POST',
  path: '/accounts/:accountId/s3-keys',
  summary: 'Create a key pair for the S3 listener and show its secret this once',
  description: 'The secret is kept encrypted.',
  schemas: { params: AccountParams, body: NewS3KeySchema, response: { 201: CreatedS3KeySchema } },
  handle: async ({ services, params, body }) => {
    const created = await services.store.write(async (tx) =>
      createS3Key(services, await queriesOf(tx, params.accountId), body),
    );
    return { status: 201, body: created };
  },
});

const listS3KeysRoute = adminListRoute({
  operation: 'ListAccountS3Keys',
  path: '/accounts/:accountId/s3-keys',
  summary: 'List the key pairs of an account, oldest first, without their secrets',
  schemas: { params: AccountParams, response: { 200: PageOf(S3KeySchema) } },
  paged: PAGED,
  list: ({ services, params, page }) =>
    services.store.list(async (db) => listS3Keys(await queriesOf(db, params.accountId), page)),
});

/** @throws Problem `not-found`. */
const deleteS3KeyRoute = adminRoute({
  operation: 'DeleteAccountS3Key',
  method: 'DELETE',
  path: '/accounts/:accountId/s3-keys/:accessKeyId',
  summary: 'Revoke a key pair',
  description: 'It is refused within a second, in all processes.',
  schemas: { params: S3KeyParams, response: { 204: Nothing } },
  handle: async ({ services, params }) => {
    await services.store.write(async (tx) =>
      deleteS3Key(services, await queriesOf(tx, params.accountId), params.accessKeyId),
    );
    return { status: 204, body: undefined };
  },
});

/** Operations on key pairs of the S3 listener. */
export const s3KeyRoutes: readonly AdminRoute[] = [createS3KeyRoute, listS3KeysRoute, deleteS3KeyRoute];

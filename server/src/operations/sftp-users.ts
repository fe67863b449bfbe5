import Type from 'typebox';
import { writeAudit } from '../audit/write-audit.js';
import type { Services } from '../exchange/services.js';
import type { Call } from '../gateway/call.js';
import type { AnyRoute } from '../gateway/route.js';
import { accountBucket } from '../resources/sftp-users/account-bucket.js';
import { changeSftpUser } from '../resources/sftp-users/change-sftp-user.js';
import { deleteSftpUser } from '../resources/sftp-users/delete-sftp-user.js';
import { createSftpUser, findSftpUser, listSftpUsers, makePassword } from '../resources/sftp-users/rows.js';
import { CreatedUser, NewUser, SftpUser, Username, UserUpdate } from '../resources/sftp-users/schemas.js';
import { showSftpUser } from '../resources/sftp-users/shown.js';
import { PAGED, PageOf } from '../schemas/pages.js';
import { Nothing } from '../schemas/shapes.js';
import type { AccountQueries } from '../store/account-queries.js';
import { mapPage } from '../store/page.js';
import { listRoute, route } from './route.js';

const UserParams = Type.Object({ username: Username });
const family = 'sftp';

/** The password is hashed before the transaction, as that takes some 60 ms on purpose. */
const createUserRoute = route({
  operation: 'CreateUser',
  family,
  method: 'POST',
  path: '/users',
  summary: 'Create a user who logs in over SFTP and FTPS',
  description:
    'Username and password are made by the server; the password is in this answer alone. Users of test keys have their homes in buckets of test keys.',
  schemas: { body: NewUser, response: { 201: CreatedUser } },
  idempotent: true,
  answersSecret: true,
  problems: ['conflict'],
  audit: { action: 'create', objectKind: 'sftp-user' },
  handle: async (call) => {
    const { services, caller, body } = call;
    const { description, homeDirectory, passwordOptions } = body;
    const { password, hash } = await makePassword(passwordOptions?.length);
    return call.commit(async (queries) => {
      const bucket = body.bucketName ?? (await ownBucket(call, queries));
      const given = { mode: caller.mode, description, bucket, homeDirectory, passwordHash: hash };
      const user = await createSftpUser(queries, services.clock, given);
      return { status: 201, body: { ...showSftpUser(services.config, user), password }, objectId: user.username };
    });
  },
});

/** The account's bucket for homes: that it was made is audited too. */
async function ownBucket(
  { services, caller, address, requestId }: Call<unknown, unknown, unknown, Services>,
  queries: AccountQueries,
): Promise<string> {
  const { name, isNew } = await accountBucket(queries, services.clock, caller.mode);
  const entry = { action: 'create', objectKind: 'bucket', objectId: name, keyId: caller.keyId, address, requestId };
  if (isNew) await writeAudit(queries, services.clock, entry);
  return name;
}

/** Keys see users of their own mode. */
const listUsersRoute = listRoute({
  operation: 'ListUsers',
  family,
  method: 'GET',
  path: '/users',
  summary: 'List SFTP users, oldest first',
  schemas: { response: { 200: PageOf(SftpUser) } },
  paged: PAGED,
  list: async (call) => {
    const page = await call.read((queries) => listSftpUsers(queries, call.page, call.caller.mode));
    return mapPage(page, (row) => showSftpUser(call.services.config, row));
  },
});

const readUserRoute = route({
  operation: 'ReadUser',
  family,
  method: 'GET',
  path: '/users/:username',
  summary: 'Get an SFTP user',
  schemas: { params: UserParams, response: { 200: SftpUser } },
  handle: async (call) => ({
    body: showSftpUser(
      call.services.config,
      await call.read((queries) => findSftpUser(queries, call.params.username, call.caller.mode)),
    ),
  }),
});

/** A user who sees another home from now on has their sessions ended, wherever they are; a description is nothing to them. */
const updateUserRoute = route({
  operation: 'UpdateUser',
  family,
  method: 'PUT',
  path: '/users/:username',
  summary: 'Change the description of an SFTP user, or their home',
  description:
    'Where the home is changed, sessions under way end, in this process at once and within two seconds in others. A home that connections are reached by is a 409: what is in it stays where it is.',
  schemas: { params: UserParams, body: UserUpdate, response: { 200: SftpUser } },
  problems: ['conflict'],
  audit: { action: 'update', objectKind: 'sftp-user', objectParam: 'username' },
  handle: (call) =>
    call.commit(async (queries) => {
      const { services, caller, params, body } = call;
      const { description, homeDirectory, bucketName: bucket } = body;
      const place = { username: params.username, mode: caller.mode };
      const user = await changeSftpUser(services, queries, place, { description, homeDirectory, bucket });
      return { body: showSftpUser(services.config, user) };
    }),
});

const deleteUserRoute = route({
  operation: 'DeleteUser',
  family,
  method: 'DELETE',
  path: '/users/:username',
  summary: 'Delete an SFTP user',
  description:
    'Sessions under way end, in this process at once and within two seconds in others. What lies in the home stays. A user who is named by connections is a 409.',
  schemas: { params: UserParams, response: { 204: Nothing } },
  problems: ['conflict'],
  audit: { action: 'delete', objectKind: 'sftp-user', objectParam: 'username' },
  handle: (call) =>
    call.commit(async (queries) => {
      await deleteSftpUser(call.services, queries, call.params.username, call.caller.mode);
      return { status: 204, body: undefined };
    }),
});

/** Who may log in where partners upload. */
export const sftpUserRoutes: readonly AnyRoute[] = [
  createUserRoute,
  listUsersRoute,
  readUserRoute,
  updateUserRoute,
  deleteUserRoute,
];

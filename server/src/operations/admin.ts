import { Readable } from 'node:stream';
import Type from 'typebox';
import { createAccount, listAccounts, queriesOf, setLimits } from '../accounts/accounts.js';
import { createKey, deleteKey, listKeys } from '../accounts/keys.js';
import {
  AccountSchema,
  CreatedAccountSchema,
  CreatedKeySchema,
  KeySchema,
  LimitsSchema,
  NewAccountSchema,
  NewKeySchema,
} from '../accounts/schemas.js';
import { exportAudit } from '../audit/export-audit.js';
import type { AdminRoute } from '../gateway/admin-route.js';
import { instant, Nothing } from '../schemas/shapes.js';
import { timesOf } from '../schemas/times.js';
import { serviceEnrollmentRoutes } from './enrollments/service-enrollments.js';
import { payerRouteRoutes } from './payer-routes.js';
import { adminRoute } from './route.js';
import { s3KeyRoutes } from './s3-keys.js';

/*
 * What the holder of the admin token can do. It has no account and no mode, so each operation names the account it is for, and an id
 * that is none is a 404. The functions it calls write the audit themselves, without a key: `keyId` is null there for the operator.
 */

// Any text: an id that is not one of ours finds no row.
const AccountParams = Type.Object({ accountId: Type.String({ description: 'Id of an account.' }) });
const KeyParams = Type.Object({
  ...AccountParams.properties,
  keyId: Type.String({ description: 'Id of a key of it.' }),
});

/** Answers the id alone: what else there is of an account the operator has just sent. */
const createAccountRoute = adminRoute({
  operation: 'CreateAccount',
  method: 'POST',
  path: '/accounts',
  summary: 'Create an account',
  description: 'It has no keys yet.',
  schemas: { body: NewAccountSchema, response: { 201: CreatedAccountSchema } },
  handle: async ({ services, body }) => {
    const { store, clock } = services;
    const id = await store.write((tx) => createAccount(tx, clock, body.name, body.limits));
    return { status: 201, body: { id } };
  },
});

/** No pages: accounts are few. */
const listAccountsRoute = adminRoute({
  operation: 'ListAccounts',
  method: 'GET',
  path: '/accounts',
  summary: 'List all accounts',
  schemas: {
    response: {
      200: Type.Object(
        { items: Type.Array(AccountSchema, { description: 'All of them, oldest first.' }) },
        { description: 'The accounts.' },
      ),
    },
  },
  handle: async ({ services }) => ({ body: { items: await services.store.read(listAccounts) } }),
});

/** Replaces all limits, so that one can also be taken back. Other processes follow within a second. @throws Problem `not-found`. */
const setAccountLimitsRoute = adminRoute({
  operation: 'SetAccountLimits',
  method: 'PUT',
  path: '/accounts/:accountId/limits',
  summary: 'Replace the limits of an account',
  description: 'Those that are left out are the published ones again. Other processes follow within a second.',
  schemas: { params: AccountParams, body: LimitsSchema, response: { 200: LimitsSchema } },
  changesKeys: true,
  handle: async ({ services, params, body }) => {
    await services.store.write(async (tx) => {
      await setLimits(await queriesOf(tx, params.accountId), services.clock, body);
    });
    return { body };
  },
});

/** The one answer that has a key in it: only its hash is kept. A new key needs no `changesKeys`, as nobody has used it yet. */
const createAccountKeyRoute = adminRoute({
  operation: 'CreateAccountKey',
  method: 'POST',
  path: '/accounts/:accountId/keys',
  summary: 'Create a key and show it this once',
  description: 'Only its hash is kept.',
  schemas: { params: AccountParams, body: NewKeySchema, response: { 201: CreatedKeySchema } },
  handle: async ({ services, params, body }) => {
    const { store, clock } = services;
    const created = await store.write(async (tx) => createKey(await queriesOf(tx, params.accountId), clock, body));
    return { status: 201, body: created };
  },
});

/** Names, modes, scopes and networks, by which the operator knows which to delete. @throws Problem `not-found`. */
const listAccountKeysRoute = adminRoute({
  operation: 'ListAccountKeys',
  method: 'GET',
  path: '/accounts/:accountId/keys',
  summary: 'List the keys of an account, without the keys themselves',
  schemas: {
    params: AccountParams,
    response: {
      200: Type.Object(
        { items: Type.Array(KeySchema, { description: 'All of them, oldest first.' }) },
        { description: 'The keys of the account.' },
      ),
    },
  },
  handle: async ({ services, params }) => {
    const items = await services.store.read(async (db) => listKeys(await queriesOf(db, params.accountId)));
    return { body: { items } };
  },
});

/** The key is refused from now on in this process, and within a second in all others. @throws Problem `not-found`. */
const deleteAccountKeyRoute = adminRoute({
  operation: 'DeleteAccountKey',
  method: 'DELETE',
  path: '/accounts/:accountId/keys/:keyId',
  summary: 'Revoke a key',
  description: 'It is refused from now on, in other processes within a second.',
  schemas: { params: KeyParams, response: { 204: Nothing } },
  changesKeys: true,
  handle: async ({ services, params }) => {
    const { store, clock } = services;
    await store.write(async (tx) => deleteKey(await queriesOf(tx, params.accountId), clock, params.keyId));
    return { status: 204, body: undefined };
  },
});

const AuditQuery = Type.Object({
  account: Type.Optional(Type.String({ description: 'Id of an account. Default: all of them.' })),
  from: Type.Optional(instant('Nothing that is older: this instant counts.')),
  to: Type.Optional(instant('Nothing that is newer: this instant does not count.')),
});

/** Read in pages while it is sent, so its length has no limit; an account that is none exports nothing. */
const exportAuditRoute = adminRoute({
  operation: 'ExportAudit',
  method: 'GET',
  path: '/audit',
  summary: 'Export audit entries, one JSON object a line',
  description: 'Oldest first, of any number.',
  schemas: {
    query: AuditQuery,
    response: { 200: Type.String({ description: 'Audit entries, each a line of JSON.' }) },
  },
  answerType: 'application/x-ndjson',
  handle: async ({ services, query }) => {
    const { account, from, to } = query;
    const lines = exportAudit(services.store, {
      accountId: account,
      ...timesOf({ from, to }),
    });
    return { body: Readable.from(lines) };
  },
});

/** Operations on accounts, on their keys, on the audit, on the routes to payers, and on key pairs of the S3 listener. */
export const adminRoutes: readonly AdminRoute[] = [
  createAccountRoute,
  listAccountsRoute,
  setAccountLimitsRoute,
  createAccountKeyRoute,
  listAccountKeysRoute,
  deleteAccountKeyRoute,
  exportAuditRoute,
  ...payerRouteRoutes,
  ...serviceEnrollmentRoutes,
  ...s3KeyRoutes,
];

import { Readable } from 'node:stream';
import Type from 'typebox';
import { createAccount } from '../accounts/create-account.js';
import { createKey } from '../accounts/create-key.js';
import { deleteKey } from '../accounts/delete-key.js';
import { listAccounts, queriesOf } from '../accounts/list-accounts.js';
import { listKeys } from '../accounts/list-keys.js';
import {
  AccountSchema,
  CreatedKeySchema,
  KeySchema,
  LimitsSchema,
  NewAccountSchema,
  NewKeySchema,
} from '../accounts/schemas.js';
import { setLimits } from '../accounts/set-limits.js';
import { exportAudit } from '../audit/export-audit.js';
import type { AdminRoute } from '../gateway/admin-route.js';
import { adminRoute } from './route.js';

const AccountParams = Type.Object({ accountId: Type.String() });
const AuditQuery = Type.Object({
  account: Type.Optional(Type.String()),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive' })),
});
const Nothing = Type.Null();

/** What the holder of the admin token can do. @param changed says that keys or limits may be others now. */
export function adminRoutes(changed: () => void): readonly AdminRoute[] {
  return [
    adminRoute({
      operation: 'ListAccounts',
      method: 'GET',
      path: '/accounts',
      summary: 'Lists all accounts.',
      schemas: { response: { 200: Type.Object({ items: Type.Array(AccountSchema) }) } },
      handle: async ({ services }) => ({ body: { items: await services.store.read(listAccounts) } }),
    }),
    adminRoute({
      operation: 'CreateAccount',
      method: 'POST',
      path: '/accounts',
      summary: 'Makes an account, without keys.',
      schemas: { body: NewAccountSchema, response: { 201: Type.Object({ id: Type.String() }) } },
      handle: async ({ services, body }) => {
        const { store, clock } = services;
        const id = await store.write((tx) => createAccount(tx, clock, body.name, body.limits));
        return { status: 201, body: { id } };
      },
    }),
    adminRoute({
      operation: 'SetAccountLimits',
      method: 'PUT',
      path: '/accounts/:accountId/limits',
      summary: 'Replaces the limits of an account; those left out are the published ones.',
      schemas: { params: AccountParams, body: LimitsSchema, response: { 200: LimitsSchema } },
      handle: async ({ services, params, body }) => {
        await services.store.write(async (tx) => {
          await setLimits(await queriesOf(tx, params.accountId), services.clock, body);
        });
        changed();
        return { body };
      },
    }),
    adminRoute({
      operation: 'ListAccountKeys',
      method: 'GET',
      path: '/accounts/:accountId/keys',
      summary: 'Lists the keys of an account, without the keys themselves.',
      schemas: { params: AccountParams, response: { 200: Type.Object({ items: Type.Array(KeySchema) }) } },
      handle: async ({ services, params }) => {
        const items = await services.store.read(async (db) => listKeys(await queriesOf(db, params.accountId)));
        return { body: { items } };
      },
    }),
    adminRoute({
      operation: 'CreateAccountKey',
      method: 'POST',
      path: '/accounts/:accountId/keys',
      summary: 'Makes a key, and shows it this once.',
      schemas: { params: AccountParams, body: NewKeySchema, response: { 201: CreatedKeySchema } },
      handle: async ({ services, params, body }) => {
        const { store, clock } = services;
        const created = await store.write(async (tx) => createKey(await queriesOf(tx, params.accountId), clock, body));
        return { status: 201, body: created };
      },
    }),
    adminRoute({
      operation: 'DeleteAccountKey',
      method: 'DELETE',
      path: '/accounts/:accountId/keys/:keyId',
      summary: 'Revokes a key.',
      schemas: {
        params: Type.Object({ accountId: Type.String(), keyId: Type.String() }),
        response: { 204: Nothing },
      },
      handle: async ({ services, params }) => {
        const { store, clock } = services;
        await store.write(async (tx) => deleteKey(await queriesOf(tx, params.accountId), clock, params.keyId));
        changed();
        return { status: 204, body: undefined };
      },
    }),
    adminRoute({
      operation: 'ExportAudit',
      method: 'GET',
      path: '/audit',
      summary: 'Exports audit entries, one JSON object a line.',
      schemas: { query: AuditQuery, response: { 200: Type.String() } },
      handle: async ({ services, query }) => {
        const { account, from, to } = query;
        const lines = exportAudit(services.store, {
          accountId: account,
          from: from === undefined ? undefined : Date.parse(from),
          to: to === undefined ? undefined : Date.parse(to),
        });
        return { headers: { 'content-type': 'application/x-ndjson' }, body: Readable.from(lines) };
      },
    }),
  ];
}

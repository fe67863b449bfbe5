import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createAccount } from '../../src/accounts/accounts.js';
import { createKey, type NewKey } from '../../src/accounts/keys.js';
import type { Services } from '../../src/exchange/services.js';
import type { AdminRoute } from '../../src/gateway/admin-route.js';
import type { AnyRoute } from '../../src/gateway/route.js';
import { buildApp } from '../../src/operations/app.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import { type TestClock, type TestServicesOptions, testServices } from './test-services.js';

export interface TestAccount {
  readonly accountId: string;
  readonly liveKey: string;
  readonly testKey: string;
}

export interface TestApp extends TestAccount {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: TestClock;
  /** A request with the live key, unless its headers say otherwise. */
  call(method: Method, url: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  /** One more account with a key of each mode. */
  account(name?: string): Promise<TestAccount>;
  key(accountId: string, options: NewKey): Promise<string>;
  /** Queries on the rows of the first account. */
  queries<Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
type CallOptions = Pick<InjectOptions, 'headers' | 'payload' | 'query' | 'remoteAddress'>;

interface TestAppOptions extends TestServicesOptions {
  /** Further operations below `/admin`. */
  readonly operator?: readonly AdminRoute[];
}

/** The server with these routes over a store of its own, an account and its keys; nothing listens. */
export async function testApp(routes: readonly AnyRoute[], options: TestAppOptions = {}): Promise<TestApp> {
  const { services, clock, close } = await testServices(options);
  const app = await buildApp(services, routes, options.operator);
  await app.ready();
  const key = (accountId: string, options: NewKey): Promise<string> =>
    services.store.write(async (tx) => (await createKey(new AccountQueries(tx, accountId), clock, options)).key);
  const account = async (name = 'Test account'): Promise<TestAccount> => {
    const accountId = await services.store.write((tx) => createAccount(tx, clock, name));
    return {
      accountId,
      liveKey: await key(accountId, { name: 'live', mode: 'live' }),
      testKey: await key(accountId, { name: 'test', mode: 'test' }),
    };
  };
  const first = await account();
  return {
    ...first,
    app,
    services,
    clock,
    account,
    key,
    call: async (method, url, options = {}) =>
      app.inject({ method, url, ...options, headers: { authorization: first.liveKey, ...options.headers } }),
    queries: (work) => services.store.write((tx) => work(new AccountQueries(tx, first.accountId))),
    close: async () => {
      await app.close();
      await close();
    },
  };
}

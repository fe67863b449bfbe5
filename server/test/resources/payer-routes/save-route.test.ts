import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../src/accounts/accounts.js';
import { PAYER_ROUTE_COMMANDS } from '../../../src/commands/payer-routes.js';
import { RoutedPayers } from '../../../src/exchange/payer-routes/routed-payers.js';
import { Problem } from '../../../src/problems.js';
import { applyRoutes } from '../../../src/resources/payer-routes/apply-routes.js';
import { findRoute, payersOf } from '../../../src/resources/payer-routes/rows.js';
import { createRoute } from '../../../src/resources/payer-routes/save-route.js';
import type { GivenRoute } from '../../../src/resources/payer-routes/schemas.js';
import { soundRoute } from '../../../src/resources/payer-routes/sound-route.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { insertPayers } from '../../support/eligibility.js';
import { type TestServices, testServices } from '../../support/test-services.js';

// Nothing here loads a guide before a route does: a transaction that waited for that would be ended.

const run = promisify(execFile);
const ROUTE: GivenRoute = {
  name: 'upstream',
  kind: 'x12-post',
  sender: { qualifier: 'ZZ', id: 'CLEARING' },
  receiver: { qualifier: 'ZZ', id: 'UPSTREAM' },
  connection: { url: 'https://payer.example/x12' },
  catchAll: {},
};

let test: TestServices;
let accountId: string;
let folder: string;
/** Two certificates, each with its key. */
let one: { readonly cert: string; readonly key: string };
let other: typeof one;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'routes-'));
  [one, other] = await Promise.all([made('one'), made('other')]);
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  test = await testServices();
  accountId = await test.services.store.write((tx) => createAccount(tx, test.clock, 'first'));
});

afterEach(() => test.close());

async function made(name: string): Promise<typeof one> {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await run('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-subj', `/CN=${name}`]);
  return { cert: await readFile(cert, 'utf8'), key: await readFile(key, 'utf8') };
}

const applied = async (route: Partial<GivenRoute> = {}, dryRun = false) => {
  const { changes } = await applyRoutes(test.services, { routes: [{ ...ROUTE, ...route }] }, dryRun);
  return changes.map(({ change }) => change);
};
const row = () => test.services.store.read((db) => findRoute(db, 'name', ROUTE.name));
const audited = () =>
  test.services.store.read(async (db) => {
    const rows = await new AccountQueries(db, accountId).from('audit').select(['action', 'object_kind']).execute();
    return rows.filter(({ object_kind }) => object_kind === 'payer-route').map(({ action }) => action);
  });

async function refused(work: Promise<unknown>): Promise<readonly string[]> {
  const problem = await work.catch((error: unknown) => error);
  if (!(problem instanceof Problem)) throw new Error('It was not refused.');
  return problem.errors.map(({ path, message }) => `${path} ${message}`);
}

describe('a route', () => {
  it('that has what its payers do not take is applied, with a warning that names them', async () => {
    await insertPayers(test.services.store, [
      { id: 'LAKES', primary: '99901', takes: ['professionalClaimSubmission'] },
      { id: 'HILLS', primary: '99904', takes: ['claimSubmission'] },
    ]);
    const transactions = ['eligibility', 'professionalClaimSubmission', 'dentalClaimSubmission'] as const;
    const payers = ['99901', 'HILLS'].map((payer) => ({ payer, transactions: [...transactions] }));
    const warned = async (dryRun: boolean) =>
      (await applyRoutes(test.services, { routes: [{ ...ROUTE, payers }] }, dryRun)).warnings;
    const name = ROUTE.name;
    const warning = { name, transaction: 'dentalClaimSubmission', payers: ['LAKES', 'HILLS'], payerCount: 2 };
    expect(await warned(true)).toEqual([warning]);
    expect(await warned(false)).toEqual([warning]);
    const apply = PAYER_ROUTE_COMMANDS.find((command) => command.name === 'payer-routes apply');
    expect(apply?.warn?.({ warnings: [{ ...warning, payerCount: 30 }] } as never)).toEqual([
      expect.stringMatching(
        /^The route upstream has dentalClaimSubmission for LAKES, HILLS and 28 more, whose transactionS/,
      ),
    ]);
  });

  it('has its companion guide judged outside of the transaction that saves it', async () => {
    const overlay = { overlay: 'lake', base: '270-005010X279A1', patch: {} };
    expect(await applied({ overlay })).toEqual(['created']);
    expect(await refused(applied({ overlay: { ...overlay, base: 'another' } }))).toHaveLength(1);
  });

  it('is refused with a secret that nothing sends, and with a name that has no password', async () => {
    const { url } = ROUTE.connection as { readonly url: string };
    expect(await refused(applied({ secrets: { password: 'p', clientKey: 'k' } }))).toEqual([
      '/routes/0/secrets/password It is sent with connection.username alone: give that, too.',
      '/routes/0/secrets/clientKey It is sent with connection.clientCertificate alone: give that, too.',
    ]);
    const login = { connection: { url, username: 'me' } };
    expect(await refused(applied(login))).toEqual([
      '/routes/0/connection/username It has no password: give it as the secret password.',
    ]);
    expect(await refused(applied({ ...login, secrets: { password: 'p', token: 't' } }))).toEqual([
      '/routes/0/secrets/token A token is sent in place of a username: give one of them.',
    ]);
    expect(await applied({ ...login, secrets: { password: 'p' } })).toEqual(['created']);
    // It stays.
    expect(await applied({ ...login, concurrency: 2 })).toEqual(['changed']);
    expect(await applied({ secrets: { token: 't' } })).toEqual(['changed']);
  });

  it('that takes files needs what tells their answers apart, and an address without a password', async () => {
    const { url } = ROUTE.connection as { readonly url: string };
    const core = { url, envelope: 'soap', senderId: 'US', receiverId: 'THEM' };
    const route = (batch: object, more: object = {}) => ({
      kind: 'caqh-core' as const,
      connection: { ...core, batch },
      ...more,
    });
    expect(await refused(applied(route({ url: 'https://me:secret@payer.example/' })))).toEqual([
      '/routes/0/connection/batch/url Name and password do not stand in it: give username, and the secret password.',
      '/routes/0/traceOriginator With connection.batch answers are told apart by TRN: give traceOriginator.',
    ]);
    expect(await applied(route({ url }, { traceOriginator: '9CLEARING0' }))).toEqual(['created']);
  });

  it('that is applied again as it is changes nothing, and is not in the audit again', async () => {
    expect(await applied({ hours: { timeZone: 'UTC', maintenance: [] }, concurrency: 4 })).toEqual(['created']);
    const before = await row();
    test.clock.advance(1000);
    // Members of another order.
    expect(await applied({ concurrency: 4, hours: { maintenance: [], timeZone: 'UTC' } })).toEqual(['unchanged']);
    expect(await row()).toEqual(before);
    expect(await applied({ concurrency: 5 }, true)).toEqual(['changed']);
    expect(await row()).toEqual(before);
    expect(await audited()).toEqual(['create']);
    expect(await applied({ concurrency: 5 })).toEqual(['changed']);
    expect(await applied({ concurrency: 5, secrets: { token: 'another' } })).toEqual(['changed']);
    expect(await audited()).toEqual(['create', 'update', 'update']);
  });

  it('has a certificate and the key of that one, whenever each of them was given', async () => {
    const withCertificate = (cert: string, key?: string | null) =>
      applied({
        connection: { ...ROUTE.connection, clientCertificate: cert },
        ...(key === undefined ? {} : { secrets: { clientKey: key } }),
      });
    const NO_KEY = [
      '/routes/0/connection/clientCertificate The certificate has no key: give it as the secret clientKey.',
    ];
    const OTHERS = [
      '/routes/0/connection/clientCertificate The certificate is no PEM, or the secret clientKey does not belong to it: give both.',
    ];
    expect(await refused(withCertificate(one.cert))).toEqual(NO_KEY);
    expect(await withCertificate(one.cert, one.key)).toEqual(['created']);
    expect(await refused(withCertificate(other.cert))).toEqual(OTHERS);
    expect(await refused(withCertificate(one.cert, other.key))).toEqual(OTHERS);
    expect(await refused(withCertificate(one.cert, null))).toEqual(NO_KEY);
    expect(await refused(withCertificate('no certificate'))).toEqual(OTHERS);
    expect(await withCertificate(one.cert)).toEqual(['unchanged']);
    expect(await withCertificate(other.cert, other.key)).toEqual(['changed']);
  });

  it('has hours that there are, and maintenance that begins before it ends', async () => {
    const hours = {
      timeZone: 'Mars/Olympus',
      maintenance: [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }],
    };
    expect(await refused(applied({ hours }))).toEqual([
      '/routes/0/hours/timeZone There is no such time zone. Give an IANA name, such as America/New_York.',
      '/routes/0/hours/maintenance/0/to It ends before it begins: nothing would be left out.',
    ]);
  });

  it('that cannot be opened is told so by its check', async () => {
    await applied();
    const id = (await row())?.id ?? '';
    const failing = () => {
      throw new Error('It cannot be opened.');
    };
    const exchange = new RoutedPayers(test.services, { 'x12-post': failing });
    expect(await exchange.check(id)).toMatchObject({ ok: false, text: expect.stringContaining('the log') });
    await exchange.close();
  });
});

it('a route with many payers looks them up by few statements: other writes wait for its transaction', async () => {
  const { store } = test.services;
  const names = Array.from({ length: 300 }, (_, place) => `P${1000 + place}`);
  await insertPayers(
    store,
    names.map((primary, place) => ({ id: `P${letters(place)}`, primary })),
  );
  const route = await soundRoute({ ...ROUTE, payers: names.map((payer) => ({ payer })) });
  let statements = 0;
  const counting = {
    transformQuery: <Node>({ node }: { readonly node: Node }) => {
      statements++;
      return node;
    },
    transformResult: async <Result>({ result }: { readonly result: Result }) => result,
  };
  const id = await store.write((tx) => createRoute(test.services, tx.withPlugin(counting), route));
  expect(statements).toBeLessThan(20);
  expect(await store.read((db) => payersOf(db, id))).toHaveLength(names.length);
});

/** Four letters for a number. */
function letters(number: number): string {
  return Array.from({ length: 4 }, (_, place) =>
    String.fromCharCode(65 + (Math.floor(number / 26 ** place) % 26)),
  ).join('');
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimExample } from 'ediloom/claims';
import { generateIdentity } from 'ediloom/transports/as2';
import SftpClient from 'ssh2-sftp-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_CHECK } from '../../src/operations/healthcare/first-check.js';
import type { BuiltServer } from '../support/built-server.js';
import { CONTACT, NEW_PROVIDER } from '../support/enrollments.js';
import { sharedServer } from '../support/shared-server.js';
import { order } from './documents.js';
import { Hook } from './hook.js';
import type { Instance } from './instance.js';
import { becomePartners, bucketOf, interchangeIdOf, PASSWORD, partnershipIdOf, type Trader } from './partners.js';
import { orderSet, rawFile, wrongOrderSet } from './raw-file.js';
import { readAll } from './read-all.js';
import { sendOverAs2 } from './send-over-as2.js';
import { startTraders } from './start-traders.js';
import { arrived, executionsOf, filesCalled, received, send, transactionsOf } from './trading.js';
import { until } from './until.js';
import { upload } from './upload.js';

const [A, B] = ['sftp', 'as2-sync'] as const;
const CORE = '/2023-08-01';
const PARTNERS = `/2022-01-01/x12/partnerships/${partnershipIdOf(A)}`;
const EVENTS = '/2026-02-01';
const HEALTH = '/2024-04-01';
const ENROLLING = '/2024-09-01';
/** What everybody has, payers among it, and groups of fragments, which each account names as it likes. */
const NAMED_BY_ALL = /x12-release|\/payer\/\{platformId\}|\/fragments\/\{fragmentGroupId\}/;
/** To delete what is not there is no error: the lists show that nothing went. */
const DELETED_WITHOUT = /^DELETE .*\/(?:providers|enrollments)\/\{\w+\}$/;
/** Of nobody: what only the operator makes. */
const NOBODYS = '00000000-0000-4000-8000-000000000000';
/** The user of the other account. */
const STRANGER = 'STRANGER';

const folder = mkdtempSync(join(tmpdir(), 'ediloom-account-'));
let built: BuiltServer;
let hook: Hook;
let shop: Trader;
let mill: Trader;
/** Of the other account of the mill. */
let account: string;
let key: string;

beforeAll(async () => {
  built = await sharedServer();
  hook = await Hook.open(folder);
  [shop, mill] = await startTraders({ built, hook, folder });
  const partnership = {
    expectedAcknowledgments: { functional: true },
    processingConfiguration: { strategy: 'AnyTransaction' },
  };
  await becomePartners([shop, mill], { ways: [A, B], partnership });
  account = (await mill.instance.command('accounts', 'create', 'another')).trim();
  const made = await mill.instance.command('keys', 'create', '--account', account, '--name', 'k', '--mode', 'live');
  key = /live_\S+/.exec(made)?.[0] ?? '';
  await mill.instance.call('POST', `${EVENTS}/destinations`, {
    ...{
      key,
      body: { name: 'ears', destinationUrl: hook.url, eventTypes: ['transaction.processed.v2', 'file.failed'] },
    },
  });
  await mill.instance.call('POST', `${EVENTS}/destinations`, {
    body: { name: 'own', destinationUrl: hook.url, eventTypes: ['transaction.processed.v2'] },
  });
});
afterAll(async () => {
  await Promise.all([shop.instance.kill(), mill.instance.kill(), hook.close()]);
  rmSync(folder, { recursive: true, force: true });
});

it('ids of an account are those of nobody for the key of another, at every operation', { timeout: 0 }, async () => {
  await send(mill.instance, A, 'orders', [order('PO-OURS')]);
  await arrived(mill.instance, 'PO-OURS', { is: ({ acknowledgment }) => acknowledgment === 'accepted' });
  await upload(mill.instance, A, 'in.edi', rawFile({ number: 1, sets: [orderSet('PO-IN'), wrongOrderSet('PO-BAD')] }));
  await received(mill.instance, 'in.edi');
  await mill.instance.call('POST', `${HEALTH}/change/medicalnetwork/eligibility/v3`, {
    ...{ key: mill.instance.testKey, body: FIRST_CHECK },
  });
  const ids = await idsOf(mill.instance);
  const before = await everything();
  const unexpected: string[] = [];
  let reached = 0;
  for (const { method, path, body } of await operations()) {
    const named = idsIn(path, ids);
    for (const filled of fillings(path, named)) {
      const asked = body === undefined ? {} : { body };
      const { status } = await mill.instance.ask(method, filled, { ...asked, key });
      const expected = DELETED_WITHOUT.test(`${method} ${path}`) ? 200 : 404;
      if (status !== expected) unexpected.push(`${method} ${path}: ${status}`);
      if (method !== 'GET') continue;
      // Of its own account the same is there, but for what was not made here.
      if ((await mill.instance.ask(method, filled)).status === 200) reached++;
    }
  }
  expect(unexpected).toEqual([]);
  expect(reached).toBeGreaterThan(25);
  expect(await everything()).toEqual(before);
});

it('a link of an account, with anything of it changed, opens nothing', { timeout: 0 }, async () => {
  const [ours, theirs] = (await executionsOf(mill.instance)).filter(({ direction }) => direction === 'OUTBOUND');
  const { documentDownloadUrl: link } = await mill.instance.call<{ readonly documentDownloadUrl: string }>(
    'GET',
    `${CORE}/executions/${ours?.executionId}/output-url`,
  );
  expect((await fetch(link)).status).toBe(200);
  const url = new URL(link);
  const segments = url.pathname.split('/');
  const changed = [
    ...segments.map(
      (_, at) => segments.map((two, place) => (place === at ? altered(two) : two)).join('/') + url.search,
    ),
    ...[...url.searchParams.keys()].map((name) => {
      const query = new URLSearchParams(url.search);
      query.set(name, altered(query.get(name) ?? ''));
      return `${url.pathname}?${query}`;
    }),
    `${url.pathname}${url.search}`.replace(ours?.executionId ?? '?', theirs?.executionId ?? '?'),
  ].filter((one) => one !== `${url.pathname}${url.search}`);
  for (const path of changed) {
    const { status } = await fetch(new URL(path, link));
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(status, path).toBeLessThan(500);
  }
});

it('what is unique for the whole server is not taken over, and not told about', { timeout: 0 }, async () => {
  const mine = { interchangeQualifier: 'ZZ' };
  await mill.instance.call('POST', '/2022-01-01/x12/profiles', {
    ...{ key, body: { ...mine, profileId: 'me', profileType: 'local', interchangeId: interchangeIdOf('mill', B) } },
  });
  await mill.instance.call('POST', '/2022-01-01/x12/profiles', {
    ...{ key, body: { ...mine, profileId: 'you', profileType: 'partner', interchangeId: interchangeIdOf('shop', B) } },
  });
  const agreed = { interchangeUsageIndicator: 'P', timezone: 'UTC', timeFormat: 'HHMM' };
  await mill.instance.call('POST', '/2022-01-01/x12/partnerships', {
    ...{ key, body: { partnershipId: 'mine', localProfileId: 'me', partnerProfileId: 'you', ...agreed } },
  });
  const as2 = await mill.instance.ask('POST', '/2022-01-01/x12/partnerships/mine/connections/as2', {
    key,
    body: {
      ...{ name: 'pair', localAs2Id: interchangeIdOf('mill', B), partnerAs2Id: interchangeIdOf('shop', B) },
      inboundSettings: { enabled: true },
    },
  });
  expect(as2.status).toBe(409);
  expect(JSON.stringify(as2.body)).not.toContain(partnershipIdOf(B));
  for (const taken of [
    { buckets: [{ bucketName: bucketOf(mill) }] },
    {
      buckets: [{ bucketName: 'strangers-files' }],
      sftpUsers: [{ ...stranger(), username: interchangeIdOf('shop', A) }],
    },
  ]) {
    await expect(apply(taken)).rejects.toThrow(/taken|exists/);
  }
  expect(await transactionsOf(mill.instance, '', { key })).toEqual([]);
});

it('who logs in for an account reaches nothing of another, by whatever path', { timeout: 0 }, async () => {
  await apply({ buckets: [{ bucketName: 'strangers-files' }], sftpUsers: [stranger()] });
  await upload(mill.instance, A, 'theirs.edi', rawFile({ number: 2, sets: [orderSet('PO-THEIRS')] }));
  await received(mill.instance, 'theirs.edi');
  const client = new SftpClient();
  await client.connect({
    host: '127.0.0.1',
    port: mill.instance.doors.sftp.port,
    username: STRANGER,
    password: PASSWORD,
  });
  expect(await client.list('/')).toEqual([]);
  const bucket = bucketOf(mill);
  for (const path of ['/in', '/../in', `/../${A}/in`, `/${A}/in`, `/../../${bucket}/${A}/in`, `/${bucket}/${A}/in`]) {
    const file = `${path}/theirs.edi`;
    expect(await client.exists(file), file).toBe(false);
    for (const tried of [client.list(path), client.get(file), client.delete(file), client.rename(file, '/mine')]) {
      await expect(tried, path).rejects.toThrow();
    }
    await client
      .put(rawFile({ number: 3, sets: [orderSet('PO-PLANTED')] }), `${path}/planted.edi`)
      .catch(() => undefined);
  }
  await client.put(rawFile({ number: 4, sets: [orderSet('PO-PLANTED')] }), '/planted.edi');
  await client.end();
  expect(await filesCalled(mill.instance, 'planted.edi')).toEqual([]);
  expect(await transactionsOf(mill.instance, 'businessIdentifier=PO-PLANTED')).toEqual([]);
  expect(await received(mill.instance, 'theirs.edi')).toMatchObject({ status: 'COMPLETED' });
});

it('what another signs in the name of a partner is not taken', { timeout: 0 }, async () => {
  const identity = await generateIdentity({ commonName: 'localhost', hosts: ['localhost'], days: 30 });
  const content = rawFile({ way: B, number: 5, sets: [orderSet('PO-SIGNED')] });
  const [from, to] = [interchangeIdOf('shop', B), interchangeIdOf('mill', B)];
  const posted = { from, to, mill, content, name: 'signed.edi' };
  await expect(sendOverAs2({ ...posted, as: { identity } })).rejects.toThrow();
  await expect(sendOverAs2({ ...posted, from: 'NOBODY', as: shop.instance })).rejects.toThrow();
  expect(await filesCalled(mill.instance, 'signed.edi')).toEqual([]);
  await sendOverAs2({ ...posted, as: shop.instance });
  await arrived(mill.instance, 'PO-SIGNED');
});

it("an account hears of nothing that happens in another's", { timeout: 0 }, async () => {
  const all = await transactionsOf(mill.instance);
  const heard = (id: string) => hook.delivered.filter(({ body }) => body.includes(id));
  const inbound = all.filter(({ direction }) => direction === 'INBOUND');
  await until('all to be told', async () =>
    inbound.every(({ transactionId }) => heard(transactionId).length > 0) ? true : undefined,
  );
  // By the destination of its own account alone.
  for (const { transactionId } of inbound) {
    expect(new Set(heard(transactionId).map(({ id }) => id)).size, transactionId).toBe(1);
    expect(heard(transactionId), transactionId).toHaveLength(1);
  }
  expect(hook.delivered.filter(({ body }) => body.includes('file.failed'))).toEqual([]);
});

/** A text of the same length that differs. */
function altered(text: string): string {
  return text === '' ? 'x' : text.slice(0, -1) + (text.endsWith('a') ? 'b' : 'a');
}

function stranger() {
  const bucketName = 'strangers-files';
  return {
    username: STRANGER,
    description: 'a stranger',
    bucketName,
    homeDirectory: '/',
    password: { file: 'password' },
  };
}

/** Has the other account have what a partners file says. */
function apply(file: object): Promise<string> {
  writeFileSync(join(folder, 'password'), PASSWORD, { mode: 0o600 });
  const path = join(folder, 'stranger.json');
  writeFileSync(path, JSON.stringify(file));
  return mill.instance.command('apply', path, '--account', account);
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Those whose path has an id in it, each with a body as its documentation shows one. */
async function operations(): Promise<readonly Operation[]> {
  const document = await mill.instance.call<{ paths: Record<string, Record<string, Documented>> }>('GET', '/docs/json');
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    !path.includes('{') || NAMED_BY_ALL.test(path)
      ? []
      : Object.entries(methods).flatMap(([method, { requestBody, responses }]) => {
          // Not built: there is nothing to find.
          if (responses['501'] !== undefined) return [];
          const examples = requestBody?.content['application/json']?.examples ?? {};
          return [{ method: method.toUpperCase(), path, body: Object.values(examples)[0]?.value }];
        }),
  );
}

interface Documented {
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly examples?: Readonly<Record<string, { value: unknown }>> }>>;
  };
}

/** As a path means them: documents of claims have other names than those of checks, and reports are no transactions. */
function idsIn(path: string, ids: Readonly<Record<string, readonly string[]>>): typeof ids {
  if (path.includes('/claims/')) return { ...ids, document: ['request', 'claim'] };
  return path.includes('/reports/') ? { ...ids, transactionId: ids.reportId ?? [] } : ids;
}

/** A path with the ids of the account; several where it has several of a sort. */
function fillings(path: string, ids: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  if (name === undefined) return [path];
  return (ids[name] ?? ['0']).flatMap((id) => fillings(path.replace(`{${name}}`, id), ids));
}

/** What the account has, by the names that paths give it. */
async function idsOf(instance: Instance): Promise<Readonly<Record<string, readonly string[]>>> {
  const listed = async (path: string): Promise<readonly Record<string, never>[]> => readAll(instance, path);
  const named = async (path: string, name: string) => (await listed(path)).slice(0, 2).map((one) => String(one[name]));
  const connections = JSON.stringify(await instance.call('GET', `${PARTNERS}/connections`));
  const partnership = JSON.stringify(await instance.call('GET', PARTNERS));
  const files = await executionsOf(instance);
  const transactions = await transactionsOf(instance);
  const of = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))].map(([, id = '']) => id);
  const failed = files.find(({ source }) => source?.name === 'in.edi')?.executionId ?? '';
  const inbound = transactions.find(({ direction }) => direction === 'INBOUND');
  return {
    executionId: [
      failed,
      ...files.filter(({ direction }) => direction === 'OUTBOUND').map((one) => one.executionId),
    ].slice(0, 2),
    faultId: await named(`${CORE}/executions/${failed}/faults`, 'faultId'),
    transactionId: [...new Set([inbound, transactions[0]].flatMap((one) => one?.transactionId ?? []))],
    partnershipId: [partnershipIdOf(A)],
    profileId: [`mill-${A}`],
    connectionId: [...new Set(of(connections, 'connectionId'))],
    inboundX12TransactionSettingsId: of(partnership, 'inboundX12TransactionSettingsId').slice(0, 1),
    outboundX12TransactionSettingsId: of(partnership, 'outboundX12TransactionSettingsId').slice(0, 1),
    transactionSettingId: of(partnership, 'outboundX12TransactionSettingsId').slice(0, 1),
    destinationId: await named(`${EVENTS}/destinations`, 'id'),
    ...(await claimed(instance)),
    checkId: await named(`${HEALTH}/eligibility-checks`, 'id'),
    document: ['request', 'question'],
    eligibilityCheckId: await named(`${HEALTH}/eligibility-checks`, 'id'),
    ...(await enrolled(instance)),
    eventId: await named(`${EVENTS}/events`, 'id'),
  };
}

/** An event, as far as it says what it is about. */
interface Told {
  readonly eventPayload: {
    readonly v1Event: { readonly relatedResources?: readonly { readonly id: string; readonly type: string }[] };
  };
}

/** A claim that is a test, and the report of it. */
async function claimed(instance: Instance): Promise<Readonly<Record<string, readonly string[]>>> {
  const path = `${HEALTH}/change/medicalnetwork/professionalclaims/v3/submission`;
  const body = { ...claimExample('professional'), usageIndicator: 'T' };
  const answer = await instance.call<{ readonly claimReference: { readonly correlationId: string } }>('POST', path, {
    body,
  });
  const claimId = answer.claimReference.correlationId;
  const reportId = await until('a claim to be answered', async () => {
    const path = `${EVENTS}/events?eventType=claim.accepted`;
    const { items } = await instance.call<{ readonly items: readonly { readonly id: string }[] }>('GET', path);
    // Lists of events do not say what they are about.
    const told = await Promise.all(items.map(({ id }) => instance.call<Told>('GET', `${EVENTS}/events/${id}`)));
    return told
      .flatMap(({ eventPayload }) => eventPayload.v1Event.relatedResources ?? [])
      .find(({ type }) => type === 'claim-report')?.id;
  });
  return { claimId: [claimId], reportId: [reportId] };
}

/** A provider with a draft, and a batch that waits for its table. */
async function enrolled(instance: Instance): Promise<Readonly<Record<string, readonly string[]>>> {
  const made = async (path: string, body: object, name: string): Promise<readonly string[]> => [
    String((await instance.call<Record<string, unknown>>('POST', path, { body }))[name]),
  ];
  const providerId = await made(`${ENROLLING}/providers`, NEW_PROVIDER, 'id');
  const asked = {
    ...{ payer: { idOrAlias: 'FERN' }, provider: { id: providerId[0] }, primaryContact: CONTACT },
    ...{ transactions: { eligibilityCheck: { enroll: true } }, userEmail: 'office@lake.example.com' },
  };
  return {
    ...{ providerId, taskId: [NOBODYS], documentId: [NOBODYS] },
    enrollmentId: await made(`${ENROLLING}/enrollments`, asked, 'id'),
    batchId: await made(`${HEALTH}/eligibility-manager/batch-table`, { name: 'of-ours' }, 'batchId'),
  };
}

/** All that lists of the account show, but times. */
async function everything(): Promise<string> {
  const paths = [
    `${CORE}/executions`,
    `${CORE}/transactions`,
    `${EVENTS}/destinations`,
    '/2022-01-01/x12/partnerships',
    `${ENROLLING}/providers`,
    `${ENROLLING}/enrollments`,
  ];
  return JSON.stringify([
    ...(await Promise.all(paths.map((path) => readAll(mill.instance, path)))),
    await mill.instance.call('GET', `${PARTNERS}/connections`),
  ]);
}

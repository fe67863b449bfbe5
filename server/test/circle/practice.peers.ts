import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BuiltServer } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { order } from './documents.js';
import { Hook } from './hook.js';
import { becomePartners, PASSWORD, type Trader } from './partners.js';
import { answerSet, orderSet, rawFile, wrongOrderSet } from './raw-file.js';
import { startTraders } from './start-traders.js';
import { arrived, executionsOf, filesCalled, received, send, settled, transactionsOf } from './trading.js';
import { until } from './until.js';
import { login, upload } from './upload.js';

/** Ways between the same two: `sftp` is partner A, `polled` partner B, as far as the mill knows. */
const [A, B] = ['sftp', 'polled'] as const;

const ORDERS = { group: 'PO', set: '850' } as const;
/** GS06 of a group of orders. */
const GROUP_NUMBER = /GS\*PO(?:\*[^*]*){4}\*(\d+)/;

const folder = mkdtempSync(join(tmpdir(), 'ediloom-practice-'));
let built: BuiltServer;
let hook: Hook;
let shop: Trader;
let mill: Trader;
let secret = '';

beforeAll(async () => {
  built = await sharedServer();
  hook = await Hook.open(folder);
  [shop, mill] = await startTraders({ built, hook, folder });
  const partnership = {
    expectedAcknowledgments: { functional: true },
    processingConfiguration: { strategy: 'AnyTransaction' },
  };
  await becomePartners([shop, mill], { ways: [A, B], isPolling: false, partnership });
  const made = await mill.instance.call<{ readonly signingSecret: string }>('POST', '/2026-02-01/destinations', {
    idempotencyKey: 'the hook',
    body: { name: 'hook', destinationUrl: hook.url, eventTypes: ['file.processed.v2', 'transaction.processed.v2'] },
  });
  secret = made.signingSecret;
});
afterAll(async () => {
  await shop.instance.kill();
  await mill.instance.kill();
  await hook.close();
  rmSync(folder, { recursive: true, force: true });
});

it('what a partner sends as another is not handed over, and its acknowledgment changes nothing', {
  timeout: 0,
}, async () => {
  const sent = await send(mill.instance, A, 'orders', [order('PO-OURS')]);
  await arrived(mill.instance, 'PO-OURS', { is: ({ acknowledgment }) => acknowledgment === 'accepted' });
  const [, number = ''] = GROUP_NUMBER.exec(sent.edi) ?? [];
  await upload(mill.instance, B, 'forged-order.edi', rawFile({ number: 900, sets: [orderSet('PO-FORGED')] }));
  const rejection = answerSet('997', { ...ORDERS, number }, ['R*5']);
  await upload(mill.instance, B, 'forged-997.edi', rawFile({ number: 901, group: 'FA', sets: [rejection] }));
  for (const name of ['forged-order.edi', 'forged-997.edi']) {
    expect(await received(mill.instance, name)).toMatchObject({
      status: 'FAILED',
      faultCode: 'MISMATCHED_PARTNERSHIP_CONNECTION',
    });
  }
  expect(await transactionsOf(mill.instance, 'businessIdentifier=PO-FORGED')).toEqual([]);
  const [ours] = await transactionsOf(mill.instance, 'businessIdentifier=PO-OURS');
  expect(ours?.acknowledgment).toBe('accepted');
});

it('an acknowledgment that rejects one of three sets marks that one, and one event says so', {
  timeout: 0,
}, async () => {
  const numbers = ['PO-X1', 'PO-X2', 'PO-X3'];
  const sent = await send(mill.instance, A, 'orders', numbers.map(order));
  for (const number of numbers) {
    await arrived(mill.instance, number, { is: ({ acknowledgment }) => acknowledgment === 'accepted' });
  }
  const [, number = ''] = GROUP_NUMBER.exec(sent.edi) ?? [];
  const rejection = answerSet('997', { ...ORDERS, number }, ['A', 'R*5', 'A']);
  const answer = rawFile({ number: 905, group: 'FA', sets: [rejection] });
  await upload(mill.instance, A, 'rejection.edi', answer);
  // Again, under another number: it says the same once more.
  await upload(mill.instance, A, 'again.edi', Buffer.from(answer.toString().replaceAll('905', '906')));
  for (const name of ['rejection.edi', 'again.edi'])
    expect(await received(mill.instance, name)).toMatchObject({ status: 'COMPLETED' });
  const states = await Promise.all(
    numbers.map(async (one) => (await transactionsOf(mill.instance, `businessIdentifier=${one}`))[0]?.acknowledgment),
  );
  expect(states).toEqual(['accepted', 'rejected', 'accepted']);
  const { items } = await mill.instance.call<{ items: unknown[] }>(
    'GET',
    '/2026-02-01/events?eventType=acknowledgment.rejected',
  );
  expect(items).toHaveLength(1);
});

it('an upload under a temporary name comes in once, whole, when it gets its name', { timeout: 0 }, async () => {
  const content = rawFile({ number: 910, sets: [orderSet('PO-PART')] });
  const client = await login(mill.instance, A);
  const half = Math.floor(content.length / 2);
  await client.put(content.subarray(0, half), '/in/part.edi.filepart');
  await client.append(content.subarray(half), '/in/part.edi.filepart');
  expect(await filesCalled(mill.instance, 'part.edi.filepart')).toEqual([]);
  await client.rename('/in/part.edi.filepart', '/in/part.edi');
  await client.end();
  expect(await received(mill.instance, 'part.edi')).toMatchObject({ status: 'COMPLETED', transactionCount: 1 });
  expect(await filesCalled(mill.instance, 'part.edi.filepart')).toEqual([]);
});

it('the same bytes are handed over once, whatever the file is called', { timeout: 0 }, async () => {
  const content = rawFile({ number: 920, sets: [orderSet('PO-ONCE')] });
  await upload(mill.instance, A, 'once.edi', content);
  expect(await received(mill.instance, 'once.edi')).toMatchObject({ status: 'COMPLETED' });
  await upload(mill.instance, A, 'twice.edi', content);
  await upload(mill.instance, A, 'once.edi', content);
  expect((await received(mill.instance, 'twice.edi')).faultMessage).toContain('processed before');
  await until('the second once.edi', async () =>
    (await filesCalled(mill.instance, 'once.edi')).length === 2 ? true : undefined,
  );
  await settled(mill.instance);
  expect(await transactionsOf(mill.instance, 'businessIdentifier=PO-ONCE')).toHaveLength(1);
});

it('another file of a known number is held until somebody releases it', { timeout: 0 }, async () => {
  await upload(mill.instance, A, 'first.edi', rawFile({ number: 930, sets: [orderSet('PO-FIRST')] }));
  await arrived(mill.instance, 'PO-FIRST');
  await upload(mill.instance, A, 'other.edi', rawFile({ number: 930, sets: [orderSet('PO-OTHER')] }));
  expect((await received(mill.instance, 'other.edi')).faultMessage).toContain('release it');
  expect(await transactionsOf(mill.instance, 'businessIdentifier=PO-OTHER')).toEqual([]);
  const listed = await mill.instance.command('inbound');
  const line = listed.split('\n').find((one) => one.includes('held')) ?? '';
  const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(line) ?? [];
  await mill.instance.command('inbound', 'release', id);
  expect(await arrived(mill.instance, 'PO-OTHER')).toHaveLength(1);
});

it('of three sets of which one is wrong two are stored, and the sender is told', { timeout: 0 }, async () => {
  const sets = [orderSet('PO-3A'), wrongOrderSet('PO-3B'), orderSet('PO-3C')];
  await upload(mill.instance, A, 'three.edi', rawFile({ number: 940, sets }));
  expect(await received(mill.instance, 'three.edi')).toMatchObject({
    status: 'PARTIALLY_COMPLETED',
    transactionCount: 2,
  });
  for (const [number, count] of [
    ['PO-3A', 1],
    ['PO-3B', 0],
    ['PO-3C', 1],
  ] as const) {
    expect(await transactionsOf(mill.instance, `businessIdentifier=${number}`), number).toHaveLength(count);
  }
});

it('no secret lies open in the folder of a server', { timeout: 0 }, async () => {
  const again = await mill.instance.ask('POST', '/2026-02-01/destinations', {
    idempotencyKey: 'the hook',
    body: { name: 'hook', destinationUrl: hook.url, eventTypes: ['file.processed.v2', 'transaction.processed.v2'] },
  });
  expect(again, 'kept, and opened for who asks again').toMatchObject({ status: 201, body: { signingSecret: secret } });
  const key = mill.instance.identity.privateKeyPem.split('\n')[1] ?? '';
  for (const [name, text] of filesBelow(mill.instance.members[0]?.dataDir ?? '')) {
    for (const one of [PASSWORD, secret, secret.slice('whsec_'.length), key])
      expect(text.includes(one), name).toBe(false);
  }
});

it('another account sees nothing of it, and hears nothing', { timeout: 0 }, async () => {
  const account = (await mill.instance.command('accounts', 'create', 'another')).trim();
  const made = await mill.instance.command('keys', 'create', '--account', account, '--name', 'k', '--mode', 'live');
  const key = /live_\S+/.exec(made)?.[0] ?? '';
  const [execution] = await executionsOf(mill.instance);
  const [transaction] = await transactionsOf(mill.instance);
  const { items } = await mill.instance.call<{ items: { id: string }[] }>('GET', '/2026-02-01/destinations');
  for (const path of [
    `/2023-08-01/executions/${execution?.executionId}`,
    `/2023-08-01/executions/${execution?.executionId}/input`,
    `/2023-08-01/transactions/${transaction?.transactionId}`,
    `/2026-02-01/destinations/${items[0]?.id}`,
    `/2026-02-01/destinations/${items[0]?.id}/secret`,
  ]) {
    expect((await mill.instance.ask('GET', path, { key })).status, path).toBe(404);
  }
  for (const path of [
    '/2023-08-01/executions',
    '/2023-08-01/transactions',
    '/2026-02-01/destinations',
    '/2026-02-01/events',
  ]) {
    expect((await mill.instance.call<{ items: unknown[] }>('GET', path, { key })).items, path).toEqual([]);
  }
});

function filesBelow(path: string): readonly (readonly [name: string, text: string])[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((name) => [name, readFileSync(name, 'latin1')] as const);
}

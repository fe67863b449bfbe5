import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { claimBatch, order } from './documents.js';
import { Hook } from './hook.js';
import { Instance } from './instance.js';
import { becomePartners, bucketOf, interchangeIdOf, type Terms, type Trader } from './partners.js';
import { answerSet, orderSet, rawFile, wrongOrderSet } from './raw-file.js';
import { sendOverAs2 } from './send-over-as2.js';
import { arrived, documentOf, executionsOf, received, send, transactionsOf } from './trading.js';
import { until } from './until.js';
import { upload } from './upload.js';

/** Ways between the same two: `sftp` is partner A, `as2-sync` partner B, as far as the mill knows. */
const [A, B] = ['sftp', 'as2-sync'] as const;
const CLAIMS = { group: 'HC', set: '837', release: '005010X222A1' } as const;
const ORDERS = { group: 'PO', set: '850' } as const;
/** What the mill is told of. */
const EVENTS = ['transaction.processed.v2', 'acknowledgment.rejected', 'acknowledgment.overdue'];
const HOUR = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), 'ediloom-answers-'));
/** Milliseconds by which the clock of the mill goes ahead from its next start on. */
const ahead = join(folder, 'ahead');
let built: BuiltServer;
let hook: Hook;
let shop: Trader;
let mill: Trader;

const terms: Terms = {
  ways: [A, B],
  partnership: {
    expectedAcknowledgments: { functional: true, withinHours: 1 },
    processingConfiguration: { strategy: 'AllTransactions' },
  },
};

beforeAll(async () => {
  built = await sharedServer();
  hook = await Hook.open(folder);
  writeFileSync(ahead, '0');
  writeFileSync(join(folder, 'clock.mjs'), CLOCK);
  const start = async (name: Trader['name'], more: Readonly<Record<string, string>> = {}): Promise<Trader> => {
    mkdirSync(join(folder, name));
    return { name, instance: await Instance.start({ built, folder: join(folder, name), settings: more }) };
  };
  [shop, mill] = await Promise.all([
    start('shop'),
    start('mill', {
      TRUSTED_CA_FILE: hook.caFile,
      NODE_OPTIONS: `--import=file://${join(folder, 'clock.mjs')}`,
      CLOCK_AHEAD: ahead,
    }),
  ]);
  await becomePartners([shop, mill], terms);
  for (const [name, key] of [
    ['live', mill.instance.liveKey],
    ['test', mill.instance.testKey],
  ]) {
    const body = { name, destinationUrl: `${hook.url}/${name}`, eventTypes: EVENTS };
    await mill.instance.call('POST', '/2026-02-01/destinations', { body, ...(key === undefined ? {} : { key }) });
  }
});
afterAll(async () => {
  await Promise.all([shop.instance.kill(), mill.instance.kill(), hook.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Has a process believe in another time. */
const CLOCK = `
import { readFileSync } from 'node:fs';
const ahead = Number(readFileSync(process.env.CLOCK_AHEAD, 'utf8'));
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + ahead);
    else super(...given);
  }
  static now() {
    return Real.now() + ahead;
  }
};
`;

describe('an answer to claims', () => {
  const batches = ['B-ONE', 'B-TWO', 'B-THREE'];
  const states = () =>
    Promise.all(
      batches.map(async (one) => (await transactionsOf(mill.instance, `businessIdentifier=${one}`))[0]?.acknowledgment),
    );

  it('counts from who they went to alone, and a 999 rejects the sets that it names', { timeout: 0 }, async () => {
    const sent = await send(
      mill.instance,
      A,
      'claims',
      batches.map((batch) => claimBatch(batch, [`${batch}-CLAIM`])),
    );
    await until('the 999', async () => ((await states()).every((one) => one === 'accepted') ? true : undefined));
    const [, number = ''] = /GS\*HC(?:\*[^*]*){4}\*(\d+)/.exec(sent.edi) ?? [];
    const rejection = (isa: number) => ({
      ...{ number: isa, group: 'FA', release: '005010X231A1' },
      sets: [answerSet('999', { ...CLAIMS, number }, ['A', 'R*5', 'A'])],
    });
    // B says so in A's name, and in its own.
    const as2 = { from: interchangeIdOf('shop', B), to: interchangeIdOf('mill', B), as: shop.instance, mill };
    await sendOverAs2({ ...as2, content: rawFile(rejection(800)), name: 'forged-999.edi' });
    expect(await received(mill.instance, 'forged-999.edi')).toMatchObject({
      ...{ status: 'FAILED', faultCode: 'MISMATCHED_PARTNERSHIP_CONNECTION' },
    });
    await sendOverAs2({ ...as2, content: rawFile({ ...rejection(801), way: B }), name: 'own-999.edi' });
    expect((await received(mill.instance, 'own-999.edi')).faultCode).toBe('FILE_NOT_FOUND');
    expect(await states()).toEqual(['accepted', 'accepted', 'accepted']);
    await upload(mill.instance, A, 'a-999.edi', rawFile(rejection(802)));
    expect(await received(mill.instance, 'a-999.edi')).toMatchObject({ status: 'COMPLETED' });
    expect(await states()).toEqual(['accepted', 'rejected', 'accepted']);
  });
});

it('a file of another partner over AS2 is not handed over', { timeout: 0 }, async () => {
  const content = rawFile({ number: 810, sets: [orderSet('PO-AS2-FORGED')] });
  const [from, to] = [interchangeIdOf('shop', B), interchangeIdOf('mill', B)];
  await sendOverAs2({ from, to, as: shop.instance, mill, content, name: 'forged.edi' });
  expect(await received(mill.instance, 'forged.edi')).toMatchObject({
    ...{ status: 'FAILED', faultCode: 'MISMATCHED_PARTNERSHIP_CONNECTION' },
  });
  expect(await transactionsOf(mill.instance, 'businessIdentifier=PO-AS2-FORGED')).toEqual([]);
});

it('the same bytes by SFTP, and by AS2 under new Message-IDs, are handed over once', { timeout: 0 }, async () => {
  const [from, to] = ['SHOPTOO', 'MILLTOO'];
  const { certificatePem: publicCertificate, privateKeyPem: privateKey } = mill.instance.identity;
  const own = { publicCertificate, privateKey };
  const theirs = { publicCertificate: shop.instance.identity.certificatePem };
  await mill.instance.call('POST', `/2022-01-01/x12/partnerships/over-${A}/connections/as2`, {
    body: {
      ...{ name: 'as2 too', localAs2Id: to, partnerAs2Id: from, inboundSettings: { enabled: true } },
      ...{ localSigning: own, localEncryption: own, partnerSigning: theirs, partnerEncryption: theirs },
    },
  });
  const content = rawFile({ number: 820, sets: [orderSet('PO-BOTH')] });
  await upload(mill.instance, A, 'both.edi', content);
  expect(await received(mill.instance, 'both.edi')).toMatchObject({ status: 'COMPLETED' });
  await answer(/AK1\*PO\*820/);
  for (const name of ['by-as2.edi', 'by-as2-again.edi']) {
    await sendOverAs2({ from, to, as: shop.instance, mill, content, name });
    const twice = await received(mill.instance, name);
    expect(twice).toMatchObject({ status: 'FAILED', transactionCount: 0 });
    expect(twice.faultMessage).toContain('processed before');
    await answer(/TA1\*000000820\*.*\*R\*025/);
  }
  expect(await transactionsOf(mill.instance, 'businessIdentifier=PO-BOTH')).toHaveLength(1);
});

it('of three sets of which one is wrong none is stored, and the answer names that one', { timeout: 0 }, async () => {
  const sets = [orderSet('PO-ALL-1'), wrongOrderSet('PO-ALL-2'), orderSet('PO-ALL-3')];
  await upload(mill.instance, A, 'all.edi', rawFile({ number: 830, sets }));
  const all = await received(mill.instance, 'all.edi');
  expect(all).toMatchObject({ status: 'FAILED', transactionCount: 0 });
  for (const at of [1, 2, 3]) {
    expect(await transactionsOf(mill.instance, `businessIdentifier=PO-ALL-${at}`)).toEqual([]);
  }
  const reply = await answer(/AK1\*PO\*830/);
  expect(reply).toMatch(/AK9\*R\*3\*3\*0/);
  expect(reply.match(/AK2\*850\*\d+/g)).toEqual(['AK2*850*0002']);
});

it('a test is a test all the way, and production over a connection for tests is none', { timeout: 0 }, async () => {
  await upload(mill.instance, A, 'trial.edi', rawFile({ number: 840, usage: 'T', sets: [orderSet('PO-TRIAL')] }));
  await received(mill.instance, 'trial.edi');
  const [row] = await arrived(mill.instance, 'PO-TRIAL');
  expect(row).toMatchObject({ mode: 'test' });
  const asTest = { key: mill.instance.testKey };
  expect(await transactionsOf(mill.instance, 'businessIdentifier=PO-TRIAL', asTest)).toHaveLength(1);
  expect(await answer(/AK1\*PO\*840/)).toMatch(/^ISA[^~]*\*T\*.~/);
  await told(row?.transactionId);
  await mill.instance.call('POST', `/2022-01-01/x12/partnerships/over-${A}/connections/hosted-sftp`, {
    body: { name: 'trial', test: true, bucketName: bucketOf(mill), parentDirectory: A, inboundSubdirectory: 'trial' },
  });
  const content = rawFile({ number: 841, sets: [orderSet('PO-NO-TRIAL')] });
  await upload(mill.instance, A, 'production.edi', content, 'trial');
  expect(await received(mill.instance, 'production.edi')).toMatchObject({
    status: 'FAILED',
    faultCode: 'NOT_SUPPORTED',
  });
  expect(await transactionsOf(mill.instance, 'businessIdentifier=PO-NO-TRIAL')).toEqual([]);
  // Later than that of the test.
  await upload(mill.instance, A, 'live.edi', rawFile({ number: 842, sets: [orderSet('PO-LIVE')] }));
  const [live] = await arrived(mill.instance, 'PO-LIVE');
  expect(await told(live?.transactionId)).toEqual(['/hook/live']);
  expect(await told(row?.transactionId)).toEqual(['/hook/test']);
});

it('an answer that never comes raises one alert, and one that comes late clears it', { timeout: 0 }, async () => {
  // Nobody answers from now on.
  await becomePartners([shop, mill], { ...terms, partnership: { ...terms.partnership, ackConfiguration: undefined } });
  const sent = await send(mill.instance, A, 'orders', [order('PO-SILENT')]);
  await arrived(shop.instance, 'PO-SILENT');
  await arrived(mill.instance, 'PO-SILENT', { is: ({ acknowledgment }) => acknowledgment === 'awaited' });
  await settledDeliveries(sent.fileExecutionId);
  for (const hours of [2, 4]) {
    writeFileSync(ahead, String(hours * HOUR));
    for (const member of mill.instance.members) {
      await member.kill();
      await member.start();
    }
    await arrived(mill.instance, 'PO-SILENT', { is: ({ acknowledgment }) => acknowledgment === 'overdue' });
    await until('the alert', async () => (alerts(sent.fileExecutionId).length > 0 ? true : undefined));
  }
  const [, number = ''] = /GS\*PO(?:\*[^*]*){4}\*(\d+)/.exec(sent.edi) ?? [];
  const answer = answerSet('997', { ...ORDERS, number }, ['A']);
  await upload(mill.instance, A, 'late.edi', rawFile({ number: 850, group: 'FA', sets: [answer] }));
  await arrived(mill.instance, 'PO-SILENT', { is: ({ acknowledgment }) => acknowledgment === 'accepted' });
  expect(new Set(alerts(sent.fileExecutionId).map(({ id }) => id)).size).toBe(1);
  const { items } = await mill.instance.call<{ items: unknown[] }>(
    'GET',
    '/2026-02-01/events?eventType=acknowledgment.overdue',
  );
  expect(items).toHaveLength(1);
});

/** Waits until it is told of a transaction. @returns where to. */
function told(transactionId = '?'): Promise<readonly string[]> {
  return until('its event', async () => {
    const found = hook.delivered.filter(({ body }) => body.includes(transactionId));
    return found.length === 0 ? undefined : [...new Set(found.map(({ path }) => path))];
  });
}

function alerts(executionId: string) {
  return hook.delivered.filter(({ body }) => body.includes('acknowledgment.overdue') && body.includes(executionId));
}

/** Waits until a file is at the partner's as far as its sender knows, so that answers to it are awaited. */
function settledDeliveries(executionId: string) {
  return until('the delivery', async () => {
    const found = (await executionsOf(mill.instance)).find((one) => one.executionId === executionId);
    return found?.status === 'COMPLETED' ? true : undefined;
  });
}

/** Waits for the answer that says so, among the files that the mill has sent. */
async function answer(pattern: RegExp): Promise<string> {
  const read = new Map<string, string>();
  return until(`an answer like ${pattern}`, async () => {
    for (const { executionId, direction } of await executionsOf(mill.instance)) {
      if (direction !== 'OUTBOUND' || read.has(executionId)) continue;
      read.set(executionId, await documentOf(mill.instance, `executions/${executionId}/output`));
    }
    return [...read.values()].find((one) => pattern.test(one));
  });
}

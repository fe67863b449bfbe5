import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { claimAcknowledgment, claimBatch, order } from './documents.js';
import { Hook } from './hook.js';
import { Instance } from './instance.js';
import { becomePartners, partnershipIdOf, type Trader, WAYS, type Way } from './partners.js';
import { arrived, documentOf, numbersOf, send, settled, transactionsOf } from './trading.js';
import { until } from './until.js';

const folder = mkdtempSync(join(tmpdir(), 'ediloom-circle-'));
/** Over `polled` a file waits for the next look, a minute; EDILOOM_WAYS=polled runs it. */
const ways = (process.env.EDILOOM_WAYS?.split(',') as Way[] | undefined) ?? WAYS.filter((way) => way !== 'polled');
let built: BuiltServer;
let shop: Watched;
let mill: Watched;

/** With a receiver of its webhooks. */
interface Watched extends Trader {
  readonly hook: Hook;
  readonly secret: string;
}

beforeAll(async () => {
  built = await sharedServer();
  const start = async (name: Trader['name']): Promise<Watched> => {
    const own = join(folder, name);
    mkdirSync(own);
    const hook = await Hook.open(own);
    const settings = { TRUSTED_CA_FILE: hook.caFile };
    const instance = await Instance.start({ built, folder: own, settings });
    const eventTypes = ['transaction.processed.v2', 'file.processed', 'file.failed', 'acknowledgment.rejected'];
    const made = await instance.call<{ readonly signingSecret: string }>('POST', '/2026-02-01/destinations', {
      body: { name: 'hook', destinationUrl: hook.url, eventTypes, concurrencyLimit: 20 },
    });
    return { name, instance, hook, secret: made.signingSecret };
  };
  [shop, mill] = await Promise.all([start('shop'), start('mill')]);
  const partnership = { expectedAcknowledgments: { functional: true, claims: true } };
  await becomePartners([shop, mill], { ways, partnership });
});
afterAll(async () => {
  for (const { instance, hook } of [shop, mill]) {
    await instance.kill();
    await hook.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

/** What a list has is there. */
function must<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error('There is none.');
  return item;
}

describe.each(ways)('two instances that trade over %s', (way) => {
  it('an order goes out and its 997 comes back: both tell the same of it', { timeout: 0 }, async () => {
    const number = `PO-${way}`;
    const sent = await send(shop.instance, way, 'orders', [order(number)]);
    const ours = must(
      (await arrived(shop.instance, number, { is: ({ acknowledgment }) => acknowledgment === 'accepted' }))[0],
    );
    const theirs = must((await arrived(mill.instance, number))[0]);
    expect(ours.fileExecutionId).toBe(sent.fileExecutionId);
    expect(numbersOf(theirs)).toBe(numbersOf(ours));
    expect(theirs).toMatchObject({ direction: 'INBOUND', status: 'succeeded', mode: 'production' });
    expect(await documentOf(mill.instance, `executions/${theirs.fileExecutionId}/input`)).toBe(sent.edi);
    expect(await documentOf(shop.instance, `executions/${ours.fileExecutionId}/output`)).toBe(sent.edi);
    const read: unknown = JSON.parse(await documentOf(mill.instance, `transactions/${theirs.transactionId}/output`));
    expect(read).toMatchObject(order(number));
  });

  it('claims go out, their 999 and 277CA come back: the sender awaits both', { timeout: 0 }, async () => {
    const [batch, good, bad] = [`B-${way}`, `GOOD-${way}`, `BAD-${way}`];
    await send(shop.instance, way, 'claims', [claimBatch(batch, [good, bad])]);
    const [theirs] = await arrived(mill.instance, batch);
    const [ours] = await arrived(shop.instance, batch);
    expect(numbersOf(must(theirs))).toBe(numbersOf(must(ours)));
    await until('the 999', async () => {
      const answers = await transactionsOf(
        shop.instance,
        `direction=INBOUND&transactionSetId=999&partnershipId=over-${way}`,
      );
      return answers.length > 0 ? true : undefined;
    });
    expect((await arrived(shop.instance, batch))[0]?.acknowledgment).toBe('awaited');
    const claims = { [good]: 'accepted', [bad]: 'rejected' } as const;
    await send(mill.instance, way, 'answers', [claimAcknowledgment(`A-${way}`, { batch, claims })]);
    await arrived(shop.instance, batch, { is: ({ acknowledgment }) => acknowledgment === 'accepted-with-errors' });
  });

  it('both trace it: each delivery, and each answer', { timeout: 0 }, async () => {
    const number = `PO-${way}`;
    await settled(shop.instance);
    await settled(mill.instance);
    const [ours] = await arrived(shop.instance, number);
    const [theirs] = await arrived(mill.instance, number);
    const sent = await shop.instance.command('trace', must(ours).fileExecutionId);
    expect(sent).toMatch(new RegExp(`^Sent to ${partnershipIdOf(way)}, ISA13 \\d+: COMPLETED$`, 'm'));
    expect(sent).toMatch(/delivery 1: DELIVERED/);
    expect(sent).toMatch(/997: accepted/);
    if (way.startsWith('as2')) expect(sent).toMatch(/MDN|receipt/);
    const received = await mill.instance.command('trace', must(theirs).fileExecutionId);
    expect(received).toMatch(new RegExp(`^Received from ${partnershipIdOf(way)}, ISA13 \\d+: COMPLETED$`, 'm'));
    expect(received).toMatch(/997 delivery 1: DELIVERED/);
  });
});

it('webhooks tell of each transaction, by one event each, signed', { timeout: 0 }, async () => {
  for (const { instance, hook, secret } of [shop, mill]) {
    await settled(instance);
    const transactions = await transactionsOf(instance);
    const told = (id: string) =>
      hook.delivered.filter(({ body }) => body.includes('transaction.processed') && body.includes(id));
    await until('all to be told', async () => {
      return transactions.every(({ transactionId }) => told(transactionId).length > 0) ? true : undefined;
    });
    for (const { transactionId } of transactions) {
      expect(new Set(told(transactionId).map(({ id }) => id)).size, transactionId).toBe(1);
    }
    const webhook = new Webhook(secret);
    for (const { body, headers } of hook.delivered) expect(() => webhook.verify(body, headers)).not.toThrow();
  }
});

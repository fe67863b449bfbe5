import { lookup } from 'node:dns';
import { afterEach, describe, expect, it } from 'vitest';
import type { Journal, JournalEntry } from '../../../src/delivery/journal.js';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../src/delivery/payload.js';
import { mayHelpAgain } from '../../../src/delivery/retry.js';
import { transportReasonOf } from '../../../src/delivery/transport-error.js';
import { isX12Error } from '../../../src/model/error.js';
import { postOwedReceipt } from '../../../src/transports/as2/endpoint/owed-receipt.js';
import { type As2News, as2NewsIn } from '../../../src/transports/as2/journal-news.js';
import { Sides, transportTo, until } from './two-partners.js';

const sides = new Sides();
afterEach(() => sides.close());
const PAYLOAD = payloadOf('one', 'a.edi', new Uint8Array(2000));

/** A journal whose keeper does what its entries ask for: here it only lists that. */
function heard(): { readonly journal: Journal; readonly news: As2News[] } {
  const news: As2News[] = [];
  const journal = createMemoryJournal();
  const hear = (entry: JournalEntry): void => {
    const found = as2NewsIn(entry);
    if (found !== undefined) news.push(found);
  };
  return {
    news,
    journal: {
      read: (kind, id) => journal.read(kind, id),
      remove: (kind, id) => journal.remove(kind, id),
      list: (kind) => journal.list(kind),
      write: async (entry) => {
        await journal.write(entry);
        hear(entry);
      },
      add: async (entry) => {
        const before = await journal.add(entry);
        if (before === undefined) hear(entry);
        return before;
      },
    },
  };
}

async function two({ waitMinutes = 1 } = {}) {
  const [ours, theirs] = [heard(), heard()];
  const us = await sides.start('US', { journal: ours.journal });
  // Each of its partnerships could have another journal.
  const them = await sides.start('THEM', {
    endpoint: { journal: () => theirs.journal, receipts: { post: 'elsewhere', publicOnly: false } },
  });
  let ahead = 0;
  const steps: { on: (name: string) => Promise<void> } = { on: async () => {} };
  const transport = await transportTo(them, {
    journal: ours.journal,
    onStep: (name) => steps.on(name),
    asyncReceipts: 'leave',
    now: () => new Date(Date.now() + ahead),
    settings: { mdn: { mode: 'async', url: us.url, waitMinutes } },
  });
  const deliver = () => transport.deliver(PAYLOAD).catch((error: unknown) => error);
  const post = async (entryId: string) =>
    postOwedReceipt(entryId, { journal: theirs.journal, lookupFor: async () => lookup });
  const owed = (): string => theirs.news.flatMap((one) => (one.kind === 'receipt-owed' ? one.entryId : []))[0] ?? '';
  const skip = (ms: number): void => {
    ahead += ms;
  };
  return { us, them, ours, theirs, deliver, post, owed, skip, steps };
}

describe('a receipt that comes by itself, and that nobody waits for', () => {
  it('is owed in the journal, posted from elsewhere, and found by the delivery that asks again', async () => {
    const { us, them, ours, theirs, deliver, post, owed } = await two();
    const left = await deliver();
    expect([transportReasonOf(left), mayHelpAgain(left)]).toEqual(['mdn-awaited', true]);
    expect(isX12Error(left) && Date.parse(String(left.details.deadline))).toBeGreaterThan(Date.now());
    expect(theirs.news).toMatchObject([{ kind: 'receipt-owed', from: 'US', to: 'THEM' }]);
    expect(us.receipts).toEqual([]);
    // Asked again before it is there, nothing is sent.
    expect(transportReasonOf(await deliver())).toBe('mdn-awaited');
    expect(await post(owed())).toBe(true);
    await until(() => us.receipts.length === 1);
    expect(ours.news).toEqual([
      { kind: 'delivery-answered', connection: 'partner', payloadId: 'one', delivered: true },
    ]);
    expect(await deliver()).toMatchObject({ evidence: { disposition: 'processed' } });
    expect([them.files.length, them.wire.connections]).toEqual([1, 1]);
    expect(await post(owed())).toBe(false);
  });

  it('ends its attempt at the deadline; the next sends under the same Message-ID, and the receipt is owed anew', async () => {
    const { us, them, theirs, deliver, post, owed, skip } = await two();
    const left = await deliver();
    skip(61_000);
    const missed = await deliver();
    expect(transportReasonOf(missed)).toBe('mdn-missing');
    await post(owed());
    await until(() => us.receipts.length === 1);
    theirs.news.length = 0;
    // It came late, and the next attempt finds it.
    expect(await deliver()).toMatchObject({ evidence: { disposition: 'processed' } });
    expect([them.files.length, them.wire.connections]).toEqual([1, 1]);
    expect(isX12Error(left) && isX12Error(missed) && left.details.messageId === missed.details.messageId).toBe(true);
  });

  it('is owed once more to who sends again', async () => {
    const { us, them, theirs, deliver, post, owed, skip } = await two();
    await deliver();
    us.wire.fault = 'dropped';
    expect(transportReasonOf(await post(owed()).catch((error: unknown) => error))).toBeDefined();
    us.wire.fault = undefined;
    skip(61_000);
    await deliver();
    theirs.news.length = 0;
    expect(transportReasonOf(await deliver())).toBe('mdn-awaited');
    expect(theirs.news).toMatchObject([{ kind: 'receipt-owed' }]);
    expect(await post(owed())).toBe(true);
    await until(() => us.receipts.length === 1);
    expect(await deliver()).toMatchObject({ evidence: { disposition: 'processed' } });
    expect([them.files.length, them.wire.connections]).toEqual([1, 2]);
  });
});

describe('a payload that is not taken for now', () => {
  it('asks the sender to come again, without a receipt', async () => {
    const them = await sides.start('THEM', { take: (payload) => payload.reject('try-again') });
    const transport = await transportTo(them);
    expect(transportReasonOf(await transport.deliver(PAYLOAD).catch((error: unknown) => error))).toBe('server-busy');
  });

  it('is not forgotten where it comes in as the next attempt begins', async () => {
    const { us, them, deliver, post, owed, skip, steps } = await two();
    await deliver();
    skip(61_000);
    await deliver();
    steps.on = async (name) => {
      if (name !== 'forget receipt') return;
      await post(owed());
      await until(() => us.receipts.length === 1);
    };
    // The receipt that is owed to this attempt is not posted.
    expect(await deliver()).toMatchObject({ evidence: { disposition: 'processed' } });
    expect(them.files.length).toBe(1);
  });
});

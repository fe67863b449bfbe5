import { mkdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../src/delivery/payload.js';
import { mayHelpAgain } from '../../../src/delivery/retry.js';
import { outcomeOf, transportReasonOf } from '../../../src/delivery/transport-error.js';
import { createFileJournal } from '../../../src/stores/file-journal.js';
import { TemporaryFolder } from '../../cli/temporary-folder.js';
import { craft } from './crafted.js';
import { identitiesOfTwo, type Side, Sides, takeAll, transportTo, until } from './two-partners.js';

const sides = new Sides();
afterEach(() => sides.close());
const temporary = new TemporaryFolder();
const PAYLOAD = payloadOf('one', 'a.edi', new Uint8Array(2000));

function asynchronous(us: Pick<Side, 'url'>, waitMinutes = 1) {
  return { mdn: { mode: 'async', url: us.url, waitMinutes } as const };
}

describe('a receipt that comes by itself', () => {
  it('ends the delivery that waits for it', async () => {
    const journal = createMemoryJournal();
    const [us, them] = [await sides.start('US', { journal }), await sides.start('THEM')];
    // Looking takes an hour: it is told.
    const transport = await transportTo(them, { journal, settings: asynchronous(us), lookMs: 3_600_000 });
    const receipt = await transport.deliver(PAYLOAD);
    expect(receipt).toMatchObject({ already: false, evidence: { disposition: 'processed' } });
    expect(us.receipts).toMatchObject([{ connection: 'partner', payloadId: 'one', late: false }]);
    expect(await transport.deliver(PAYLOAD)).toMatchObject({ already: true, evidence: receipt.evidence });
    expect(them.wire.connections).toBe(1);
  });

  it('is found in the journal where another process takes it in', async () => {
    const directory = temporary.at('shared');
    mkdirSync(directory);
    const us = await sides.start('US', { journal: createFileJournal({ directory }) });
    const them = await sides.start('THEM');
    const transport = await transportTo(them, {
      journal: createFileJournal({ directory }),
      settings: asynchronous(us),
      lookMs: 10,
    });
    expect(await transport.deliver(PAYLOAD)).toMatchObject({ evidence: { disposition: 'processed' } });
  });

  it('that says no fails the delivery', async () => {
    const journal = createMemoryJournal();
    const us = await sides.start('US', { journal });
    const them = await sides.start('THEM', { take: (payload) => payload.reject('unsupported-format') });
    const transport = await transportTo(them, { journal, settings: asynchronous(us) });
    const error = await transport.deliver(PAYLOAD).catch((thrown: unknown) => thrown);
    expect([transportReasonOf(error), outcomeOf(error)]).toEqual(['mdn-failure', 'refused']);
  });

  it('and does not come ends in mdn-missing; when it comes late, the delivery is made and told', async () => {
    const journal = createMemoryJournal();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const us = await sides.start('US', { journal });
    // The receipt is held back on its way.
    const wait = async (): Promise<void> => gate;
    const them = await sides.start('THEM', { endpoint: { wait } });
    us.wire.fault = 'dropped';
    const transport = await transportTo(them, { journal, settings: asynchronous(us, 0.01) });
    const error = await transport.deliver(PAYLOAD).catch((thrown: unknown) => thrown);
    expect([transportReasonOf(error), mayHelpAgain(error)]).toEqual(['mdn-missing', true]);
    release();
    await until(() => us.receipts.length === 1);
    expect(us.receipts).toMatchObject([{ late: true, outcome: { delivered: true } }]);
    const entries = [];
    for await (const { state } of journal.list('delivery')) entries.push(state);
    expect(entries).toEqual(['delivered']);
    expect(await transport.deliver(PAYLOAD)).toMatchObject({ already: true });
    expect(them.wire.connections).toBe(1);
  });

  it('is waited for after a restart, and nothing is sent again before the deadline', async () => {
    const journal = createMemoryJournal();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const us = await sides.start('US', { journal });
    const them = await sides.start('THEM', { endpoint: { wait: async () => gate } });
    us.wire.fault = 'dropped';
    let isAwaiting = false;
    const onStep = (step: string): void => {
      isAwaiting ||= step === 'await';
    };
    const first = await transportTo(them, { journal, settings: asynchronous(us), onStep });
    const control = new AbortController();
    const stopped = first.deliver(PAYLOAD, control.signal).catch((error: unknown) => String(error));
    await until(() => isAwaiting && us.wire.connections === 1);
    control.abort();
    expect(await stopped).toMatch(/X12Error/);
    const second = await transportTo(them, { journal, settings: asynchronous(us) });
    const delivered = second.deliver(PAYLOAD);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(them.wire.connections).toBe(1);
    release();
    expect(await delivered).toMatchObject({ evidence: { disposition: 'processed' } });
    expect(them.wire.connections).toBe(1);
  });

  it('is asked for again after the deadline, under the same Message-ID, and comes again', async () => {
    const journal = createMemoryJournal();
    const us = await sides.start('US', { journal });
    const them = await sides.start('THEM', { endpoint: { receipts: { publicOnly: false, attempts: 1 } } });
    us.wire.fault = 'dropped';
    const transport = await transportTo(them, { journal, settings: asynchronous(us, 0.01) });
    expect(await transport.deliver(PAYLOAD).catch(transportReasonOf)).toBe('mdn-missing');
    expect(them.events).toMatchObject([{ kind: 'receipt-unsent' }]);
    expect(await transport.deliver(PAYLOAD)).toMatchObject({ evidence: { disposition: 'processed' } });
    expect(them.files).toHaveLength(1);
  });

  it('is sent by the next process where the first was killed', async () => {
    const theirs = createMemoryJournal();
    const journal = createMemoryJournal();
    const us = await sides.start('US', { journal });
    const first = await sides.start('THEM', {
      journal: theirs,
      endpoint: { receipts: { publicOnly: false, attempts: 1 } },
    });
    us.wire.fault = 'dropped';
    const transport = await transportTo(first, { journal, settings: asynchronous(us) });
    const delivered = transport.deliver(PAYLOAD);
    await until(() => first.events.length === 1);
    await first.close();
    // A server posts what is left when it begins to listen.
    const second = await sides.start('THEM', { journal: theirs });
    expect(await delivered).toMatchObject({ evidence: { disposition: 'processed' } });
    await until(() => us.receipts.length === 1);
    while ((await second.endpoint.resume()) > 0);
    expect(second.files).toHaveLength(0);
  });

  it('for nothing that was sent is told, and changes nothing', async () => {
    const us = await sides.start('US');
    const them = await sides.start('THEM');
    const { request } = await craft({ settings: asynchronous(us) });
    await them.endpoint.handle(request);
    await until(() => us.events.length > 0);
    expect(us.events).toMatchObject([{ kind: 'receipt-unmatched', messageId: expect.any(String) }]);
  });

  it('by the certificate of another does not end the delivery', async () => {
    const journal = createMemoryJournal();
    const keys = await identitiesOfTwo();
    const us = await sides.start('US', { journal });
    const them = await sides.start('THEM', {
      settings: {
        identities: [
          { identity: keys.THEM, use: 'encryption' },
          { identity: keys.OTHER, use: 'signing' },
        ],
      },
    });
    const transport = await transportTo(them, { journal, settings: asynchronous(us, 0.01) });
    expect(await transport.deliver(PAYLOAD).catch(transportReasonOf)).toBe('mdn-missing');
    expect(us.receipts).toMatchObject([{ outcome: { failure: { reason: 'mdn-untrusted' } } }]);
  });

  it('that comes twice is taken once, and one that says no after a yes changes nothing', async () => {
    const journal = createMemoryJournal();
    const us = await sides.start('US', { journal });
    const them = await sides.start('THEM', { take: takeAll });
    const transport = await transportTo(them, { journal, settings: asynchronous(us) });
    const { evidence } = await transport.deliver(PAYLOAD);
    // The same id with another content: the partner says no to that.
    const other = await craft({ settings: asynchronous(us), messageId: evidence?.messageId ?? '' });
    expect((await them.endpoint.handle(other.request)).status).toBe(200);
    await until(() => us.receipts.length === 2);
    expect(us.receipts[1]).toMatchObject({ outcome: { delivered: false } });
    expect(await transport.deliver(PAYLOAD)).toMatchObject({ already: true, evidence });
  });
});

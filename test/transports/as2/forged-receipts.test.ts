import { afterEach, describe, expect, it } from 'vitest';
import type { Journal } from '../../../src/delivery/journal.js';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../src/delivery/payload.js';
import { outcomeOf, transportReasonOf } from '../../../src/delivery/transport-error.js';
import { isX12Error } from '../../../src/model/error.js';
import { createAs2Transport } from '../../../src/transports/as2/as2-transport.js';
import type { As2Request } from '../../../src/transports/as2/endpoint/as2-exchange.js';
import { type OutboundMdn, writeMdn } from '../../../src/transports/as2/mdn/write-mdn.js';
import { pairsFrom } from '../../../src/transports/as2/mime/wire-headers.js';
import { createMemorySpool } from '../../../src/transports/as2/spool/memory-spool.js';
import { ScriptedPartner, type Seen } from './scripted-partner.js';
import { identitiesOfTwo, type Side, Sides, settingsOf, transportTo, until } from './two-partners.js';

const sides = new Sides();
afterEach(() => sides.close());
const PAYLOAD = payloadOf('one', 'a.edi', new Uint8Array(2000));

/** A receipt as anyone can write it who saw the ids of a transmission on its way. */
async function forged(originalMessageId: string, change: Partial<OutboundMdn> = {}): Promise<As2Request> {
  const { headers, body } = await writeMdn({
    reason: 'unsupported-format',
    from: 'THEM',
    to: 'US',
    originalMessageId,
    mic: undefined,
    reportingUa: 'someone',
    messageId: '<mdn@someone>',
    moment: new Date(),
    unique: 'forged',
    ...change,
  });
  async function* once() {
    yield body;
  }
  return { method: 'POST', headers: pairsFrom(headers), body: once(), address: '192.0.2.1' };
}

/** As whoever kept it posts it: the same signature over the same report, where asked between other boundaries. */
async function kept({ body, headers, ...rest }: As2Request): Promise<(boundary?: string) => As2Request> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks).toString('latin1');
  return (boundary = '=_signed-') => {
    const wrapped = (text: string): string => text.replaceAll('=_signed-', boundary);
    async function* once() {
      yield Buffer.from(wrapped(bytes), 'latin1');
    }
    return { ...rest, headers: headers.map(([name, value]) => [name, wrapped(value)] as const), body: once() };
  };
}

async function messageIdIn(journal: Journal): Promise<string> {
  for await (const { facts } of journal.list('delivery')) return String(facts.messageId);
  throw new Error('Nothing was delivered.');
}

/** A delivery that waits for its receipt, which the partner holds back until `release`. */
async function waiting(waitMinutes: number) {
  const journal = createMemoryJournal();
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const us: Side = await sides.start('US', { journal });
  const them = await sides.start('THEM', { endpoint: { wait: async () => gate } });
  us.wire.fault = 'dropped';
  let isAwaiting = false;
  const onStep = (step: string): void => {
    isAwaiting ||= step === 'await';
  };
  const mdn = { mode: 'async', url: us.url, waitMinutes } as const;
  const transport = await transportTo(them, { journal, settings: { mdn }, onStep });
  const delivered = transport.deliver(PAYLOAD).catch((error: unknown) => error);
  await until(() => isAwaiting && us.wire.connections === 1);
  return { us, them, transport, delivered, release, messageId: await messageIdIn(journal) };
}

describe('a receipt that the partner did not sign, where a signed one was asked for', () => {
  it('is told and changes nothing, whatever it says; the genuine one ends the delivery', async () => {
    const { us, delivered, release, messageId } = await waiting(1);
    const { OTHER } = await identitiesOfTwo();
    const send = async (id: string, change?: Partial<OutboundMdn>) =>
      (await us.endpoint.handle(await forged(id, change))).status;
    expect(await send(messageId)).toBe(200);
    expect(await send(messageId)).toBe(200);
    expect(await send(messageId, { signing: { identity: OTHER, algorithm: 'sha256' } })).toBe(200);
    expect(await send(messageId, { reason: 'processed' })).toBe(200);
    expect(await send('<other@us>')).toBe(404);
    expect(us.events.map(({ kind, address }) => [kind, address])).toEqual([
      ...Array.from({ length: 4 }, () => ['receipt-unproven', '192.0.2.1']),
      ['receipt-unmatched', '192.0.2.1'],
    ]);
    expect(us.receipts.map(({ counts }) => counts)).toEqual([false, false, false, false]);
    release();
    expect(await delivered).toMatchObject({ already: false, evidence: { disposition: 'processed' } });
    await until(() => us.receipts.length === 5);
    expect(us.receipts[4]).toMatchObject({ counts: true, late: false });
  });

  it('leaves it open what became of the transmission where no other comes, and the error tells what it said', async () => {
    const { us, transport, delivered, release, messageId } = await waiting(0.01);
    await us.endpoint.handle(await forged(messageId));
    const error = await delivered;
    expect([transportReasonOf(error), outcomeOf(error)]).toEqual(['mdn-missing', 'unknown']);
    expect(isX12Error(error) && error.details).toMatchObject({ unproven: 'failed/failure: unsupported format' });
    release();
    await until(() => us.receipts.length === 2);
    expect(await transport.deliver(PAYLOAD)).toMatchObject({ already: true });
    // After the delivery was proven it changes nothing either.
    await us.endpoint.handle(await forged(messageId));
    expect(await transport.deliver(PAYLOAD)).toMatchObject({ already: true });
  });
});

describe('a signed no that ended an earlier attempt', () => {
  it('posted again, however it is wrapped, says nothing of a later one; a new no does, and so does the yes', async () => {
    const journal = createMemoryJournal();
    const us = await sides.start('US', { journal });
    const { THEM } = await identitiesOfTwo();
    let sent: Seen | undefined;
    const partner = sides.keep(
      await new ScriptedPartner((seen) => {
        sent = seen;
        return { status: 200 };
      }).open(),
    );
    let waits = 0;
    const transport = createAs2Transport({
      ...{ connection: 'partner', journal, spool: createMemorySpool(), lookMs: 20 },
      partnership: settingsOf('US', await identitiesOfTwo(), {
        url: partner.url,
        mdn: { mode: 'async', url: us.url, waitMinutes: 1 },
      }),
      onStep: (step) => {
        if (step === 'await') waits++;
      },
    });
    const attempt = async (number: number) => {
      const delivered = transport.deliver(PAYLOAD).catch(transportReasonOf);
      await until(() => waits === number);
      return { delivered, messageId: sent?.head.messageId ?? '' };
    };
    const no = async (id: string, unique: string) =>
      kept(await forged(id, { unique, signing: { identity: THEM, algorithm: 'sha256' } }));
    const post = async (request: As2Request) => (await us.endpoint.handle(request)).status;

    const first = await attempt(1);
    const firstNo = await no(first.messageId, 'first');
    expect(await post(firstNo())).toBe(200);
    expect(await first.delivered).toBe('mdn-failure');

    const second = await attempt(2);
    expect(second.messageId).toBe(first.messageId);
    expect(await post(firstNo())).toBe(200);
    expect(await post(firstNo('=_again-'))).toBe(200);
    expect(us.receipts.map(({ counts }) => counts)).toEqual([true, false, false]);
    expect(us.events.map(({ kind }) => kind)).toEqual(['receipt-unproven', 'receipt-unproven']);
    const secondNo = await no(first.messageId, 'second');
    expect(await post(secondNo())).toBe(200);
    expect(await second.delivered).toBe('mdn-failure');

    const third = await attempt(3);
    for (const no of [firstNo, secondNo]) expect(await post(no())).toBe(200);
    expect(us.receipts.map(({ counts }) => counts)).toEqual([true, false, false, true, false, false]);
    const mdn = { reason: 'processed', mic: sent?.mic, signing: { identity: THEM, algorithm: 'sha256' } } as const;
    expect(await post(await forged(first.messageId, mdn))).toBe(200);
    expect(await third.delivered).toMatchObject({ evidence: { disposition: 'processed' } });
  });
});

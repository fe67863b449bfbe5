import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../src/delivery/memory-journal.js';
import type { OutboundPayload } from '../../src/delivery/payload.js';
import type { Receipt, Transport } from '../../src/delivery/transport.js';
import { transportError } from '../../src/delivery/transport-error.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { createMemoryTransport } from '../../src/transports/memory.js';
import { createMemoryFiles } from '../../src/transports/virtual-files/memory-files.js';
import { fixture } from '../cli/temporary-folder.js';

const guides = [await loadGuide('850-004010')];
const engine = createEngine({ guides });
const order = await engine.parse(readFileSync(fixture('purchase-order-850')));

function partner() {
  const files = createMemoryFiles();
  const directory = '/shared';
  return {
    files,
    transport: createMemoryTransport({
      files,
      journal: createMemoryJournal(),
      outbound: { directory },
      inbound: { directory, stableMs: 0 },
    }),
  };
}

/** Fails some times, and keeps what it was given. */
function failing(times: number): { transport: Transport; given: Uint8Array[] } {
  const given: Uint8Array[] = [];
  const { transport } = partner();
  const deliver = async (payload: OutboundPayload): Promise<Receipt> => {
    for await (const bytes of payload.open()) given.push(bytes.slice());
    if (given.length <= times) throw transportError('connection-lost');
    return transport.deliver(payload);
  };
  return { given, transport: { ...bare(transport), deliver } };
}

function bare(transport: Transport): Transport {
  return {
    kind: transport.kind,
    deliver: (payload) => transport.deliver(payload),
    receive: (signal) => transport.receive(signal),
    check: () => transport.check(),
    close: () => transport.close(),
  };
}

describe('send', () => {
  it('writes a document and delivers it once', async () => {
    const { transport, files } = partner();
    const options = { transport, id: '1', name: 'order.edi' };
    const first = await engine.send(order, options);
    expect(first.receipt).toMatchObject({ name: 'order.edi', size: first.bytes.length, already: false });
    expect((await engine.send(order, options)).receipt.already).toBe(true);
    expect((await files.list('/shared')).map(({ name }) => name)).toEqual(['order.edi']);
  });

  it('gives the same bytes to every attempt', async () => {
    const { transport, given } = failing(2);
    const retries = { wait: async () => undefined, random: () => 0 };
    const sent = await engine.send(order, { transport, id: '1', name: 'order.edi', retries });
    expect(given).toHaveLength(3);
    expect(new Set(given.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(1);
    expect(Buffer.from(given[0] ?? []).equals(sent.bytes)).toBe(true);
  });

  it('tries once without retries', async () => {
    const { transport, given } = failing(1);
    const sending = engine.send(order, { transport, id: '1', name: 'order.edi' });
    await expect(sending).rejects.toMatchObject({ code: 'X12_TRANSPORT_UNAVAILABLE' });
    expect(given).toHaveLength(1);
  });

  it('delivers nothing that has errors', async () => {
    const { transport, given } = failing(0);
    const broken = JSON.parse(JSON.stringify(order).replace(/"purchase_order_number_03":"[^"]*",?/, ''));
    const sending = engine.send(broken, { transport, id: '1', name: 'order.edi' });
    await expect(sending).rejects.toMatchObject({ code: 'X12_DATA_INVALID' });
    expect(given).toHaveLength(0);
  });

  it('is ended by its signal', async () => {
    const { transport } = failing(9);
    const controller = new AbortController();
    const retries = { wait: async () => controller.abort(), random: () => 0 };
    const sending = engine.send(order, { transport, id: '1', name: 'a', retries, signal: controller.signal });
    await expect(sending).rejects.toMatchObject({ code: 'X12_ABORTED' });
  });
});

describe('receive', () => {
  it('reads what came in every way, and lets it go when it is accepted', async () => {
    const { transport, files } = partner();
    await engine.send(order, { transport, id: '1', name: 'order.edi' });
    const seen: unknown[] = [];
    for await (const received of engine.receive(transport)) {
      const document = await received.parse();
      const [reply] = await received.acknowledge();
      const { valid } = await received.validate();
      let events = 0;
      for await (const _ of received.stream()) events++;
      seen.push([received.name, document.interchanges.length, reply?.groups[0]?.verdict, valid, events > 3]);
      expect(await files.list('/shared')).toHaveLength(1);
      await received.accept();
    }
    expect(seen).toEqual([['order.edi', 1, 'A', true, true]]);
    expect(await files.list('/shared')).toEqual([]);
  });

  it('leaves what was rejected, and what is no X12', async () => {
    const { transport, files } = partner();
    await transport.deliver({
      id: '1',
      name: 'a.txt',
      async *open() {
        yield Buffer.from('hello');
      },
    });
    for await (const received of engine.receive(transport)) {
      await expect(received.parse()).rejects.toMatchObject({ code: 'X12_NOT_AN_INTERCHANGE' });
      await received.reject('unsupported-format');
    }
    expect(await files.list('/shared')).toHaveLength(1);
  });
});

import type { InboundPayload } from '../delivery/payload.js';
import type { Transport } from '../delivery/transport.js';
import { transportReasonOf } from '../delivery/transport-error.js';
import { demand, demandBytes, demandCode, demandEqual, thrownBy } from './contract-check.js';
import type { TransportChecks, TransportHarness } from './transport-harness.js';
import { allOf, bytesOf, withTransport } from './transport-steps.js';

const RECEIVE: TransportChecks['checks'] = {
  async 'receives what the partner offers, to the byte'(harness) {
    const bytes = bytesOf(700_001);
    await harness.place?.('a.edi', bytes);
    await withTransport(harness, async (transport) => {
      for await (const payload of transport.receive()) {
        demandEqual(payload.name, 'a.edi', 'the name');
        demand(payload.size === undefined || payload.size === bytes.length, 'the size is not that of the file');
        demand(
          payload.id !== '' && Object.keys(payload.origin).length > 0,
          'the payload does not say where it is from',
        );
        demandBytes(await allOf(payload), bytes, 'the file');
        await payload.accept();
        return;
      }
      demand(false, 'nothing was received');
    });
  },
  async 'can be read again, and twice at once'(harness) {
    const bytes = bytesOf(700_001);
    await harness.place?.('a.edi', bytes);
    await withTransport(harness, async (transport) => {
      for await (const payload of transport.receive()) {
        for await (const chunk of payload.open()) {
          demand(chunk.length > 0, 'a chunk is empty');
          break;
        }
        for (const read of await Promise.all([allOf(payload), allOf(payload)])) demandBytes(read, bytes, 'the file');
        await payload.accept();
        await payload.accept();
        return;
      }
      demand(false, 'nothing was received');
    });
  },
  async 'ends by the signal'(harness) {
    await harness.place?.('a.edi', bytesOf(10));
    await withTransport(harness, async (transport) => {
      const before = AbortSignal.abort();
      await demandCode('X12_ABORTED', () => firstOf(transport, before), 'receiving with an aborted signal');
      const control = new AbortController();
      const receive = async () => {
        for await (const _ of transport.receive(control.signal)) control.abort();
      };
      await demandCode('X12_ABORTED', receive, 'receiving');
    });
  },
  async 'receives nothing once it is closed'(harness) {
    await harness.place?.('a.edi', bytesOf(10));
    const transport = await harness.transport();
    await transport.close();
    demandEqual(transportReasonOf(await thrownBy(() => firstOf(transport), 'receiving')), 'closed', 'the reason');
  },
};

const INBOX: TransportChecks['checks'] = {
  async 'takes what is accepted away, and only then'(harness) {
    await placeThree(harness);
    await withTransport(harness, async (transport) => {
      const left: number[] = [];
      const names: string[] = [];
      for await (const payload of transport.receive()) {
        names.push(payload.name);
        await allOf(payload);
        left.push((await harness.inbox?.())?.length ?? -1);
        await payload.accept();
        left.push((await harness.inbox?.())?.length ?? -1);
      }
      demandEqual(names, ['a.edi', 'b.edi', 'c.edi'], 'the names, in order');
      demandEqual(left, [3, 2, 2, 1, 1, 0], 'how many files were left before and after each was accepted');
      demandEqual(await firstOf(transport), undefined, 'what is received then');
    });
  },
  async 'leaves what was neither accepted nor rejected, and offers it again under the same id'(harness) {
    await placeThree(harness);
    const rounds: (readonly string[])[] = [];
    for (let round = 0; round < 2; round++) {
      await withTransport(harness, async (transport) => {
        const ids: string[] = [];
        for await (const payload of transport.receive()) ids.push(payload.id);
        rounds.push(ids);
      });
    }
    demandEqual(rounds[1], rounds[0], 'the ids of the second round');
    demandEqual(new Set(rounds[0]).size, 3, 'how many ids there are');
    demandEqual((await harness.inbox?.())?.length, 3, 'how many files are left');
  },
  async 'accepts one that was never read'(harness) {
    await placeThree(harness);
    await withTransport(harness, async (transport) => {
      for await (const payload of transport.receive()) if (payload.name === 'b.edi') await payload.accept();
      demandEqual([...((await harness.inbox?.()) ?? [])].sort(), ['a.edi', 'c.edi'], 'what is left');
    });
  },
  async 'leaves what is rejected'(harness) {
    await placeThree(harness);
    await withTransport(harness, async (transport) => {
      for await (const payload of transport.receive()) {
        await payload.reject('unsupported-format');
        // The first of both counts.
        await payload.accept();
      }
      demandEqual((await harness.inbox?.())?.length, 3, 'how many files are left');
      demandEqual((await firstOf(transport))?.name, 'a.edi', 'what is received then');
    });
  },
  async 'stops where the loop is left'(harness) {
    await placeThree(harness);
    await withTransport(harness, async (transport) => {
      for await (const payload of transport.receive()) {
        await payload.accept();
        break;
      }
      demandEqual([...((await harness.inbox?.()) ?? [])].sort(), ['b.edi', 'c.edi'], 'what is left');
    });
  },
  async 'offers the next file of the same name as another'(harness) {
    await withTransport(harness, async (transport) => {
      const ids = new Set<string>();
      for (let turn = 0; turn < 3; turn++) {
        await harness.place?.('a.edi', bytesOf(10));
        for await (const payload of transport.receive()) {
          ids.add(payload.id);
          demandBytes(await allOf(payload), bytesOf(10), 'the file');
          await payload.accept();
        }
      }
      demandEqual(ids.size, 3, 'how many ids there were');
    });
  },
  async 'cannot be settled once the next was asked for'(harness) {
    await placeThree(harness);
    await withTransport(harness, async (transport) => {
      const all: InboundPayload[] = [];
      for await (const payload of transport.receive()) all.push(payload);
      await thrownBy(async () => all[0]?.accept(), 'accepting it later');
      demandEqual((await harness.inbox?.())?.length, 3, 'how many files are left');
    });
  },
};

export const receivingChecks: readonly TransportChecks[] = [
  { needs: ['receive'], checks: RECEIVE },
  { needs: ['receive', 'inbox'], checks: INBOX },
];

async function placeThree(harness: TransportHarness): Promise<void> {
  for (const name of ['b.edi', 'a.edi', 'c.edi']) await harness.place?.(name, bytesOf(name.charCodeAt(0)));
}

async function firstOf(transport: Transport, signal?: AbortSignal): Promise<InboundPayload | undefined> {
  for await (const payload of transport.receive(signal)) return payload;
  return undefined;
}

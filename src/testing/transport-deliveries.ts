import { type OutboundPayload, payloadOf } from '../delivery/payload.js';
import { transportReasonOf } from '../delivery/transport-error.js';
import { demand, demandCode, demandEqual, thrownBy } from './contract-check.js';
import type { TransportChecks } from './transport-harness.js';
import { bytesOf, demandArrived, demandFailure, withTransport } from './transport-steps.js';

const ALWAYS: TransportChecks['checks'] = {
  async 'delivers nothing, one byte and 5 MB whole'(harness) {
    await withTransport(harness, async (transport) => {
      const files = [0, 1, 5_000_003].map((size) => ({ name: `size-${size}.edi`, bytes: bytesOf(size) }));
      for (const { name, bytes } of files) {
        const receipt = await transport.deliver(payloadOf(`id ${name}`, name, bytes));
        demandEqual([receipt.id, receipt.size, receipt.already], [`id ${name}`, bytes.length, false], 'the receipt');
        demandEqual(receipt.sha256, await sha256Of(bytes), 'the hash in the receipt');
      }
      await demandArrived(harness, files);
    });
  },
  async 'changes no byte'(harness) {
    const every = Uint8Array.from({ length: 70_000 }, (_, i) => (i < 512 ? i >> 1 : (i * 7) & 255));
    const lines = new TextEncoder().encode('ISA*00~\r\nGS*\n\r~\r\r\n.\r\n..\n--x--\r\nFrom y\r\n');
    await withTransport(harness, async (transport) => {
      await transport.deliver(payloadOf('every', 'every.bin', every));
      await transport.deliver(payloadOf('lines', 'lines.edi', lines));
      await demandArrived(harness, [
        { name: 'every.bin', bytes: every },
        { name: 'lines.edi', bytes: lines },
      ]);
    });
  },
  async 'delivers once under one id, after a restart too'(harness) {
    const payload = payloadOf('once', 'a.edi', bytesOf(1000));
    const first = await withTransport(harness, (transport) => transport.deliver(payload));
    await withTransport(harness, async (transport) => {
      for (let again = 0; again < 2; again++) {
        const receipt = await transport.deliver(payload);
        demandEqual(
          [receipt.already, receipt.name, receipt.sha256],
          [true, first.name, first.sha256],
          'a later receipt',
        );
      }
      await demandArrived(harness, [{ name: 'a.edi', bytes: bytesOf(1000) }]);
    });
  },
  async 'refuses other bytes under an id that was delivered'(harness) {
    await withTransport(harness, async (transport) => {
      await transport.deliver(payloadOf('id', 'a.edi', bytesOf(10)));
      await demandFailure(transport, payloadOf('id', 'a.edi', bytesOf(11)), 'payload-changed');
      await demandFailure(transport, payloadOf('id', 'a.edi', bytesOf(10).reverse()), 'payload-changed');
      await demandArrived(harness, [{ name: 'a.edi', bytes: bytesOf(10) }]);
    });
  },
  async 'delivers once to two who ask at once'(harness) {
    await withTransport(harness, async (transport) => {
      const payload = payloadOf('id', 'a.edi', bytesOf(100_000));
      const receipts = await Promise.all([transport.deliver(payload), transport.deliver(payload)]);
      demandEqual(receipts.map(({ already }) => already).sort(), [false, true], 'who delivered');
      await demandArrived(harness, [{ name: 'a.edi', bytes: bytesOf(100_000) }]);
    });
  },
  async 'delivers several at once'(harness) {
    await withTransport(harness, async (transport) => {
      const files = Array.from({ length: 8 }, (_, i) => ({ name: `${i}.edi`, bytes: bytesOf(1000 + i * 50_000) }));
      await Promise.all(files.map(({ name, bytes }) => transport.deliver(payloadOf(name, name, bytes))));
      await demandArrived(harness, files);
    });
  },
  async 'shows nothing under a final name before it is whole'(harness) {
    await withTransport(harness, async (transport) => {
      const seen: number[] = [];
      const bytes = bytesOf(400_000);
      const payload = inPieces('id', 'a.edi', bytes, async () => {
        seen.push((await harness.arrived()).length);
      });
      await transport.deliver(payload);
      demand(seen.length >= 4, 'the payload was not read piece by piece');
      demandEqual(
        seen.filter((count) => count > 0),
        [],
        'how many files were there before the last piece',
      );
      await demandArrived(harness, [{ name: 'a.edi', bytes }]);
    });
  },
  async 'tells of a payload that cannot be read, and delivers it once it can'(harness) {
    await withTransport(harness, async (transport) => {
      const bytes = bytesOf(400_000);
      for (const after of [0, 1, 3]) {
        const broken = inPieces('id', 'a.edi', bytes, async (piece) => {
          if (piece === after) throw new Error('the disk of the sender failed');
        });
        await demandFailure(transport, broken, 'payload-unreadable');
        await demandArrived(harness, []);
      }
      await transport.deliver(payloadOf('id', 'a.edi', bytes));
      await demandArrived(harness, [{ name: 'a.edi', bytes }]);
    });
  },
  async 'tells of a payload that fails at its second reading'(harness) {
    await withTransport(harness, async (transport) => {
      const bytes = bytesOf(400_000);
      let openings = 0;
      const payload: OutboundPayload = {
        id: 'id',
        name: 'a.edi',
        async *open() {
          const broken = ++openings === 2;
          yield bytes.subarray(0, 200_000);
          if (broken) throw new Error('the disk of the sender failed');
          yield bytes.subarray(200_000);
        },
      };
      const receipt = await transport.deliver(payload).catch((error: unknown) => error);
      if (openings > 1) {
        demandEqual(transportReasonOf(receipt), 'payload-unreadable', 'the reason');
        await demandArrived(harness, []);
        await transport.deliver(payload);
      }
      await demandArrived(harness, [{ name: 'a.edi', bytes }]);
    });
  },
  async 'ends by the signal before it begins'(harness) {
    await withTransport(harness, async (transport) => {
      const signal = AbortSignal.abort();
      const payload = payloadOf('id', 'a.edi', bytesOf(10));
      await demandCode('X12_ABORTED', () => transport.deliver(payload, signal), 'a delivery with an aborted signal');
      await demandArrived(harness, []);
    });
  },
  async 'ends by the signal in the middle, and delivers once after that'(harness) {
    await withTransport(harness, async (transport) => {
      const bytes = bytesOf(400_000);
      for (const at of [1, 5, 6]) {
        const control = new AbortController();
        let pieces = 0;
        const payload = inPieces('id', 'a.edi', bytes, async () => {
          if (++pieces === at) control.abort();
        });
        const end: unknown = await transport.deliver(payload, control.signal).catch((error: unknown) => error);
        // One that reads the payload less often was done before the signal.
        if (pieces < at) break;
        await demandCode('X12_ABORTED', () => Promise.reject(end), 'an aborted delivery');
        await demandArrived(harness, []);
      }
      await transport.deliver(payloadOf('id', 'a.edi', bytes));
      await demandArrived(harness, [{ name: 'a.edi', bytes }]);
    });
  },
  async 'checks the partner, and changes nothing'(harness) {
    await withTransport(harness, async (transport) => {
      const report = await transport.check();
      demand(report.ok, `the check failed: ${JSON.stringify(report.steps)}`);
      demandEqual(report.kind, transport.kind, 'the kind in the report');
      demand(report.steps.length > 0 && report.steps.every(({ ok }) => ok), 'a step failed, and the report is ok');
      await demandArrived(harness, []);
    });
  },
  async 'does nothing once it is closed'(harness) {
    const transport = await harness.transport();
    await transport.close();
    await transport.close();
    await demandFailure(transport, payloadOf('id', 'a.edi', bytesOf(10)), 'closed');
    await demandArrived(harness, []);
  },
  async 'ends a delivery under way when it is closed'(harness) {
    const transport = await harness.transport();
    const bytes = bytesOf(400_000);
    let closing: Promise<void> | undefined;
    const payload = inPieces('id', 'a.edi', bytes, async () => {
      closing ??= transport.close();
    });
    await thrownBy(() => transport.deliver(payload), 'a delivery under way');
    await closing;
    await demandArrived(harness, []);
    await withTransport(harness, (again) => again.deliver(payloadOf('id', 'a.edi', bytes)));
    await demandArrived(harness, [{ name: 'a.edi', bytes }]);
  },
};

export const deliveryChecks: readonly TransportChecks[] = [{ needs: [], checks: ALWAYS }];

/** A payload of four pieces; `before` is called ahead of each, with 0 for the first. */
function inPieces(
  id: string,
  name: string,
  bytes: Uint8Array,
  before: (piece: number) => Promise<void>,
): OutboundPayload {
  return {
    id,
    name,
    size: bytes.length,
    async *open() {
      const length = Math.ceil(bytes.length / 4);
      for (let piece = 0; piece < 4; piece++) {
        await before(piece);
        yield bytes.subarray(piece * length, (piece + 1) * length);
      }
    },
  };
}

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

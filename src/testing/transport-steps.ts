import type { InboundPayload, OutboundPayload } from '../delivery/payload.js';
import type { Transport } from '../delivery/transport.js';
import { transportReasonOf } from '../delivery/transport-error.js';
import type { TransportReason } from '../delivery/transport-reasons.js';
import { demandBytes, demandEqual, thrownBy } from './contract-check.js';
import type { TransportHarness } from './transport-harness.js';

/** Works with one transport, and closes it. */
export async function withTransport<T>(
  harness: TransportHarness,
  work: (transport: Transport) => Promise<T>,
): Promise<T> {
  const transport = await harness.transport();
  try {
    return await work(transport);
  } finally {
    await transport.close();
  }
}

/** All bytes of a payload. */
export async function allOf(payload: InboundPayload): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of payload.open()) chunks.push(chunk);
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** The same for the same size, and with few repetitions. */
export function bytesOf(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => (i * 131 + (i >> 7) + size) & 255);
}

/** The delivery must fail for that reason. */
export async function demandFailure(
  transport: Transport,
  payload: OutboundPayload,
  reason: TransportReason,
): Promise<void> {
  const error = await thrownBy(() => transport.deliver(payload), 'the delivery');
  demandEqual(transportReasonOf(error), reason, 'the reason');
}

/** Exactly these files, in any order. */
export async function demandArrived(
  harness: TransportHarness,
  expected: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<void> {
  const arrived = await harness.arrived();
  const names = (files: readonly { readonly name: string }[]) => files.map(({ name }) => name).sort();
  demandEqual(names(arrived), names(expected), 'what arrived');
  for (const { name, bytes } of expected) {
    const file = arrived.find((one) => one.name === name);
    demandBytes(file?.bytes ?? new Uint8Array(0), bytes, name);
  }
}

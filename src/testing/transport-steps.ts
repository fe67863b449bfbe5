import type { InboundPayload } from '../delivery/payload.js';
import type { Transport } from '../delivery/transport.js';
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

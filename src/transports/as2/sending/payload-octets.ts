import { createHash } from 'node:crypto';
import { throwIfAborted } from '../../../delivery/aborted.js';
import type { Payload } from '../../../delivery/payload.js';
import { transportError } from '../../../delivery/transport-error.js';
import { type Digest, openPayload, payloadUnreadable } from '../../files/hashing.js';
import type { Octets } from '../spool/octets.js';

/** A payload whose size and hash are known, as octets that are read more than once. */
export class PayloadOctets implements Octets {
  readonly size: number;
  readonly #payload: Payload;
  readonly #digest: Digest;
  readonly #signal: AbortSignal | undefined;
  /** From now on a reading that gives other bytes throws before its last chunk: what is whole at the partner is the payload. */
  checked = false;

  constructor(payload: Payload, digest: Digest, signal: AbortSignal | undefined) {
    this.size = digest.size;
    this.#payload = payload;
    this.#digest = digest;
    this.#signal = signal;
  }

  async *open(start = 0, end = this.size): AsyncGenerator<Uint8Array> {
    let offset = 0;
    for await (const chunk of this.checked ? this.#proven() : this.#chunks()) {
      const piece = chunk.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
      offset += chunk.length;
      if (piece.length > 0) yield piece;
      if (offset >= end && end < this.size) return;
    }
    if (offset !== this.size) throw transportError('source-changed');
  }

  async *#proven(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let held: Uint8Array | undefined;
    for await (const chunk of this.#chunks()) {
      if (held !== undefined) yield held;
      hash.update(chunk);
      held = chunk;
    }
    if (hash.digest('hex') !== this.#digest.sha256) throw transportError('source-changed');
    if (held !== undefined) yield held;
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    const chunks = openPayload(this.#payload);
    try {
      for (;;) {
        throwIfAborted(this.#signal);
        const next = await chunks.next().catch((error: unknown) => {
          throw payloadUnreadable(error);
        });
        throwIfAborted(this.#signal);
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await chunks.return(undefined).catch(() => undefined);
    }
  }
}

/**
 * Octets that can be read more than once and whose number is known: the currency of everything in AS2, so that a transmission
 * of any size is never held in memory. A part of them, several in a row, and what a cipher makes of them, are octets as well.
 */
export interface Octets {
  readonly size: number;
  /** Reads those from `start` (default 0) up to, not including, `end` (default `size`). */
  open(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** Where octets of unknown number are put while they come in: memory, a temporary file. */
export interface Spool {
  create(): Promise<SpoolWriter>;
}

export interface SpoolWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** No more comes; what was written can be read until `discard`. */
  finish(): Promise<Octets>;
  /** Gives the room back; may be called at any time and again. */
  discard(): Promise<void>;
}

export function octetsOf(bytes: Uint8Array): Octets {
  return {
    size: bytes.length,
    async *open(start = 0, end = bytes.length) {
      if (end > start) yield bytes.subarray(start, end);
    },
  };
}

/** Those from `start` up to, not including, `end`. */
export function sliceOctets(octets: Octets, start: number, end = octets.size): Octets {
  const size = Math.max(0, end - start);
  return { size, open: (from = 0, to = size) => octets.open(start + from, start + Math.min(to, size)) };
}

/** Several in a row. */
export function joinOctets(parts: readonly Octets[]): Octets {
  return {
    size: parts.reduce((sum, part) => sum + part.size, 0),
    async *open(start = 0, end = Number.POSITIVE_INFINITY) {
      let before = 0;
      for (const part of parts) {
        const from = Math.max(0, start - before);
        const to = Math.min(part.size, end - before);
        if (from < to) yield* part.open(from, to);
        before += part.size;
      }
    },
  };
}

/** All of them at once. @throws RangeError beyond `limit` bytes. */
export async function readOctets(octets: Octets, limit: number): Promise<Uint8Array> {
  if (octets.size > limit) throw new RangeError(`More than ${limit} octets.`);
  const all = new Uint8Array(octets.size);
  let filled = 0;
  for await (const chunk of octets.open()) {
    all.set(chunk, filled);
    filled += chunk.length;
  }
  return all;
}

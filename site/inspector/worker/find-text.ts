import type { Pause } from './pause.js';

/** Bytes between two looks at the clock. */
const LOOK = 1 << 16;

export interface FindOptions {
  /** Where to begin; when going back, the last place that counts. */
  readonly from: number;
  readonly back: boolean;
  readonly pause?: Pause | undefined;
}

/**
 * The byte at which a text is found next, without regard to the case of Latin letters. No byte is looked at twice, whatever the
 * text is: where a match breaks off, `falls` says how much of it still holds (the search of Knuth, Morris and Pratt).
 */
export async function findText(
  bytes: Uint8Array,
  text: string,
  { from, back, pause }: FindOptions,
): Promise<number | undefined> {
  const wanted = new TextEncoder().encode(text).map(lower);
  const { length } = wanted;
  if (length === 0 || length > bytes.length) return undefined;
  // Going back, both are read from behind.
  if (back) wanted.reverse();
  const falls = fallsOf(wanted);
  const step = back ? -1 : 1;
  let matched = 0;
  for (
    let at = back ? Math.min(from + length, bytes.length) - 1 : Math.max(from, 0);
    at >= 0 && at < bytes.length;
    at += step
  ) {
    const byte = lower(bytes[at] ?? 0);
    while (matched > 0 && byte !== wanted[matched]) matched = falls[matched - 1] ?? 0;
    if (byte === wanted[matched]) matched++;
    if (matched === length) return back ? at : at - length + 1;
    if (at % LOOK === 0) await pause?.turn();
  }
  return undefined;
}

/** For each beginning of the text: how long a shorter beginning is that it ends with. */
function fallsOf(wanted: Uint8Array): Int32Array {
  const falls = new Int32Array(wanted.length);
  for (let i = 1, length = 0; i < wanted.length; i++) {
    while (length > 0 && wanted[i] !== wanted[length]) length = falls[length - 1] ?? 0;
    if (wanted[i] === wanted[length]) length++;
    falls[i] = length;
  }
  return falls;
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

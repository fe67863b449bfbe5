/**
 * The byte at which a text is found next, without regard to the case of Latin letters.
 * @param from where to begin; when going back, the last place that counts.
 */
export function findText(bytes: Uint8Array, text: string, from: number, back: boolean): number | undefined {
  const wanted = new TextEncoder().encode(text).map(lower);
  const first = wanted[0];
  if (first === undefined || wanted.length > bytes.length) return undefined;
  const step = back ? -1 : 1;
  const last = bytes.length - wanted.length;
  for (let at = Math.min(from, last); at >= 0 && at <= last; at += step) {
    if (lower(bytes[at] ?? 0) === first && matches(bytes, at, wanted)) return at;
  }
  return undefined;
}

function matches(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = 1; i < wanted.length; i++) if (lower(bytes[at + i] ?? 0) !== wanted[i]) return false;
  return true;
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

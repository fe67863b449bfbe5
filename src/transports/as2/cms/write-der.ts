import { concat, TAG } from './der.js';

/** Tag and length before `length` bytes of content. */
export function derHeader(tag: number, length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(tag, length);
  const bytes: number[] = [];
  // Not by shifts: contents may be longer than 32 bits can say.
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.of(tag, 0x80 | bytes.length, ...bytes);
}

/** An element of these parts. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return concat([derHeader(tag, length), ...parts]);
}

export function derSequence(...parts: readonly Uint8Array[]): Uint8Array {
  return der(TAG.sequence, ...parts);
}

/** DER: the members of a SET OF are sorted by their bytes. */
export function derSetOf(members: readonly Uint8Array[], tag: number = TAG.set): Uint8Array {
  return der(tag, ...[...members].sort(compareBytes));
}

export function derOctetString(octets: Uint8Array): Uint8Array {
  return der(TAG.octetString, octets);
}

/** A whole number from 0 to 127. */
export function derSmallInteger(value: number): Uint8Array {
  return Uint8Array.of(TAG.integer, 1, value);
}

/** A positive number of any size, most significant byte first. */
export function derUnsigned(bytes: Uint8Array): Uint8Array {
  let from = 0;
  while (from < bytes.length - 1 && bytes[from] === 0) from++;
  const digits = bytes.subarray(from);
  return (digits[0] ?? 0) >= 0x80 ? der(TAG.integer, Uint8Array.of(0), digits) : der(TAG.integer, digits);
}

export function derNull(): Uint8Array {
  return Uint8Array.of(TAG.null, 0);
}

/** @param bits whole bytes of them. */
export function derBitString(bits: Uint8Array, unusedBits = 0): Uint8Array {
  return der(TAG.bitString, Uint8Array.of(unusedBits), bits);
}

/** @param oid dotted text. */
export function derOid(oid: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = oid.split('.').map(Number);
  return der(TAG.oid, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** RFC 5280: UTCTime up to 2049, from then on GeneralizedTime; whole seconds in UTC. */
export function derTime(moment: Date): Uint8Array {
  const digits = moment
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  const year = moment.getUTCFullYear();
  const short = year >= 1950 && year < 2050;
  return der(short ? TAG.utcTime : TAG.generalizedTime, new TextEncoder().encode(short ? digits.slice(2) : digits));
}

function base128(arc: number): number[] {
  const bytes = [arc % 128];
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) | 0x80);
  return bytes;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

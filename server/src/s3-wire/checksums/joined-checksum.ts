import type { Steps } from '../../heavy-turns.js';
import type { ChecksumAlgorithm } from './checksum.js';

/** Polynomials of CRCs, bits reversed, without the highest one. */
const POLYNOMIALS = {
  crc32: { bits: 32n, polynomial: 0xedb88320n },
  crc32c: { bits: 32n, polynomial: 0x82f63b78n },
  crc64nvme: { bits: 64n, polynomial: 0x9a6c9329ac4bc9b5n },
} as const;

type Crc = (typeof POLYNOMIALS)[keyof typeof POLYNOMIALS];

/** Parts that are joined before others have a turn. */
const AT_A_STRETCH = 20;

export interface SummedPart {
  /** In base64. */
  readonly checksum: string;
  readonly size: number;
}

/**
 * The CRC of an object, made of the CRCs of its parts. A CRC is the remainder of a division of polynomials: bytes that follow a part shift it by their
 * bits, so that its CRC is multiplied by x to the power of their number.
 * @returns in base64; `undefined` for an algorithm that is no CRC: hashes cannot be joined.
 */
export function* joinedChecksum(algorithm: ChecksumAlgorithm, parts: readonly SummedPart[]): Steps<string | undefined> {
  if (algorithm === 'sha1' || algorithm === 'sha256') return undefined;
  const crc = POLYNOMIALS[algorithm];
  // Most parts have one size.
  const shifts = new Map<number, bigint>();
  const shiftOf = (size: number): bigint => {
    const shift = shifts.get(size) ?? power(crc, BigInt(size) * 8n);
    shifts.set(size, shift);
    return shift;
  };
  let joined = 0n;
  for (const [at, { checksum, size }] of parts.entries()) {
    const own = BigInt(`0x${Buffer.from(checksum, 'base64').toString('hex')}`);
    joined = product(crc, shiftOf(size), joined) ^ own;
    // Ten thousand parts of as many sizes take more than a second.
    if (at % AT_A_STRETCH === 0) yield;
  }
  return Buffer.from(joined.toString(16).padStart(Number(crc.bits) / 4, '0'), 'hex').toString('base64');
}

/** x to a power, by repeated squaring, modulo the polynomial. */
function power(crc: Crc, exponent: bigint): bigint {
  const one = 1n << (crc.bits - 1n);
  let result = one;
  let square = one >> 1n;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = product(crc, result, square);
    square = product(crc, square, square);
  }
  return result;
}

/** The product of two polynomials, modulo that of the CRC. */
function product({ bits, polynomial }: Crc, left: bigint, right: bigint): bigint {
  let [sum, shifted] = [0n, right];
  for (let bit = 1n << (bits - 1n); bit > 0n; bit >>= 1n) {
    if ((left & bit) !== 0n) sum ^= shifted;
    shifted = (shifted & 1n) === 1n ? (shifted >> 1n) ^ polynomial : shifted >> 1n;
  }
  return sum;
}

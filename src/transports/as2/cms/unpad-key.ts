import { createHash } from 'node:crypto';
import type { DigestAlgorithm } from '../agreement/algorithms.js';

/*
 * The content key at the end of a decrypted RSA block, or a decoy of the same length if anything in the block is not as it should
 * be. The length of the key is known, so every byte has a place and a value; what is done and in which order depends on none.
 */

/** The block of PKCS#1 v1.5: 00 02, eight or more bytes none of which is 0, 00, key. */
export function keyInBlock(block: Uint8Array, decoy: Uint8Array): Uint8Array {
  const keyAt = block.length - decoy.length;
  if (keyAt < 11) return decoy;
  // Collects a bit for every byte that is not as it should be.
  let wrong = at(block, 0) | (at(block, 1) ^ 2) | at(block, keyAt - 1);
  // (x - 1) has bit 8 and all above set for x = 0 alone.
  for (let i = 2; i < keyAt - 1; i++) wrong |= ((at(block, i) - 1) >>> 8) & 1;
  return choose(wrong, { right: block.subarray(keyAt), decoy });
}

export interface OaepDigests {
  readonly digest: DigestAlgorithm;
  readonly maskDigest: DigestAlgorithm;
  readonly label: Uint8Array;
}

/**
 * The block of OAEP (RFC 8017 7.1.2): 00, masked seed, masked (digest of the label, 00s, 01, key). For digests that differ, which
 * Java takes by default and node:crypto cannot.
 */
export function keyInOaepBlock(block: Uint8Array, decoy: Uint8Array, digests: OaepDigests): Uint8Array {
  const { digest, maskDigest, label } = digests;
  const labelDigest = createHash(digest).update(label).digest();
  const seedEnd = 1 + labelDigest.length;
  const keyAt = block.length - seedEnd - decoy.length;
  if (keyAt <= labelDigest.length) return decoy;
  const masked = block.subarray(seedEnd);
  const seed = xor(block.subarray(1, seedEnd), mask(maskDigest, masked, labelDigest.length));
  const data = xor(masked, mask(maskDigest, seed, masked.length));
  let wrong = at(block, 0) | (at(data, keyAt - 1) ^ 1);
  for (let i = 0; i < keyAt - 1; i++) wrong |= at(data, i) ^ at(labelDigest, i);
  return choose(wrong, { right: data.subarray(keyAt), decoy });
}

/** MGF1 of RFC 8017 B.2.1. */
export function mask(digest: DigestAlgorithm, seed: Uint8Array, length: number): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let counter = 0, size = 0; size < length; counter++) {
    const part = createHash(digest)
      .update(seed)
      .update(Uint8Array.of(0, 0, 0, counter))
      .digest();
    size += part.length;
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

export function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, i) => byte ^ at(b, i));
}

/** @param wrong from 0 to 255; 0 chooses what is right. */
function choose(
  wrong: number,
  { right, decoy }: { readonly right: Uint8Array; readonly decoy: Uint8Array },
): Uint8Array {
  // 0 stays 0, 1 to 255 become 255.
  const cover = ((0 - wrong) >> 31) & 0xff;
  const key = new Uint8Array(decoy.length);
  for (let i = 0; i < key.length; i++) key[i] = (at(right, i) & ~cover) | (at(decoy, i) & cover);
  return key;
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

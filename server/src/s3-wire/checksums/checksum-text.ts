import type { ChecksumAlgorithm } from './checksum.js';

/** A checksum as rows have it: `crc32:<base64>`. */
export function checksumText(algorithm: ChecksumAlgorithm, value: string): string {
  return `${algorithm}:${value}`;
}

/** What {@link checksumText} has written. */
export function readChecksumText(text: string): { readonly algorithm: ChecksumAlgorithm; readonly value: string } {
  const end = text.indexOf(':');
  // Only checksums of known algorithms are written.
  return { algorithm: text.slice(0, end) as ChecksumAlgorithm, value: text.slice(end + 1) };
}

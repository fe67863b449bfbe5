import type { ClaimType } from 'ediloom/claims';

/** By what GS08 of each type begins with. */
const RELEASES: readonly (readonly [string, ClaimType])[] = [
  ['005010X223', 'institutional'],
  ['005010X224', 'dental'],
];

/**
 * The type of the claims of a file, by its first group; what is none of them is read as professional claims, and rejected.
 * @param x12 whatever it is.
 */
export function claimTypeOf(x12: Uint8Array): ClaimType {
  const text = Buffer.from(x12.buffer, x12.byteOffset, Math.min(x12.length, 4096)).toString('latin1');
  const element = text.charAt(3);
  const group = text
    .slice(106)
    .split(text.charAt(105) || '~')
    .map((segment) => segment.trim().split(element === '' ? '*' : element))
    .find(([id]) => id === 'GS');
  return RELEASES.find(([release]) => group?.[8]?.startsWith(release))?.[1] ?? 'professional';
}

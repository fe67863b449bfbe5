import { CLAIM_TYPES, type ClaimType } from 'ediloom/claims';
import { claimRelease } from '../claims/claim-engines.js';

/** What GS08 of a type begins with, whatever its errata are. */
function releaseOf(type: ClaimType): string {
  return claimRelease(type).replace(/A\d$/, '');
}

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
  return CLAIM_TYPES.find((type) => group?.[8]?.startsWith(releaseOf(type))) ?? 'professional';
}

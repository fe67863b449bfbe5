import { createHash } from 'node:crypto';

/** Of networks that are nobody's but who has drawn them at random (RFC 4193): these 32 bits are ours, those that follow are of the account. */
const NETWORK = 'fdf0:ed1:';

/**
 * The address that requests of functions of an account come from, wherever addresses are asked for: limits, the audit, networks of a key. They
 * come over this machine's own, which may read metrics without a key, and may be that of a proxy whose word is believed.
 */
export function functionAddress(accountId: string): string {
  const hash = createHash('sha256').update(accountId).digest('hex');
  const group = (at: number): string => Number.parseInt(hash.slice(at, at + 4), 16).toString(16);
  return `${NETWORK}${group(0)}:${group(4)}::1`;
}

/** Whether an address is one of those: no operator's network has them, even where it seems so. */
export function isFunctionAddress(address: string): boolean {
  return address.startsWith(NETWORK);
}

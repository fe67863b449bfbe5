import type { Origin, RefusedOrigin } from './origin.js';
import { readAddress } from './read-address.js';

/** The United States and its territories, by ISO 3166-1: Puerto Rico, the Virgin Islands, Guam, American Samoa, the Northern Marianas, the outlying islands. */
const ALLOWED: ReadonlySet<string> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM']);

/** Entries of a chain: no request passes more proxies, and looking each up takes time. */
const MOST_ENTRIES = 100;
const MOST_CHARACTERS = 16 * 1024;

/** The country of a public address, in two letters. */
export type CountryOf = (address: string) => string | undefined;

/**
 * Every entry of the chain is looked at, and the peer unless it is a trusted proxy: one that lies can only be refused for it. Private
 * addresses are passed over; what cannot be read and what is of no known country is refused.
 */
export function refusalOf(
  { peer, isTrustedProxy, forwarded = '' }: Origin,
  countryOf: CountryOf,
): RefusedOrigin | undefined {
  const why = isTrustedProxy ? undefined : whyRefused(peer, countryOf);
  if (why !== undefined) return { why };
  if (forwarded.length > MOST_CHARACTERS) return { why: 'too-long' };
  const entries = forwarded.split(',');
  if (entries.length > MOST_ENTRIES) return { why: 'too-long' };
  for (const [index, text] of entries.entries()) {
    // RFC 9110, 5.6.1: empty elements of a list are passed over.
    const refused = text.trim() === '' ? undefined : whyRefused(text, countryOf);
    if (refused !== undefined) return { why: refused, entry: index + 1 };
  }
  return undefined;
}

function whyRefused(text: string, countryOf: CountryOf): RefusedOrigin['why'] | undefined {
  const read = readAddress(text);
  if (read === undefined) return 'unreadable';
  if (read.kind === 'private') return undefined;
  const country = countryOf(read.address);
  if (country === undefined) return 'unknown';
  return ALLOWED.has(country) ? undefined : 'elsewhere';
}

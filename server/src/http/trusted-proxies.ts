import { isIP, isIPv6 } from 'node:net';
import type { Config } from '../config.js';
import { isFunctionAddress } from '../function-address.js';
import { type AddressCheck, withinNetworks } from './networks.js';

/** Whether an address is of a proxy that the operator trusts. */
export function trustedProxies({ trustedProxies: networks }: Config): AddressCheck {
  const isWithin = withinNetworks(networks.map(networkOf));
  // Private networks, which operators trust as a whole, have them, too.
  return (address) => !isFunctionAddress(address) && isWithin(address);
}

/** Settings may name an address alone. */
function networkOf(entry: string): string {
  return entry.includes('/') ? entry : `${entry}/${isIPv6(entry) ? 128 : 32}`;
}

/**
 * The address of the client, by the header `X-Forwarded-For` as far as trusted proxies have written it: each has added, as the last entry, where its
 * own request came from.
 * @param peer the other end of the connection.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, isProxy: AddressCheck): string {
  let address = peer;
  for (const entry of (forwardedFor ?? '').split(',').reverse()) {
    const before = entry.trim();
    if (!isProxy(address) || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

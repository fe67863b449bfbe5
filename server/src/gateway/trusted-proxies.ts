import { isIPv6 } from 'node:net';
import { type AddressCheck, withinNetworks } from '../accounts/source-networks.js';
import type { Config } from '../config.js';

/** Whether an address is of a proxy that the operator trusts. */
export function trustedProxies({ trustedProxies: networks }: Config): AddressCheck {
  return withinNetworks(networks.map(networkOf));
}

/** Settings may name an address alone. */
function networkOf(entry: string): string {
  return entry.includes('/') ? entry : `${entry}/${isIPv6(entry) ? 128 : 32}`;
}

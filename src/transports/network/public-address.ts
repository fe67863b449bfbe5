import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { transportError } from '../../delivery/transport-error.js';

/** Networks that are no one's on the public internet (IANA special-purpose registries, IPv4 and IPv6). */
const SPECIAL: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 9, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

/** 64:ff9b::/96 and 2002::/16 carry an IPv4 address, behind 96 and 16 bits. */
const NAT64 = /^64:ff9b::(?!1:)/;
const SIX_TO_FOUR = /^2002:/;

const special = new BlockList();
for (const [network, prefix, family] of SPECIAL) special.addSubnet(network, prefix, family);

/** False for loopback, private, link-local, reserved and multicast addresses, and for what only wraps an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  // A wrapped IPv4 address (mapped, NAT64, 6to4) has no business in a URL: refused rather than unwrapped.
  if (family !== 6 || NAT64.test(address) || SIX_TO_FOUR.test(address)) return false;
  return !/^::ffff:/i.test(address) && !special.check(address, 'ipv6');
}

/**
 * Looks a name up and fails unless all its addresses are public. Checking at the very lookup of the connection leaves no
 * moment between check and use, in which the name could point elsewhere.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, '', 0);
    if (!addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(transportError('address-refused', { at: hostname }), '', 0);
    }
    const [first] = addresses;
    if (options.all === true) return callback(null, addresses);
    callback(null, first?.address ?? '', first?.family ?? 0);
  });
};

/** For a URL whose host is an address, which no lookup sees. @throws X12Error `address-refused`. */
export function demandPublicHost(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw transportError('address-refused', { at: host });
}

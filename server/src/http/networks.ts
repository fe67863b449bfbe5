import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether requests may come from an address, as the socket or a trusted proxy names it. */
export type AddressCheck = (address: string) => boolean;

/** A network as keys name it: an address, a slash and the bits that count, at most 32 of IPv4 and 128 of IPv6. */
export function isNetwork(cidr: string): boolean {
  const [, network = '', bits = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(cidr) ?? [];
  const family = isIP(network);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** @param cidrs networks that `isNetwork` has let through. `undefined`: all addresses. */
export function withinNetworks(cidrs: readonly string[] | undefined): AddressCheck {
  if (cidrs === undefined) return () => true;
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', bits = ''] = cidr.split('/');
    list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  return (address) => {
    // A socket for both families names a peer of IPv4 so, and networks of IPv4 are to match it.
    const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    return list.check(mapped, isIPv6(mapped) ? 'ipv6' : 'ipv4');
  };
}

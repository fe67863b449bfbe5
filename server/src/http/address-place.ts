import { isIPv6 } from 'node:net';

/** What counts as one client: an address; of IPv6 the network of 64 bits, as one host has all addresses of it. */
export function placeOf(address: string): string {
  // An IPv4 address in the form of the other family.
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - front.length - (tail === '' ? 0 : tail.split(':').length);
  const groups = [...front, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])];
  return groups.slice(0, 4).join(':');
}

/** Whether an address is of this machine itself. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

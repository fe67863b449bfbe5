import { isIPv6 } from 'node:net';

/** What is counted as one address: of IPv6 a /64, for one customer of a provider has a whole one. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - behind.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...behind];
  return `${groups.slice(0, 4).join(':').toLowerCase()}::/64`;
}

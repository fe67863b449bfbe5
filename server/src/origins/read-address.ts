import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** What an entry of X-Forwarded-For is: an address of the public internet or of nobody, or one of a network that is somebody's own. */
export type ReadAddress = { readonly kind: 'public' | 'private'; readonly address: string };

/** Networks whose addresses say nothing of a country: private, of carriers' NAT (RFC 6598), of this machine, of one link. */
const OWN: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
];

const own = new BlockList();
for (const [network, prefix, family] of OWN) own.addSubnet(network, prefix, family);

/**
 * Reads an address as proxies write it: with or without quotes, brackets and a port. IPv6 addresses that carry one of IPv4 (mapped, NAT64,
 * 6to4) are read as that one, so that none is private by its wrapping alone.
 * @returns `undefined` for what is no address: `unknown`, a name of a proxy's own making, a host.
 */
export function readAddress(text: string): ReadAddress | undefined {
  const bare = bareAddress(text.trim());
  if (bare === undefined) return undefined;
  const [plain = '', zone] = bare.split('%');
  const address = isIPv6(plain) ? (carriedAddress(plain) ?? plain) : plain;
  const isOwn = own.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  // A zone names a link of some machine: nothing public has one.
  if (zone !== undefined && !isOwn) return undefined;
  return { kind: isOwn ? 'private' : 'public', address };
}

/** Without quotes, brackets and port. */
function bareAddress(text: string): string | undefined {
  const inside = /^"(.*)"$/.exec(text)?.[1] ?? text;
  if (isIPv4(inside) || isIPv6(inside)) return inside;
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(inside) ?? [];
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : undefined;
  const [, host = ''] = /^([\d.]+):\d{1,5}$/.exec(inside) ?? [];
  return isIPv4(host) ? host : undefined;
}

/** Mapped, NAT64, 6to4: two groups are the IPv4 address. */
const CARRYING = /^(?:(?:::ffff:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$|2002:([\da-f]{1,4}):([\da-f]{1,4}):)/;

function carriedAddress(address: string): string | undefined {
  // The one form that an address has in URLs: lower case, zeros left out, no dots.
  const { hostname } = new URL(`http://[${address}]`);
  const groups = CARRYING.exec(hostname.slice(1, -1))
    ?.slice(1)
    .filter((group) => group !== undefined);
  const bytes = groups?.map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 255]);
  return bytes?.join('.');
}

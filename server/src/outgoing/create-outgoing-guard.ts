import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, connect, isIP, type Socket } from 'node:net';
import { isPublicAddress, transportError } from 'ediloom/transports';
import { invalid, type Problem } from '../problems.js';
import { Lookups, type Resolve } from './lookups.js';
import type { CheckedAddress, OutgoingGuard } from './outgoing-guard.js';

export interface OutgoingGuardOptions {
  /** `ALLOW_PRIVATE_NETWORKS`: networks (CIDR) that may be reached although they are not public. */
  readonly allowedNetworks: readonly string[];
  /** All addresses of a name, from the resolver of the machine; tests have their own. */
  readonly resolve?: Resolve | undefined;
}

/** Of clouds, inside of networks that are public otherwise: what asks there is given keys of the machine. */
const METADATA: readonly string[] = ['168.63.129.16'];

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The guard of this process. Names in forms such as `0x7f.1` or `2130706433` go to the resolver like any other, and what it makes
 * of them is checked.
 * @throws RangeError for a network that is none.
 */
export function createOutgoingGuard({ allowedNetworks, resolve = resolveAll }: OutgoingGuardOptions): OutgoingGuard {
  const allowed = readNetworks(allowedNetworks);
  const mayReach = (address: string): boolean => isAllowed(allowed, address) || isPublic(address);
  const lookups = new Lookups(resolve);
  const checkFor = async (account: string, host: string): Promise<CheckedAddress> => {
    const name = host.replace(/^\[|\]$/g, '');
    const family = isIP(name);
    const addresses =
      family === 0 ? await lookups.find(account, name) : [{ address: name, family: family === 4 ? 4 : 6 } as const];
    const [first] = addresses;
    // One that may not be reached among others is a sign of somebody playing with names.
    if (first === undefined || !addresses.every(({ address }) => mayReach(address))) throw refused(name);
    return first;
  };
  const guardFor = (account: string): OutgoingGuard => {
    const check = (host: string) => checkFor(account, host);
    return {
      forAccount: guardFor,
      check,
      lookup: (hostname, options, callback) => {
        check(hostname).then(
          ({ address, family }) => {
            if (options.all === true) callback(null, [{ address, family }]);
            else callback(null, address, family);
          },
          (error: Error) => callback(error, ''),
        );
      },
      connect: async (host, port, signal) => {
        const { address, family } = await check(host);
        return connected(connect({ host: address, port, family, noDelay: true }), signal);
      },
    };
  };
  // What the server asks for itself.
  return guardFor('');
}

/**
 * Node's `lookup` for one host that was checked: it gives the address that was checked and does not ask again, so that the name
 * cannot point elsewhere meanwhile.
 */
export function lookupOf({ address, family }: CheckedAddress): OutgoingGuard['lookup'] {
  return (_, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

/** An address with a zone is one of a link of this machine. */
function isPublic(address: string): boolean {
  return !address.includes('%') && !METADATA.includes(address) && isPublicAddress(address);
}

function isAllowed(allowed: BlockList, address: string): boolean {
  if (address.includes('%')) return false;
  const plain = MAPPED.exec(address)?.[1] ?? address;
  const family = isIP(plain);
  return family !== 0 && allowed.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

function readNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.trim().split('/');
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    const prefix = bits === undefined ? most : Number(bits);
    if (family === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits ?? '0') || prefix > most) {
      throw new RangeError(`${network} is no network. Write it as 10.1.0.0/16 or fd00:1::/64.`);
    }
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

function resolveAll(host: string): Promise<readonly CheckedAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, addresses: LookupAddress[]) => {
      if (error === null) resolve(addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 })));
      else reject(error);
    });
  });
}

/** The cause is the transports' word for it, so that a delivery that was refused is reported like any other. */
function refused(host: string): Problem {
  return invalid(
    `The host ${host} is, or resolves to, an address that is not public. If it is meant, the operator allows its network by ALLOW_PRIVATE_NETWORKS.`,
    { code: 'ADDRESS_REFUSED', cause: transportError('address-refused', { at: host }) },
  );
}

function connected(socket: Socket, signal: AbortSignal | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const abort = (): void => void socket.destroy(new Error('Ended by the signal.'));
    const settle = (): void => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort, { once: true });
    socket.once('error', (error) => {
      settle();
      reject(error);
    });
    socket.once('connect', () => {
      settle();
      socket.removeAllListeners('error');
      resolve(socket);
    });
    if (signal?.aborted === true) abort();
  });
}

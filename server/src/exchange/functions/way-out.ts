import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { Connect } from '../../box/open-gate.js';
import { fits } from '../../resources/functions/allowed-hosts.js';
import { OWN_HOST } from '../../resources/functions/own-host.js';
import type { Services } from '../services.js';
import type { OwnAddress } from './functions.js';

/** This server as functions know it: what goes there leaves neither the machine nor, on its way, the process. */
export const OWN_URL = `http://${OWN_HOST}`;
const OWN_PORT = 80;

/**
 * Connects functions of an account to this server, and to hosts that the operator allows: to those through the guard that stands before all
 * outgoing sockets. To all others nothing is opened, and no name is looked up.
 */
export function wayOut(
  { outgoing, ownConnections, config }: Pick<Services, 'outgoing' | 'ownConnections' | 'config'>,
  {
    accountId,
    depth,
    ownAddress,
  }: {
    readonly accountId: string;
    /** How many functions stand before what they cause. */
    readonly depth: number;
    readonly ownAddress: OwnAddress;
  },
): Connect {
  const guard = outgoing.forAccount(accountId);
  return async (host, port): Promise<Socket> => {
    const name = host.toLowerCase();
    const isOwn = name === OWN_HOST && port === OWN_PORT;
    if (!isOwn && !config.functions.allowedHosts.some((allowed) => fits(allowed, name))) {
      throw new Error('It is none of FUNCTIONS_ALLOWED_HOSTS.');
    }
    const socket = await (isOwn ? connectHere(ownAddress(), config.tls !== undefined) : guard.connect(name, port));
    // Also of others, as a listener of this process may be behind a public address: S3, or the API itself.
    ownConnections.made(socket, { depth, accountId });
    return socket;
  };
}

/** Resolves once it is open: nothing goes over it before it is known whose it is. */
async function connectHere(at: ReturnType<OwnAddress>, speaksTls: boolean): Promise<Socket> {
  if (at === undefined) throw new Error('The server does not listen.');
  // Its certificate is for the names that others know it by; nobody stands between a process and itself.
  const socket = speaksTls ? connectSecurely({ ...at, rejectUnauthorized: false }) : connect(at);
  await once(socket, speaksTls ? 'secureConnect' : 'connect');
  return socket;
}

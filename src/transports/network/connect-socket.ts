import { connect as connectPlain, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecure, type TLSSocket } from 'node:tls';
import { abortedError } from '../../delivery/aborted.js';
import { transportError } from '../../delivery/transport-error.js';
import { isX12Error } from '../../model/error.js';
import { publicLookup } from './public-address.js';
import { classifySocketError } from './socket-error.js';
import { type TlsTrust, tlsOptions, trustError } from './tls-trust.js';

export interface ConnectOptions {
  readonly host: string;
  readonly port: number;
  /** Absent: no TLS. */
  readonly trust?: TlsTrust | undefined;
  /** Refuse addresses that are not public. Default false. */
  readonly publicOnly?: boolean | undefined;
  /** How names become addresses, in place of Node's: for those who may reach some addresses only. */
  readonly lookup?: LookupFunction | undefined;
  /** Milliseconds until all is done, handshake included. */
  readonly connectMs: number;
  /** Address of this machine to connect from. */
  readonly localAddress?: string | undefined;
  /** 4 or 6; default both. */
  readonly family?: 4 | 6 | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A connection, with TLS and judged by its trust if there is one: nothing is ever written to a peer that is not the right one.
 * @throws X12Error of `transportError`; `X12_ABORTED`.
 */
export function connectSocket(options: ConnectOptions): Promise<Socket | TLSSocket> {
  const { host, port, trust, publicOnly = false, connectMs, localAddress, family, signal } = options;
  const lookup = publicOnly ? publicLookup : options.lookup;
  const at = `${host}:${port}`;
  const address = {
    ...{ host, port, noDelay: true },
    ...(lookup === undefined ? {} : { lookup }),
    ...(localAddress === undefined ? {} : { localAddress }),
    ...(family === undefined ? {} : { family }),
  };
  return new Promise((resolve, reject) => {
    const socket =
      trust === undefined ? connectPlain(address) : connectSecure({ ...address, ...tlsOptions(trust, host) });
    const fail = (error: unknown): void => {
      settle();
      // A second error of a socket that is given up is nobody's concern.
      socket.on('error', () => undefined);
      socket.destroy();
      reject(isX12Error(error) ? error : classifySocketError(error, { at, sent: false }));
    };
    const late = setTimeout(() => fail(transportError('timed-out', { at })), connectMs);
    const abort = (): void => fail(abortedError(signal?.reason));
    const closed = (): void => fail(transportError('connection-lost', { at }));
    const settle = (): void => {
      clearTimeout(late);
      signal?.removeEventListener('abort', abort);
      socket.removeListener('close', closed);
    };
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
    socket.once('error', fail);
    socket.once('close', closed);
    socket.once(trust === undefined ? 'connect' : 'secureConnect', () => {
      // `in` tells the two kinds of socket apart.
      const error =
        trust !== undefined && 'getPeerCertificate' in socket
          ? trustError(trust, socket.getPeerCertificate(), Date.now(), { at })
          : undefined;
      if (error !== undefined) return fail(error);
      settle();
      socket.removeListener('error', fail);
      resolve(socket);
    });
  });
}

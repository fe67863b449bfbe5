import { connect, type Socket } from 'node:net';
import { abortedError } from '../../delivery/aborted.js';
import { transportError } from '../../delivery/transport-error.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import type { X12Error } from '../../model/error.js';
import type { SftpOptions } from './sftp-options.js';

const REASONS: Readonly<Record<string, TransportReason>> = {
  ENOTFOUND: 'host-not-found',
  EAI_AGAIN: 'host-not-found',
  ECONNREFUSED: 'connection-refused',
  ETIMEDOUT: 'timed-out',
  EHOSTUNREACH: 'timed-out',
  ENETUNREACH: 'timed-out',
};

/**
 * The TCP connection, ours from the beginning: so it can be ended in every state, and its errors have codes. Small packets are
 * sent at once; waiting for more (Nagle) makes an upload fifty times slower.
 */
export function openSocket(options: SftpOptions, signal: AbortSignal | undefined): Promise<Socket> {
  const { host, port = 22, localAddress, family, connectTimeout = 20_000 } = options;
  const at = `connect to ${host}:${port}`;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(abortedError(signal?.reason));
    const socket = connect({
      host,
      port,
      noDelay: true,
      ...(localAddress === undefined ? {} : { localAddress }),
      ...(family === undefined ? {} : { family }),
    });
    const give = (error: X12Error) => {
      settle();
      socket.on('error', () => {});
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => give(transportError('timed-out', { at })), connectTimeout);
    const onAbort = () => give(abortedError(signal?.reason));
    const onError = (cause: Error & { code?: string }) =>
      give(transportError(REASONS[cause.code ?? ''] ?? 'connection-lost', { at, cause }));
    const onConnect = () => {
      settle();
      resolve(socket);
    };
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      socket.off('error', onError).off('connect', onConnect);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    socket.once('error', onError).once('connect', onConnect);
  });
}

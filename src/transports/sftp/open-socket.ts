import type { Socket } from 'node:net';
import { connectSocket } from '../network/connect-socket.js';
import type { SftpOptions } from './sftp-options.js';

/** The TCP connection, ours from the beginning: so it can be ended in every state, and its errors have codes. */
export function openSocket(options: SftpOptions, signal: AbortSignal | undefined): Promise<Socket> {
  const { host, port = 22, localAddress, family, connectTimeout: connectMs = 20_000 } = options;
  return connectSocket({ host, port, localAddress, family, connectMs, signal });
}

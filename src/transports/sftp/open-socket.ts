import type { Socket } from 'node:net';
import { connectSocket } from '../network/connect-socket.js';
import type { SftpOptions } from './sftp-options.js';

/** The TCP connection, ours from the beginning: so it can be ended in every state, and its errors have codes. */
export async function openSocket(options: SftpOptions, signal: AbortSignal | undefined): Promise<Socket> {
  const { port = 22, localAddress, family, connectTimeout: connectMs = 20_000 } = options;
  const host = (await options.addressOf?.(options.host)) ?? options.host;
  return connectSocket({ host, port, localAddress, family, connectMs, signal });
}

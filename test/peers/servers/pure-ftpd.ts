import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Daemon, freePorts, startDaemon } from './daemon.js';
import type { FtpHome } from './ftp-home.js';

const PASSIVE_PORTS = 50;

/** Pure-FTPd, explicit TLS, demanded for login and data. */
export async function startPureFtpd(
  downloads: string,
  folder: string,
  ftp: FtpHome,
): Promise<{ port: number; daemon: Daemon }> {
  const own = join(folder, 'pure-ftpd');
  mkdirSync(own, { recursive: true });
  const port = await freePorts(PASSIVE_PORTS + 1);
  const args = [
    ...['-S', `127.0.0.1,${port}`],
    ...['-A', '-E', '-j', '-H'],
    ...['-Y', '3'],
    ...['--certfile', ftp.bothFile],
    ...['-p', `${port + 1}:${port + PASSIVE_PORTS}`],
    ...['-P', '127.0.0.1'],
    ...['-l', 'unix'],
    ...['-u', '1000'],
    ...['-I', '5'],
    ...['-g', join(own, 'pid')],
  ];
  const program = join(downloads, 'unpacked/usr/sbin/pure-ftpd');
  return { port, daemon: await startDaemon(program, args, { ports: [port], log: join(own, 'log') }) };
}

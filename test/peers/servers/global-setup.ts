import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Daemon } from './daemon.js';
import { ftpHomeOf, makeFtpHome } from './ftp-home.js';
import { installPeers } from './install.js';
import { type OpenSshPeer, startOpenSsh } from './openssh.js';
import { makePeerUser } from './peer-user.js';
import { startProftpd } from './proftpd.js';
import { startPureFtpd } from './pure-ftpd.js';
import { startVsftpd } from './vsftpd.js';

/** An FTP server that listens now. */
export interface FtpPeer {
  readonly name: string;
  readonly port: number;
  readonly mode: 'explicit' | 'implicit';
}

/** All peers of a run, as `inject('peers')` gives them. */
export interface Peers {
  readonly user: { readonly name: string; readonly password: string };
  readonly openssh: OpenSshPeer;
  readonly ftp: readonly FtpPeer[];
  /** The FTP users' home as the machine sees it, and the certificate of all FTP servers, for `localhost`. */
  readonly ftpHome: string;
  readonly ftpCertificateFile: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    peers: Peers;
  }
}

/** Installs and starts every peer once for all tests; one that does not start fails the run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const downloads = join(tmpdir(), 'ediloom-peers');
  const folder = join(downloads, `run-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  for (const directory of [downloads, folder]) chmodSync(directory, 0o755);
  installPeers(downloads);
  const user = makePeerUser(ftpHomeOf(folder));
  const ftp = makeFtpHome(folder, user);
  const daemons: Daemon[] = [];
  const started = <T extends { daemon: Daemon }>(server: T): T => {
    daemons.push(server.daemon);
    return server;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(daemons.map((daemon) => daemon.stop()));
    rmSync(folder, { recursive: true, force: true });
    rmSync(`/srv/ediloom-peers-${process.pid}`, { recursive: true, force: true });
  };
  try {
    const openssh = started(await startOpenSsh(folder, user)).peer;
    const explicit = started(await startVsftpd(downloads, folder, ftp, 'explicit')).port;
    const implicit = started(await startVsftpd(downloads, folder, ftp, 'implicit')).port;
    const proftpd = started(await startProftpd(folder, ftp));
    const pure = started(await startPureFtpd(downloads, folder, ftp));
    project.provide('peers', {
      user: { name: user.name, password: user.password },
      openssh,
      ftp: [
        { name: 'vsftpd, explicit TLS', port: explicit, mode: 'explicit' },
        { name: 'vsftpd, implicit TLS', port: implicit, mode: 'implicit' },
        { name: 'ProFTPD, explicit TLS', port: proftpd.explicit, mode: 'explicit' },
        { name: 'ProFTPD, implicit TLS', port: proftpd.implicit, mode: 'implicit' },
        { name: 'Pure-FTPd, explicit TLS', port: pure.port, mode: 'explicit' },
      ],
      ftpHome: ftp.home,
      ftpCertificateFile: ftp.certificateFile,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

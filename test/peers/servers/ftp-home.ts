import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './install.js';
import type { PeerUser } from './peer-user.js';

/** What the FTP servers share: one home of one user, one certificate for `localhost`. */
export interface FtpHome {
  /** As the machine sees it; the client sees it as `/`, with `in` and `out`. */
  readonly home: string;
  readonly certificateFile: string;
  readonly keyFile: string;
  /** Key and certificate in one file. */
  readonly bothFile: string;
}

export function ftpHomeOf(folder: string): string {
  return join(folder, 'ftp-home');
}

export function makeFtpHome(folder: string, user: PeerUser): FtpHome {
  const home = ftpHomeOf(folder);
  for (const directory of ['in', 'out', 'archive']) {
    mkdirSync(join(home, directory), { recursive: true });
    chownSync(join(home, directory), user.uid, user.gid);
  }
  const certificateFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  const bothFile = join(folder, 'both.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-keyout', keyFile, '-out', certificateFile];
  run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, '-days', '30', ...subject]);
  writeFileSync(bothFile, readFileSync(keyFile, 'utf8') + readFileSync(certificateFile, 'utf8'));
  for (const file of [keyFile, bothFile]) chmodSync(file, 0o600);
  return { home, certificateFile, keyFile, bothFile };
}

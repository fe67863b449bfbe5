import { chmodSync, chownSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Daemon, freePorts, startDaemon } from './daemon.js';
import { run } from './install.js';
import type { PeerUser } from './peer-user.js';

export interface OpenSshPeer {
  readonly port: number;
  /** `SHA256:…` as ssh-keygen prints it. */
  readonly hostKey: string;
  /** Private key file with which the user may log in. */
  readonly keyFile: string;
  /** The user's home as the machine sees it; the client sees it as `/`, with `in` and `out`. */
  readonly home: string;
}

/** OpenSSH's server with its own SFTP, users shut in their home. */
export async function startOpenSsh(folder: string, user: PeerUser): Promise<{ peer: OpenSshPeer; daemon: Daemon }> {
  mkdirSync('/run/sshd', { recursive: true });
  const own = join(folder, 'sshd');
  // sshd refuses a home in which any directory above belongs to somebody else; so it cannot lie in a temporary folder.
  const home = `/srv/ediloom-peers-${process.pid}/${user.name}`;
  mkdirSync(own, { recursive: true });
  for (const directory of ['in', 'out', 'archive']) {
    mkdirSync(join(home, directory), { recursive: true });
    chownSync(join(home, directory), user.uid, user.gid);
  }
  for (const key of ['host', 'client']) run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(own, key)]);
  copyFileSync(join(own, 'client.pub'), join(own, 'keys'));
  chmodSync(join(own, 'keys'), 0o644);
  chmodSync(own, 0o755);
  chmodSync(folder, 0o755);
  const port = await freePorts(1);
  const config = join(own, 'config');
  writeFileSync(config, configOf(own, port, user));
  const daemon = await startDaemon('/usr/sbin/sshd', ['-D', '-e', '-f', config], {
    ports: [port],
    log: join(own, 'log'),
  });
  const hostKey = run('ssh-keygen', ['-l', '-E', 'sha256', '-f', join(own, 'host.pub')]).split(' ')[1] ?? '';
  return { peer: { port, hostKey, keyFile: join(own, 'client'), home }, daemon };
}

function configOf(own: string, port: number, user: PeerUser): string {
  return `Port ${port}
ListenAddress 127.0.0.1
HostKey ${own}/host
PidFile ${own}/pid
AuthorizedKeysFile ${own}/keys
StrictModes no
PasswordAuthentication yes
KbdInteractiveAuthentication no
UsePAM no
MaxStartups 100
Subsystem sftp internal-sftp
Match User ${user.name}
  ChrootDirectory /srv/ediloom-peers-${process.pid}/%u
  ForceCommand internal-sftp
  AllowTcpForwarding no
`;
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What apt installs side by side, and the program that shows it is there. */
const PACKAGES: Readonly<Record<string, string>> = {
  'openssh-server': '/usr/sbin/sshd',
  'openssh-client': '/usr/bin/sftp',
  'proftpd-core': '/usr/sbin/proftpd',
  'proftpd-mod-crypto': '/usr/lib/proftpd/mod_tls.so',
  lftp: '/usr/bin/lftp',
  curl: '/usr/bin/curl',
  openssl: '/usr/bin/openssl',
  rclone: '/usr/bin/rclone',
  s3cmd: '/usr/bin/s3cmd',
  'python3-asyncssh': '/usr/lib/python3/dist-packages/asyncssh/__init__.py',
};
/** FTP servers exclude each other in apt, so these are only unpacked. */
const UNPACKED = ['vsftpd', 'pure-ftpd', 'pure-ftpd-common'];

/** Installs what is missing, from Debian. @throws Error with the output of the step that failed: a peer is never left out. */
export function installPeers(folder: string): void {
  if (process.getuid?.() !== 0) {
    throw new Error('The peers are servers that ask for root: run this in a container of Debian, as root.');
  }
  const missing = Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name] ?? ''));
  const unpacked = join(folder, 'unpacked');
  const unpack = !existsSync(join(unpacked, 'usr/sbin/vsftpd')) || !existsSync(join(unpacked, 'usr/sbin/pure-ftpd'));
  if (missing.length === 0 && !unpack) return;
  run('apt-get', ['-q', 'update'], folder);
  if (missing.length > 0) {
    run('apt-get', ['-q', 'install', '-y', '--no-install-recommends', ...missing], folder);
    // Debian starts the daemons it installs; ours run on ports of their own.
    spawnSync('service', ['proftpd', 'stop']);
    spawnSync('service', ['ssh', 'stop']);
  }
  if (!unpack) return;
  mkdirSync(unpacked, { recursive: true });
  run('apt-get', ['-q', 'download', ...UNPACKED], unpacked);
  for (const file of readdirSync(unpacked).filter((name) => name.endsWith('.deb')))
    run('dpkg-deb', ['-x', file, '.'], unpacked);
}

/** Runs a step of the installation to its end. */
export function run(program: string, args: readonly string[], cwd?: string, input?: string): string {
  const done = spawnSync(program, args, {
    cwd,
    input,
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (done.status === 0) return done.stdout;
  throw new Error(`${program} ${args.join(' ')} failed: ${done.error?.message ?? done.stderr}`);
}

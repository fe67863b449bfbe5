import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Daemon, freePorts, startDaemon } from './daemon.js';
import type { FtpHome } from './ftp-home.js';

const PASSIVE_PORTS = 50;

/** vsftpd, one process for one mode of TLS; it demands that data connections resume the session. */
export async function startVsftpd(
  downloads: string,
  folder: string,
  ftp: FtpHome,
  mode: 'explicit' | 'implicit',
): Promise<{ port: number; daemon: Daemon }> {
  const own = join(folder, `vsftpd-${mode}`);
  mkdirSync(join(own, 'empty'), { recursive: true });
  writeFileSync('/etc/pam.d/ediloom-vsftpd', 'auth required pam_unix.so\naccount required pam_unix.so\n');
  const port = await freePorts(PASSIVE_PORTS + 1);
  const config = join(own, 'vsftpd.conf');
  const settings = {
    listen: 'YES',
    listen_address: '127.0.0.1',
    listen_port: port,
    background: 'NO',
    anonymous_enable: 'NO',
    local_enable: 'YES',
    write_enable: 'YES',
    local_umask: '077',
    chroot_local_user: 'YES',
    local_root: ftp.home,
    allow_writeable_chroot: 'YES',
    secure_chroot_dir: join(own, 'empty'),
    pam_service_name: 'ediloom-vsftpd',
    pasv_enable: 'YES',
    pasv_address: '127.0.0.1',
    pasv_min_port: port + 1,
    pasv_max_port: port + PASSIVE_PORTS,
    ssl_enable: 'YES',
    rsa_cert_file: ftp.certificateFile,
    rsa_private_key_file: ftp.keyFile,
    force_local_logins_ssl: 'YES',
    force_local_data_ssl: 'YES',
    implicit_ssl: mode === 'implicit' ? 'YES' : 'NO',
    require_ssl_reuse: 'YES',
    ssl_sslv2: 'NO',
    ssl_sslv3: 'NO',
    ssl_tlsv1: 'NO',
    ssl_ciphers: 'HIGH',
    seccomp_sandbox: 'NO',
    vsftpd_log_file: join(own, 'log'),
  };
  // vsftpd allows no blank around the sign.
  writeFileSync(
    config,
    `${Object.entries(settings)
      .map(([key, value]) => `${key}=${value}`)
      .join('\n')}\n`,
  );
  const program = join(downloads, 'unpacked/usr/sbin/vsftpd');
  const daemon = await startDaemon(program, [config], { ports: [port], log: join(own, 'log') });
  return { port, daemon };
}

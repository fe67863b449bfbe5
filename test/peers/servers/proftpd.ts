import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Daemon, freePorts, startDaemon } from './daemon.js';
import type { FtpHome } from './ftp-home.js';

const PASSIVE_PORTS = 50;

/** ProFTPD, explicit and implicit TLS in one process; it demands that data connections resume the session. */
export async function startProftpd(
  folder: string,
  ftp: FtpHome,
): Promise<{ explicit: number; implicit: number; daemon: Daemon }> {
  const own = join(folder, 'proftpd');
  mkdirSync(own, { recursive: true });
  const explicit = await freePorts(2 + 2 * PASSIVE_PORTS);
  const implicit = explicit + 1;
  const config = join(own, 'proftpd.conf');
  writeFileSync(config, configOf(own, ftp, explicit));
  const log = join(own, 'log');
  const daemon = await startDaemon('/usr/sbin/proftpd', ['-n', '-q', '-c', config], {
    ports: [explicit, implicit],
    log,
  });
  return { explicit, implicit, daemon };
}

function configOf(own: string, ftp: FtpHome, explicit: number): string {
  const passive = explicit + 2;
  const shared = (first: number) => `RequireValidShell off
AuthOrder mod_auth_unix.c
DefaultRoot ${ftp.home}
PassivePorts ${first} ${first + PASSIVE_PORTS - 1}
AllowOverwrite on
AllowStoreRestart on
AllowRetrieveRestart on
TLSEngine on
TLSLog ${own}/tls.log
TLSProtocol TLSv1.2 TLSv1.3
TLSRSACertificateFile ${ftp.certificateFile}
TLSRSACertificateKeyFile ${ftp.keyFile}
TLSRequired on
TLSVerifyClient off`;
  return `Include /etc/proftpd/modules.conf
LoadModule mod_tls.c
ServerName "edi"
ServerType standalone
DefaultAddress 127.0.0.1
SocketBindTight on
UseIPv6 off
Port ${explicit}
User nobody
Group nogroup
PidFile ${own}/pid
ScoreboardFile ${own}/scoreboard
DelayTable none
WtmpLog off
SystemLog ${own}/system.log
TransferLog none
MasqueradeAddress 127.0.0.1
${shared(passive)}
<VirtualHost 127.0.0.1>
Port ${explicit + 1}
TLSOptions UseImplicitSSL
${shared(passive + PASSIVE_PORTS)}
</VirtualHost>
`;
}

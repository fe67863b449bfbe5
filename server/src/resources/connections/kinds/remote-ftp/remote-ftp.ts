import Type from 'typebox';
import { demandPattern } from '../../demand-pattern.js';
import { isObject } from '../../for-kinds.js';
import { demandApart } from '../demand-apart.js';
import { demandAuthorities } from '../demand-authorities.js';
import { demandDirectories } from '../demand-directories.js';
import type { RequestedKind, SecretForms } from '../kind.js';
import { outermostSecrets } from '../secrets-apart.js';
import { demandOfProtocol } from './demand-of-protocol.js';
import { demandSftp } from './demand-sftp.js';
import { openRemote, openRemoteInbox } from './open.js';
import { demandPolling, remotePlan } from './polling.js';
import { REMOTE_DIRECTORIES, RemoteFtpSettings } from './settings.js';

/** Files are put on, and picked up from, a server of the partner over SFTP or FTPS. */
export const remoteFtp: RequestedKind<RemoteFtpSettings> = {
  madeBy: 'requests',
  name: 'remote-ftp',
  publicType: 'REMOTE_FTP',
  segment: 'remote-ftp',
  operation: 'RemoteFtp',
  list: 'remoteFtp',
  title: "the partner's SFTP or FTPS server",
  isRemote: true,
  isKept: true,
  settings: RemoteFtpSettings,
  ...outermostSecrets(['password', 'privateKey', 'passphrase']),
  given: (forms) => ({ ...RemoteFtpSettings.properties, ...remoteSecrets(forms) }),
  demand(_, split) {
    const { settings } = split;
    demandDirectories(settings, REMOTE_DIRECTORIES);
    demandApart(settings);
    demandPolling(split);
    demandOfProtocol(split);
    if (settings.protocol === 'SFTP') demandSftp(split);
    if (isObject(settings.ftpsAdvancedFields))
      demandAuthorities('/ftpsAdvancedFields/ca', settings.ftpsAdvancedFields.ca);
    demandPattern(settings.filterPattern, '/filterPattern');
  },
  hostOf: ({ host }) => (typeof host === 'string' ? { host, pointer: '/host' } : undefined),
  open: openRemote,
  polling: { planOf: remotePlan, open: openRemoteInbox },
};

/** What one logs in with beside the name. */
export function remoteSecrets({ secret }: SecretForms) {
  return {
    password: Type.Optional(secret(1024, 'Password of the user.')),
    privateKey: Type.Optional(secret(100_000, 'SFTP: private key of the user, as OpenSSH or PEM.')),
    passphrase: Type.Optional(secret(1024, 'Opens the private key.')),
  };
}

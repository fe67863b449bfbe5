import type { Transport } from '../../delivery/transport.js';
import { defineTransport } from '../define-transport.js';
import type { FileTransportSettings } from '../files/file-transport.js';
import { connectSftp } from './connect-sftp.js';
import type { SftpOptions } from './sftp-options.js';

export interface SftpTransportOptions extends FileTransportSettings {
  readonly server: SftpOptions;
}

/**
 * The transport to a partner's SFTP server. Its check shows the host key and the algorithms of a server that was refused, too.
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export const createSftpTransport: (options: SftpTransportOptions) => Transport = defineTransport<
  Pick<SftpTransportOptions, 'server'>
>({
  kind: 'sftp',
  options: { server: 'needed' },
  open: ({ server }) => connectSftp(server),
});

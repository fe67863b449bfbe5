import type { Transport } from '../../delivery/transport.js';
import { type FileTransportSettings, fileTransport } from '../files/file-transport.js';
import { connectFtps } from './connect-ftps.js';
import type { FtpsOptions } from './ftps-options.js';

export interface FtpsTransportOptions extends FileTransportSettings {
  readonly server: FtpsOptions;
}

/**
 * The transport to a partner's FTPS server.
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export function ftpsTransport({ server, ...settings }: FtpsTransportOptions): Transport {
  return fileTransport({ ...settings, kind: 'ftps', connect: connectFtps(server) });
}

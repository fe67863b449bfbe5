import type { Transport } from '../../delivery/transport.js';
import { type FileTransportSettings, fileTransport } from '../files/file-transport.js';
import { connectFtps } from './connect-ftps.js';
import type { FtpsOptions } from './ftps-options.js';

export interface FtpsTransportOptions extends FtpsOptions, FileTransportSettings {}

/**
 * A partner's FTPS server.
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export function ftpsTransport(options: FtpsTransportOptions): Transport {
  const { connection, outbound, inbound, journal, now, wait, onStep } = options;
  const connect = connectFtps(options);
  return fileTransport({ connection, outbound, inbound, journal, now, wait, onStep, kind: 'ftps', connect });
}

import type { Transport } from '../../delivery/transport.js';
import { defineTransport } from '../define-transport.js';
import type { FileTransportSettings } from '../files/file-transport.js';
import { connectFtps } from './connect-ftps.js';
import type { FtpsOptions } from './ftps-options.js';

export interface FtpsTransportOptions extends FileTransportSettings {
  readonly server: FtpsOptions;
}

/**
 * The transport to a partner's FTPS server.
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export const createFtpsTransport: (options: FtpsTransportOptions) => Transport = defineTransport<
  Pick<FtpsTransportOptions, 'server'>
>({
  kind: 'ftps',
  options: { server: 'needed' },
  open: ({ server }) => connectFtps(server),
});

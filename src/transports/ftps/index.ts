export { connectFtps } from './connect-ftps.js';
export type { FtpsOptions, FtpsPassiveOptions, FtpsTlsOptions } from './ftps-options.js';
export { type FtpsTransportOptions, ftpsTransport } from './ftps-transport.js';

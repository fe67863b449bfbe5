export { connectFtps } from './connect-ftps.js';
export type { FtpsOptions, FtpsPassiveOptions, FtpsTlsOptions } from './ftps-options.js';
export { createFtpsTransport, type FtpsTransportOptions } from './ftps-transport.js';

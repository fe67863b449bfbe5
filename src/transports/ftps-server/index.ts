export type { FindUser, ReceivingEvent, ReceivingUser, Uploaded, UploadedFile } from '../receiving/receiving-user.js';
export { createFtpsServer, type FtpsServer } from './ftps-server.js';
export type { FtpsServerLimits, FtpsServerOptions } from './ftps-server-options.js';

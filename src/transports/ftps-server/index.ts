export type { ServerTls } from '../network/server-tls.js';
export { Homes } from '../receiving/homes.js';
export type { CloseOptions, ListenAt, ListeningAt, LoginServer, ReceivingServer } from '../receiving/listener.js';
export { LoginThrottle, type LoginThrottleOptions } from '../receiving/login-throttle.js';
export { hashPassword, verifyPassword } from '../receiving/password.js';
export type {
  FindUser,
  ReceivingEvent,
  ReceivingProfile,
  ReceivingUser,
  Uploaded,
  UploadedFile,
} from '../receiving/receiving-user.js';
export { sweepHome } from '../receiving/sweep-home.js';
export { type IsTemporary, isTemporaryPath } from '../receiving/temporary-name.js';
export { createFtpsServer, type FtpsServer } from './ftps-server.js';
export type { FtpsServerLimits, FtpsServerOptions } from './ftps-server-options.js';

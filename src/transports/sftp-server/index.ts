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
export { isStagedPath } from '../receiving/staged-name.js';
export { sweepHome } from '../receiving/sweep-home.js';
export { type IsTemporary, isTemporaryPath } from '../receiving/temporary-name.js';
export type { AlgorithmLists, AlgorithmPreset } from '../sftp/algorithms.js';
export { createSftpServer, type SftpServer } from './create-sftp-server.js';
export type { SftpServerLimits, SftpServerOptions } from './sftp-server-options.js';

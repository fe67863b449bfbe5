export type { AlgorithmLists, AlgorithmPreset } from './algorithms.js';
export { connectSftp } from './connect-sftp.js';
export type { HostKeyPolicy, HostKeyStore } from './host-keys.js';
export type { LoginPrompt, SftpOptions } from './sftp-options.js';
export { createSftpTransport, type SftpTransportOptions } from './sftp-transport.js';

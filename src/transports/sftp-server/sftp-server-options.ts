import { RECEIVING_LIMITS, type ReceivingLimits } from '../receiving/limits.js';
import type { ReceivingOptions } from '../receiving/receiving-options.js';
import type { AlgorithmLists, AlgorithmPreset } from '../sftp/algorithms.js';

export interface SftpServerOptions extends ReceivingOptions {
  /** Private keys in PEM or in the form of OpenSSH, one of each type; `ssh-keygen -t ed25519` makes one. */
  readonly hostKeys: readonly string[];
  /** Default `modern`, as with the client, but for diffie-hellman-group18-sha512, which `kex` must name. */
  readonly algorithms?: AlgorithmPreset | AlgorithmLists | undefined;
  readonly limits?: Partial<SftpServerLimits> | undefined;
}

/** Times are milliseconds. */
export interface SftpServerLimits extends ReceivingLimits {
  /** Between signs of life; three unanswered end the connection. Default 15,000. */
  readonly keepaliveInterval: number;
  /** Files and directories open at once in one session. Default 64. */
  readonly maxHandles: number;
}

export const SFTP_SERVER_LIMITS: SftpServerLimits = { ...RECEIVING_LIMITS, keepaliveInterval: 15_000, maxHandles: 64 };

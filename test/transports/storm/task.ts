import type { FtpsOptions } from '../../../src/transports/ftps/index.js';
import type { SftpOptions } from '../../../src/transports/sftp/index.js';

/** The partner as a process of the storm reaches it. */
export type StormServer =
  | { readonly kind: 'directory'; readonly root: string }
  | { readonly kind: 'sftp'; readonly server: SftpOptions }
  | { readonly kind: 'ftps'; readonly server: FtpsOptions };

/** What one process is to do; it gets this as JSON. */
export interface StormTask {
  readonly what: 'deliver' | 'receive';
  readonly server: StormServer;
  /** The partner's, into which files are put or from which they are taken. */
  readonly directory: string;
  /** Of the round, on this side: the journals, the logs, what was stored. */
  readonly folder: string;
  readonly payloads: number;
  /** Where the process kills itself: before the nth step, or when the nth piece of bytes has moved. Absent: nowhere. */
  readonly kill?: { readonly at: 'step' | 'piece'; readonly count: number } | undefined;
}

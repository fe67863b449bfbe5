import type { VirtualFiles } from '../virtual-files/virtual-files.js';

/** One who may log in at a receiving server, and what is theirs. */
export interface ReceivingUser {
  readonly name: string;
  /**
   * Tells this one from another who may have the name later: sessions share what is counted, and the home that was opened first, with those
   * of the same. Default the name.
   */
  readonly id?: string | undefined;
  /** As `hashPassword` gives it; absent: no login by password. */
  readonly passwordHash?: string | undefined;
  /** Public keys in the form of OpenSSH (`ssh-ed25519 AAAA... comment`); only the SFTP server asks for them. */
  readonly publicKeys?: readonly string[] | undefined;
  /** The home: its root is all the user ever sees. */
  readonly files: VirtualFiles;
  /** What they may do; default all. */
  readonly rights?: { readonly read?: boolean; readonly write?: boolean; readonly remove?: boolean } | undefined;
  /** Bytes of one file. Default 1 GiB. */
  readonly maxFileBytes?: number | undefined;
  /** Bytes of all files in the home together. Default no limit. */
  readonly quotaBytes?: number | undefined;
  /** Files and directories in the home together. Default 100,000 where there is a quota, else no limit: empty ones take no bytes of it. */
  readonly maxFiles?: number | undefined;
  /** New names with a backslash are refused: for a home that Windows reads, where it divides names. Default false. */
  readonly refuseBackslash?: boolean | undefined;
  /** A rename may replace a file: for clients that upload under a temporary name and rename over. Default false. */
  readonly overwriteOnRename?: boolean | undefined;
  /** What a partner's program needs that others do not get. */
  readonly profile?: ReceivingProfile | undefined;
  /** Called, besides the server's own, with what the sessions of this user report: for a program that knows more of them than the name. */
  readonly onEvent?: ((event: ReceivingEvent) => void) | undefined;
  /** Sessions at once. Default what the server allows a user: `limits.maxSessionsPerUser`. */
  readonly maxSessions?: number | undefined;
}

/** `abrupt-end`: ends the TLS of its FTPS uploads by the end of the connection alone, as old .NET programs do; it may be cut unseen. */
export type ReceivingProfile = 'abrupt-end';

/** Finds a user by the name given at login; `undefined` costs as much time as a wrong password. */
export type FindUser = (name: string) => Promise<ReceivingUser | undefined>;

/** A file that is complete: closed after writing under a name that is not temporary, or renamed to such a name. */
export interface UploadedFile {
  readonly user: string;
  readonly path: string;
  readonly size: number;
  readonly protocol: 'sftp' | 'ftps';
  /** Of the client. */
  readonly address?: string | undefined;
}

/** Called once a completed file, after it is safe on disk and before the client has its confirmation. */
export type Uploaded = (file: UploadedFile) => Promise<void>;

/** What a receiving server reports about itself. No password, no key, no content. */
export interface ReceivingEvent {
  readonly kind:
    | 'connected'
    | 'login'
    | 'login-failed'
    | 'throttled'
    | 'uploaded'
    | 'downloaded'
    | 'removed'
    | 'renamed'
    | 'refused'
    | 'fault'
    | 'closed';
  readonly protocol: 'sftp' | 'ftps';
  readonly address: string;
  readonly user?: string | undefined;
  readonly path?: string | undefined;
  /** For `refused`, `fault` and `login-failed`: why. It is for whoever runs the server: told to a client it would help to guess. */
  readonly text?: string | undefined;
}

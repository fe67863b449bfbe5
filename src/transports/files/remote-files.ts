/** A file as the partner's server lists it. */
export interface RemoteFile {
  /** Without its directory. */
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'other';
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970 in UTC; absent where the server does not say, or says it without year, seconds or time zone. */
  readonly modified?: number | undefined;
}

/**
 * How a name is put in another's place. `plain`: the server's own rename, whatever it does about a target that exists.
 * `posix`: one atomic step that replaces it (SFTP extension). `delete-then-rename`: for servers that refuse an existing target.
 */
export type RenameMode = 'plain' | 'posix' | 'delete-then-rename';

/** How a whole file is put. */
export interface PutFileOptions {
  /** Bytes of the whole. */
  readonly size: number;
  /** False: a path that is taken is refused as `target-exists`. */
  readonly replace: boolean;
  readonly contentType: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One session with a server that keeps files: the steps of which delivery and pick-up are made. Paths are the server's, `/`
 * between names. One step at a time. Every error is of `transportError`; one after which the session is dead has the outcome
 * `unavailable` with `connection-lost`, `stalled` or `timed-out`.
 */
export interface RemoteFiles {
  /** @throws `directory-missing`, `permission-denied`. */
  list(directory: string, signal?: AbortSignal): Promise<readonly RemoteFile[]>;
  /** `undefined`: there is no such file. */
  stat(path: string, signal?: AbortSignal): Promise<RemoteFile | undefined>;
  /** Writes a file from its first byte, replacing one of that name; resolves when the server has confirmed all. */
  write(path: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<void>;
  /**
   * Puts a file whole or not at all, so that payloads need no temporary name and no rename. Absent: they are written, then renamed.
   * @throws `target-exists`.
   */
  put?(path: string, bytes: AsyncIterable<Uint8Array>, options: PutFileOptions): Promise<void>;
  /** Reads from `offset`, default 0. Leaving the loop early ends the transfer. @throws `file-missing`. */
  read(
    path: string,
    options?: { readonly offset?: number; readonly signal?: AbortSignal | undefined },
  ): AsyncIterable<Uint8Array>;
  /**
   * A rejection of `connection-lost` or alike leaves open whether it happened.
   * @throws `rename-refused`; `target-exists` where the server says that.
   */
  rename(from: string, to: string, mode: RenameMode, signal?: AbortSignal): Promise<void>;
  /** No complaint where there is no such file. @throws `permission-denied`. */
  remove(path: string, signal?: AbortSignal): Promise<void>;
  /** Rename modes of which this server can do the first best: `posix` only where offered. */
  readonly renameModes: readonly RenameMode[];
  /** The server has said that its own rename never replaces a file, and is refused as `target-exists`: nobody need look before. Default false. */
  readonly refusesTakenNames?: boolean | undefined;
  /** What was seen while connecting: host key, TLS, server software. No secrets. */
  readonly facts: Readonly<Record<string, string>>;
  /** Nothing is asked for a while: until `wake`, the session alone does not keep the process alive. */
  rest(): void;
  /** After a rest. Asks the server, with seconds to answer, unless it has just answered; false: it is gone. Never rejects. */
  wake(): Promise<boolean>;
  /** Ends the session, whatever it is doing. */
  close(): Promise<void>;
}

/** Milliseconds of rest after which a server is asked before more is asked of it: it, or a firewall, may have ended the session. */
export const TRUSTED_REST = 1_000;
/** Milliseconds for the answer: a new login is better than a long wait for a line that may be dead. */
export const WAKE_ANSWER = 5_000;

/** Opens a session: connects and logs in. @throws X12Error of `transportError`. */
export type ConnectFiles = (signal?: AbortSignal) => Promise<RemoteFiles>;

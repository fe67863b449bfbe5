/** A file or directory of a tree of files. */
export interface VirtualEntry {
  /** Without its directory; `/` for the root. */
  readonly name: string;
  readonly kind: 'file' | 'directory';
  /** Bytes; 0 for a directory. */
  readonly size: number;
  /** Milliseconds since 1970 in UTC. */
  readonly modified: number;
}

/** An open file. Offsets are bytes from the beginning. */
export interface VirtualFile {
  /** Up to `length` bytes; fewer at the end, none behind it. */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Writes all of `bytes`. @throws VirtualFilesError `no-space`. */
  write(offset: number, bytes: Uint8Array): Promise<void>;
  truncate(size: number): Promise<void>;
  stat(): Promise<VirtualEntry>;
  /** What was written is safe on disk when this resolves; also the name, unless that is to be changed anyway. Default true. */
  sync(options?: { readonly name?: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** `read`: must exist. `write`: made if missing, kept if there. `replace`: made if missing, emptied. `create`: must not exist. */
export type OpenMode = 'read' | 'write' | 'replace' | 'create';

export interface RenameOptions {
  readonly overwrite?: boolean;
  /** Of the client for whom it is done, where it is the last step of an upload or a rename of theirs: for a tree that keeps a record of who did what. */
  readonly address?: string | undefined;
}

/**
 * The port over which the receiving servers, the memory and the directory transport keep files: a directory on disk, memory,
 * later object storage. Paths are absolute, `/` between names, as `virtualPath` gives them: nothing leaves the root by `..`,
 * and an adapter on disk follows no link that leads out. Adapters pass `virtualFilesContract` of `ediloom/testing`.
 */
export interface VirtualFiles {
  stat(path: string): Promise<VirtualEntry | undefined>;
  /** @throws VirtualFilesError `not-found`, `not-a-directory`. */
  list(path: string): Promise<readonly VirtualEntry[]>;
  /**
   * What `list` gives, some hundred entries at a time, for directories of any size: who asks for one and does not take it in holds next to
   * nothing. The first entries say what `list` would throw. Where it is missing, `list` is used.
   */
  batches?(path: string): AsyncIterable<readonly VirtualEntry[]>;
  /** @throws VirtualFilesError `not-found` (also of the directory), `exists`, `is-a-directory`, `denied`, `no-space`. */
  open(path: string, mode: OpenMode): Promise<VirtualFile>;
  /** One atomic step. Without `overwrite` an existing target is refused with `exists`. Durable when it resolves. */
  rename(from: string, to: string, options?: RenameOptions): Promise<void>;
  /** A file. @throws VirtualFilesError `not-found`, `is-a-directory`. */
  remove(path: string): Promise<void>;
  /** @throws VirtualFilesError `exists`, `not-found` (of the parent). */
  makeDirectory(path: string): Promise<void>;
  /** An empty one. @throws VirtualFilesError `not-found`, `not-empty`. */
  removeDirectory(path: string): Promise<void>;
  setModified(path: string, modified: number): Promise<void>;
  /** What the whole tree has, its root not counted: for quotas. Where it is missing, all of it is listed. */
  total?(): Promise<{ readonly bytes: number; readonly entries: number }>;
  /** Files under the names of uploads that are under way (`isStagedPath`) are gone with their process: none is looked for. Default false. */
  readonly forgetsStaged?: boolean;
}

export type VirtualFilesCode =
  | 'not-found'
  | 'exists'
  | 'denied'
  | 'not-a-directory'
  | 'is-a-directory'
  | 'not-empty'
  /** A directory that stays where it is, as others need it. */
  | 'in-use'
  | 'no-space'
  | 'too-large'
  | 'name-refused'
  | 'failed';

/** Why a step was not done; the servers turn it into the status of their protocol. */
export class VirtualFilesError extends Error {
  override readonly name = 'VirtualFilesError';
  readonly code: VirtualFilesCode;

  constructor(code: VirtualFilesCode, options: { readonly cause?: unknown } = {}) {
    super(`The step was not done: ${code}.`, options);
    this.code = code;
  }
}

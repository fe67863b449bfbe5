import { batchesOf } from '../virtual-files/batches-of.js';
import type { OpenMode, VirtualEntry, VirtualFile, VirtualFiles } from '../virtual-files/virtual-files.js';
import { VirtualFilesError } from '../virtual-files/virtual-files.js';
import { splitPath } from '../virtual-files/virtual-path.js';
import { HomeSpace } from './home-space.js';
import type { ReceivingUser } from './receiving-user.js';
import { isStagedName, isStagedPath } from './staged-name.js';
import { Staging } from './staging.js';
import { type IsTemporary, isTemporaryPath } from './temporary-name.js';
import { UserFile } from './user-file.js';

const DEFAULT_MAX_FILE_BYTES = 1024 ** 3;

export interface UserFilesOptions {
  readonly isTemporary?: IsTemporary | undefined;
  readonly now?: (() => number) | undefined;
  /** Resolves when what an earlier process left is gone; nothing is written before. */
  readonly swept?: Promise<unknown> | undefined;
}

/**
 * The home of a user with what they may do there: rights, the size of a file, the quota, what may be replaced. All sessions of
 * a user share one, so that they share what is counted.
 *
 * Without the right `read` no content is given out, but names and sizes are, as clients check by them what they sent. Without
 * `remove` nothing complete is lost: no removal, no rename away from a final name, no writing into or over a finished file.
 */
export class UserFiles implements VirtualFiles {
  readonly #files: VirtualFiles;
  readonly #user: ReceivingUser;
  readonly #space: HomeSpace;
  readonly #isTemporary: IsTemporary;
  readonly #swept: Promise<unknown> | undefined;
  /** Files open for writing, by their path now. */
  readonly #writing = new Map<string, UserFile>();

  constructor(user: ReceivingUser, options: UserFilesOptions = {}) {
    this.#user = user;
    this.#swept = options.swept;
    this.#files = user.files;
    this.#isTemporary = options.isTemporary ?? isTemporaryPath;
    this.#space = new HomeSpace(user.files, user, options.now);
  }

  /** A file that is being written is there for its user, by the name that it will have. */
  async stat(path: string): Promise<VirtualEntry | undefined> {
    if (isStagedPath(path)) return undefined;
    const writer = this.#stagedWriter(path);
    if (writer === undefined) return this.#files.stat(path);
    return { ...(await writer.stat()), name: splitPath(path).name };
  }

  async list(path: string): Promise<readonly VirtualEntry[]> {
    const entries = await this.#files.list(path);
    return entries.filter(({ name }) => !isStagedName(name));
  }

  async *batches(path: string): AsyncGenerator<readonly VirtualEntry[]> {
    for await (const entries of batchesOf(this.#files, path)) yield entries.filter(({ name }) => !isStagedName(name));
  }

  async open(path: string, mode: OpenMode): Promise<VirtualFile> {
    return mode === 'read' ? this.openToRead(path) : this.openToWrite(path, mode);
  }

  async openToRead(path: string): Promise<VirtualFile> {
    this.#demand('read');
    if (isStagedPath(path)) throw new VirtualFilesError('not-found');
    return this.#files.open(path, 'read');
  }

  /**
   * A file under a temporary name is written in place, as clients go on with one that was cut. Any other has its name only when it is
   * complete. The newer writer of a path wins: an older one, left behind by a lost connection, can no longer write or complete it.
   */
  async openToWrite(path: string, mode: Exclude<OpenMode, 'read'>): Promise<UserFile> {
    this.#demand('write');
    this.#demandName(path);
    await this.#swept;
    await this.#space.begin();
    const opened = this.#isTemporary(path) ? await this.#openInPlace(path, mode) : await this.#openStaged(path, mode);
    this.#revoke(path);
    this.#writing.set(path, opened);
    return opened;
  }

  async #openInPlace(path: string, mode: Exclude<OpenMode, 'read'>): Promise<UserFile> {
    const hasRoom = await this.#space.takeEntry();
    // Most are new, and to make one says by itself whether the name is taken.
    const made = hasRoom ? await this.#make(path, mode) : undefined;
    if (made !== undefined) return this.#userFile(made, path, { size: 0, changed: true, staging: undefined });
    const before = await this.#files.stat(path);
    if (!hasRoom && before === undefined) throw new VirtualFilesError('no-space');
    const file = await this.#files.open(path, mode);
    if (mode === 'replace' && before !== undefined) this.#space.release(before.size);
    // One that was empty already and is opened to be replaced is changed all the same.
    const changed = mode !== 'write' || before === undefined;
    return this.#userFile(file, path, {
      size: mode === 'write' ? (before?.size ?? 0) : 0,
      changed,
      staging: undefined,
    });
  }

  /** `undefined`: there is one, and the mode takes it. */
  async #make(path: string, mode: Exclude<OpenMode, 'read'>): Promise<VirtualFile | undefined> {
    try {
      return await this.#files.open(path, 'create');
    } catch (error) {
      this.#space.releaseEntry();
      if (mode === 'create' || !(error instanceof VirtualFilesError && error.code === 'exists')) throw error;
      return undefined;
    }
  }

  async #openStaged(path: string, mode: Exclude<OpenMode, 'read'>): Promise<UserFile> {
    const before = await this.#files.stat(path);
    if (path === '/' || before?.kind === 'directory') throw new VirtualFilesError('is-a-directory');
    if (before !== undefined && mode !== 'create') this.#demandReplaceable(path);
    const other = this.#stagedWriter(path);
    if (mode === 'create' && (before !== undefined || other !== undefined)) throw new VirtualFilesError('exists');
    const staging = new Staging({
      files: this.#files,
      space: this.#space,
      target: path,
      replaces: before?.size,
      contested: other !== undefined,
    });
    const kept = mode === 'write' ? (other?.staging?.path ?? (before === undefined ? undefined : path)) : undefined;
    if (kept === undefined) return this.#userFile(await staging.create(), path, { size: 0, changed: true, staging });
    // Copied before the first change, if there is one.
    const file = await this.#files.open(kept, 'read');
    return this.#userFile(file, path, { size: other?.size ?? before?.size ?? 0, changed: false, staging });
  }

  #userFile(
    file: VirtualFile,
    path: string,
    opening: { readonly size: number; readonly changed: boolean; readonly staging: Staging | undefined },
  ): UserFile {
    return new UserFile(file, path, {
      ...opening,
      maxBytes: this.#user.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
      space: this.#space,
      closed: (closed) => {
        if (this.#writing.get(closed.path) === closed) this.#writing.delete(closed.path);
      },
    });
  }

  /** Whether content may be given out. */
  get readable(): boolean {
    return this.#user.rights?.read !== false;
  }

  /** Whether a rename may replace a file without being told to. */
  get replacesOnRename(): boolean {
    return this.#user.overwriteOnRename === true;
  }

  /** True while a handle may still write to the file. */
  isWriting(path: string): boolean {
    return this.#writing.has(path);
  }

  async rename(...given: Parameters<VirtualFiles['rename']>): Promise<void> {
    await this.move(...given);
  }

  /** Renames, and gives what it was that has the new name now. */
  async move(...[from, to, options = {}]: Parameters<VirtualFiles['rename']>): Promise<VirtualEntry> {
    this.#demand('write');
    if (!this.#isTemporary(from)) this.#demand('remove');
    this.#demandName(to);
    if (isStagedPath(from)) throw new VirtualFilesError('not-found');
    // What systems call an invalid argument, which is no fault of ours.
    if (from === '/' || to.startsWith(`${from}/`)) throw new VirtualFilesError('denied');
    const [source, other] = await Promise.all([this.#files.stat(from), this.#files.stat(to)]);
    if (source === undefined) throw new VirtualFilesError('not-found');
    // A directory that turns final would complete what is in it all at once, unreported.
    if (source.kind === 'directory' && this.#isTemporary(from) && !this.#isTemporary(to)) {
      throw new VirtualFilesError('denied');
    }
    const overwrite = options.overwrite === true || this.replacesOnRename;
    const target = from === to ? undefined : other;
    if (target !== undefined && !(overwrite && target.kind === 'file')) throw new VirtualFilesError('exists');
    if (target !== undefined) this.#demandReplaceable(to);
    if (await this.#staysStaged(from, to, target)) return source;
    await this.#files.rename(from, to, { ...options, overwrite });
    if (target !== undefined) this.#gone(target);
    this.#revoke(to);
    this.#follow(from, to);
    return source;
  }

  /** A file that gets its final name while it is still written to has it when it is complete. */
  async #staysStaged(from: string, to: string, target: VirtualEntry | undefined): Promise<boolean> {
    const writer = this.#writing.get(from);
    if (writer === undefined || writer.staging !== undefined) return false;
    if (!this.#isTemporary(from) || this.#isTemporary(to)) return false;
    const contested = this.#stagedWriter(to) !== undefined;
    const [files, space] = [this.#files, this.#space];
    const staging = new Staging({ files, space, target: to, replaces: target?.size, contested });
    await staging.adopt(from);
    this.#revoke(to);
    writer.staging = staging;
    this.#follow(from, to);
    return true;
  }

  async remove(path: string): Promise<void> {
    if (!this.#isTemporary(path)) this.#demand('remove');
    this.#demand('write');
    if (isStagedPath(path)) throw new VirtualFilesError('not-found');
    const writer = this.#stagedWriter(path);
    const before = await this.#files.stat(path);
    if (before !== undefined || writer === undefined) await this.#files.remove(path);
    this.#revoke(path);
    if (before !== undefined) this.#gone(before);
  }

  async makeDirectory(path: string): Promise<void> {
    this.#demand('write');
    this.#demandName(path);
    if (!(await this.#space.takeEntry())) throw new VirtualFilesError('no-space');
    await this.#files.makeDirectory(path).catch((error) => {
      this.#space.releaseEntry();
      throw error;
    });
  }

  async removeDirectory(path: string): Promise<void> {
    this.#demand('remove');
    await this.#files.removeDirectory(path);
    this.#space.releaseEntry();
  }

  setModified(path: string, modified: number): Promise<void> {
    this.#demand('write');
    return this.#files.setModified(this.#stagedWriter(path)?.staging?.path ?? path, modified);
  }

  /** Takes a file away that the application would not take, whatever the rights. */
  async discard(path: string): Promise<void> {
    const before = await this.#files.stat(path);
    await this.#files.remove(path);
    if (before !== undefined) this.#gone(before);
  }

  /** Gives a file its earlier name back, whatever the rights. */
  async undoRename(from: string, to: string): Promise<void> {
    await this.#files.rename(to, from);
    this.#follow(to, from);
  }

  /** Open files keep their handle under the new name, those in a renamed directory too; one that is not there yet stays where it will be. */
  #follow(from: string, to: string): void {
    for (const [path, file] of [...this.#writing]) {
      const { staging } = file;
      if (path === from && staging !== undefined && !staging.isFor(to)) staging.spare();
      else if (path === from || path.startsWith(`${from}/`)) {
        this.#writing.delete(path);
        file.path = to + path.slice(from.length);
        this.#writing.set(file.path, file);
        if (staging?.path.startsWith(`${from}/`)) staging.path = to + staging.path.slice(from.length);
      }
    }
  }

  /** Who writes to a path and has not yet completed what will be there. */
  #stagedWriter(path: string): UserFile | undefined {
    const writer = this.#writing.get(path);
    return writer?.staging === undefined ? undefined : writer;
  }

  /** Whoever writes there has lost: what they hold open says nothing of the path any more. */
  #revoke(path: string): void {
    this.#writing.get(path)?.revoke();
    this.#writing.delete(path);
  }

  #gone({ size }: VirtualEntry): void {
    this.#space.release(size);
    this.#space.releaseEntry();
  }

  #demand(right: 'read' | 'write' | 'remove'): void {
    if (this.#user.rights?.[right] === false) throw new VirtualFilesError('denied');
  }

  #demandReplaceable(path: string): void {
    if (!this.#isTemporary(path) && !this.#writing.has(path)) this.#demand('remove');
  }

  /** @throws VirtualFilesError `name-refused` for the names that we give, and those that the home cannot have. */
  #demandName(path: string): void {
    const backslash = this.#user.refuseBackslash === true && path.includes('\\');
    if (backslash || isStagedPath(path)) throw new VirtualFilesError('name-refused');
  }
}

import type { OpenMode, VirtualEntry, VirtualFile, VirtualFiles } from '../virtual-files/virtual-files.js';
import { VirtualFilesError } from '../virtual-files/virtual-files.js';
import { HomeSpace } from './home-space.js';
import type { ReceivingUser } from './receiving-user.js';
import { type IsTemporary, isTemporaryPath } from './temporary-name.js';
import { UserFile } from './user-file.js';

const DEFAULT_MAX_FILE_BYTES = 1024 ** 3;

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
  /** Files open for writing, by their path now. */
  readonly #writing = new Map<string, UserFile>();

  constructor(user: ReceivingUser, options: { readonly isTemporary?: IsTemporary; readonly now?: () => number } = {}) {
    this.#user = user;
    this.#files = user.files;
    this.#isTemporary = options.isTemporary ?? isTemporaryPath;
    this.#space = new HomeSpace(user.files, user.quotaBytes, options.now);
  }

  stat(path: string): Promise<VirtualEntry | undefined> {
    return this.#files.stat(path);
  }

  list(path: string): Promise<readonly VirtualEntry[]> {
    return this.#files.list(path);
  }

  async open(path: string, mode: OpenMode): Promise<VirtualFile> {
    return mode === 'read' ? this.openToRead(path) : this.openToWrite(path, mode);
  }

  async openToRead(path: string): Promise<VirtualFile> {
    this.#demand('read');
    return this.#files.open(path, 'read');
  }

  /** The newer writer of a path wins: an older one, left behind by a lost connection, can no longer write or complete it. */
  async openToWrite(path: string, mode: Exclude<OpenMode, 'read'>): Promise<UserFile> {
    this.#demand('write');
    await this.#space.begin();
    const before = await this.#files.stat(path);
    if (before?.kind === 'file' && mode !== 'create') this.#demandReplaceable(path);
    const file = await this.#files.open(path, mode);
    this.#writing.get(path)?.revoke();
    if (mode === 'replace' && before !== undefined) this.#space.release(before.size);
    const opened = new UserFile(file, path, {
      size: mode === 'write' ? (before?.size ?? 0) : 0,
      // One that was empty already and is opened to be replaced is changed all the same.
      changed: mode !== 'write' || before === undefined,
      maxBytes: this.#user.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
      space: this.#space,
      closed: (closed) => {
        if (this.#writing.get(closed.path) === closed) this.#writing.delete(closed.path);
      },
    });
    this.#writing.set(path, opened);
    return opened;
  }

  /** Whether content may be given out. */
  get readable(): boolean {
    return this.#user.rights?.read !== false;
  }

  /** True while a handle may still write to the file. */
  isWriting(path: string): boolean {
    return this.#writing.has(path);
  }

  async rename(from: string, to: string, options: { readonly overwrite?: boolean } = {}): Promise<void> {
    this.#demand('write');
    if (!this.#isTemporary(from)) this.#demand('remove');
    const source = await this.#files.stat(from);
    if (source === undefined) throw new VirtualFilesError('not-found');
    // A directory that turns final would complete what is in it all at once, unreported.
    if (source.kind === 'directory' && this.#isTemporary(from) && !this.#isTemporary(to)) {
      throw new VirtualFilesError('denied');
    }
    const overwrite = options.overwrite === true || this.#user.overwriteOnRename === true;
    const target = from === to ? undefined : await this.#files.stat(to);
    if (target !== undefined && !(overwrite && target.kind === 'file')) throw new VirtualFilesError('exists');
    if (target !== undefined) this.#demandReplaceable(to);
    await this.#files.rename(from, to, { overwrite });
    if (target !== undefined) this.#space.release(target.size);
    this.#writing.get(to)?.revoke();
    this.#follow(from, to);
  }

  async remove(path: string): Promise<void> {
    if (!this.#isTemporary(path)) this.#demand('remove');
    this.#demand('write');
    const before = await this.#files.stat(path);
    await this.#files.remove(path);
    this.#writing.get(path)?.revoke();
    if (before !== undefined) this.#space.release(before.size);
  }

  makeDirectory(path: string): Promise<void> {
    this.#demand('write');
    return this.#files.makeDirectory(path);
  }

  removeDirectory(path: string): Promise<void> {
    this.#demand('remove');
    return this.#files.removeDirectory(path);
  }

  setModified(path: string, modified: number): Promise<void> {
    this.#demand('write');
    return this.#files.setModified(path, modified);
  }

  /** Takes a file away that the application would not take, whatever the rights. */
  async discard(path: string): Promise<void> {
    const before = await this.#files.stat(path);
    await this.#files.remove(path);
    if (before !== undefined) this.#space.release(before.size);
  }

  /** Gives a file its earlier name back, whatever the rights. */
  async undoRename(from: string, to: string): Promise<void> {
    await this.#files.rename(to, from);
    this.#follow(to, from);
  }

  /** Open files keep their handle under the new name, those in a renamed directory too. */
  #follow(from: string, to: string): void {
    for (const [path, file] of [...this.#writing]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.#writing.delete(path);
      file.path = to + path.slice(from.length);
      this.#writing.set(file.path, file);
    }
  }

  #demand(right: 'read' | 'write' | 'remove'): void {
    if (this.#user.rights?.[right] === false) throw new VirtualFilesError('denied');
  }

  #demandReplaceable(path: string): void {
    if (!this.#isTemporary(path) && !this.#writing.has(path)) this.#demand('remove');
  }
}

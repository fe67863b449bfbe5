import { VirtualFilesError } from '../virtual-files/virtual-files.js';
import type { Uploaded } from './receiving-user.js';
import { type IsTemporary, isTemporaryPath } from './temporary-name.js';
import type { UserFile } from './user-file.js';
import type { UserFiles } from './user-files.js';

export interface UploadsOptions {
  readonly user: string;
  readonly files: UserFiles;
  readonly protocol: 'sftp' | 'ftps';
  /** Of the client. */
  readonly address?: string | undefined;
  readonly uploaded: Uploaded | undefined;
  readonly isTemporary?: IsTemporary | undefined;
}

/**
 * Knows when an upload is complete: a file that was written is closed under a name that is not temporary, or a file gets such a
 * name instead of a temporary one. It is safe on disk, and only then has its name; then it is reported to the application, then the client
 * gets its confirmation.
 *
 * When the application does not take it (its promise rejects), the client gets a failure and finds no file under the final
 * name: a closed one is removed, a renamed one has its temporary name back; so a client that looks sends it again. After a kill
 * between the file's becoming final and the application's answer, the file is there and was not reported: applications look through
 * the homes when they start.
 */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #isTemporary: IsTemporary;

  constructor(options: UploadsOptions) {
    this.#options = options;
    this.#isTemporary = options.isTemporary ?? isTemporaryPath;
  }

  /** Closes what the client wrote to and calls whole. True when that completed an upload. */
  async close(file: UserFile): Promise<boolean> {
    await file.complete({ address: this.#options.address });
    const { path, size } = file;
    if (!file.changed || this.#isTemporary(path)) return false;
    await this.#report(path, size, () => this.#options.files.discard(path));
    return true;
  }

  /** Renames. True when that completed an upload. */
  async rename(from: string, to: string, options: { readonly overwrite?: boolean } = {}): Promise<boolean> {
    const { files, address } = this.#options;
    const { kind, size } = await files.move(from, to, { ...options, address });
    // A file that is still open for writing is complete when it is closed.
    if (!this.#isTemporary(from) || this.#isTemporary(to) || files.isWriting(to)) return false;
    if (kind !== 'file') return false;
    await this.#report(to, size, () => files.undoRename(from, to));
    return true;
  }

  async #report(path: string, size: number, undo: () => Promise<void>): Promise<void> {
    const { uploaded, user, protocol, address } = this.#options;
    if (uploaded === undefined) return;
    try {
      await uploaded({ user, path, size, protocol, address });
    } catch (cause) {
      await undo().catch(() => {});
      throw new VirtualFilesError('failed', { cause });
    }
  }
}

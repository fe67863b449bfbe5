import {
  type RenameOptions,
  type VirtualFile,
  type VirtualFiles,
  VirtualFilesError,
} from '../virtual-files/virtual-files.js';
import type { HomeSpace } from './home-space.js';
import { newStagedPath } from './staged-name.js';

const COPIED_AT_ONCE = 1024 * 1024;

export interface StagingOptions {
  readonly files: VirtualFiles;
  readonly space: HomeSpace;
  /** The name that the file is to have. */
  readonly target: string;
  /** Bytes of the file that has this name now; it keeps it until it is replaced. `undefined`: none has. */
  readonly replaces: number | undefined;
  /** Another may have been completed under the name by then, and is replaced as well. */
  readonly contested: boolean;
}

/**
 * Where an upload lies until it is complete: in the same directory, under a name that nobody sees. So no half file ever has a final name,
 * whenever the client, the connection or the process ends; and an older file of the name is there, whole, up to the moment in which
 * the new one takes its place.
 */
export class Staging {
  /** Of the staged file; the rename of a directory above moves it. */
  path: string;
  readonly #options: StagingOptions;
  #state: 'not begun' | 'begun' | 'over' = 'not begun';
  #replaces: number | undefined;
  /** The staged file counts as one of the home's: what takes another's place does not. */
  #counts: boolean;
  /** It does, and another that counts will be gone when it has its name. */
  #countsTwice = false;

  constructor(options: StagingOptions) {
    this.#options = options;
    this.#replaces = options.replaces;
    this.#counts = options.replaces === undefined;
    this.path = newStagedPath(options.target);
  }

  /** Begins with nothing; an older file is not counted any more. */
  async create(): Promise<VirtualFile> {
    const file = await this.#open();
    this.#options.space.release(this.#replaces ?? 0);
    return file;
  }

  /** Begins with a file that is there, and gets the staged name. */
  async adopt(path: string): Promise<void> {
    await this.#options.files.rename(path, this.path);
    this.#countsTwice = !this.#counts;
    this.#counts = true;
    this.#begin();
    this.#options.space.release(this.#replaces ?? 0);
  }

  /**
   * Begins with the first bytes of another, unless it has begun: then `undefined`. They are counted as those of the older file were, or
   * anew where it is none that will be replaced.
   */
  async begin(base: VirtualFile, keep: number, size: number): Promise<VirtualFile | undefined> {
    if (this.#state !== 'not begun') return undefined;
    const { space } = this.#options;
    if (this.#replaces === undefined && !space.take(size)) throw new VirtualFilesError('no-space');
    const file = await this.#open();
    try {
      await copyFirst(base, file, keep);
      await base.close();
      return file;
    } catch (error) {
      // Nobody else has it.
      await file.close().catch(() => {});
      throw error;
    }
  }

  /** Gives the file its name, in one step and durably. It is synced and closed by now. */
  async publish(path: string, by: Pick<RenameOptions, 'address'>): Promise<void> {
    const { files, contested, space } = this.#options;
    await files.rename(this.path, path, { ...by, overwrite: this.#replaces !== undefined || contested });
    this.#state = 'over';
    space.replaced(this.#replaces ?? 0);
    if (this.#countsTwice) space.releaseEntry();
  }

  isFor(path: string): boolean {
    return this.#options.target === path;
  }

  /** The older file has got another name, and stays. */
  spare(): void {
    if (this.#state !== 'begun' || this.#replaces === undefined) return;
    this.#options.space.replaced(this.#replaces);
    this.#options.space.restore(this.#replaces);
    this.#replaces = 0;
    if (!this.#counts) this.#options.space.addEntry();
    this.#counts = true;
    this.#countsTwice = false;
  }

  /** Removes what was staged; false when nothing was, or it has its name. */
  async discard(): Promise<boolean> {
    if (this.#state !== 'begun') return false;
    this.#state = 'over';
    const { files, space } = this.#options;
    space.replaced(this.#replaces ?? 0);
    space.restore(this.#replaces ?? 0);
    // What cannot be removed is swept when the server next comes up.
    await files.remove(this.path).catch(() => {});
    if (this.#counts) space.releaseEntry();
    return true;
  }

  async #open(): Promise<VirtualFile> {
    const { files, space } = this.#options;
    if (this.#counts && !(await space.takeEntry())) throw new VirtualFilesError('no-space');
    try {
      const file = await files.open(this.path, 'create');
      this.#begin();
      return file;
    } catch (error) {
      if (this.#counts) space.releaseEntry();
      throw error;
    }
  }

  #begin(): void {
    this.#state = 'begun';
    this.#options.space.replacing(this.#replaces ?? 0);
  }
}

async function copyFirst(base: VirtualFile, file: VirtualFile, keep: number): Promise<void> {
  for (let at = 0; at < keep; ) {
    const bytes = await base.read(at, Math.min(COPIED_AT_ONCE, keep - at));
    if (bytes.length === 0) break;
    await file.write(at, bytes);
    at += bytes.length;
  }
}

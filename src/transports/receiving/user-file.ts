import type { RenameOptions, VirtualEntry, VirtualFile } from '../virtual-files/virtual-files.js';
import { VirtualFilesError } from '../virtual-files/virtual-files.js';
import { ClientsDoing } from './clients-doing.js';
import type { HomeSpace } from './home-space.js';
import type { Staging } from './staging.js';

/** How far behind its end a file may be written to: what lies between is zeros that nobody sent. */
const MAX_GAP = 32 * 1024 * 1024;

const LOST = 'another upload has taken the place of this one';

interface Opening {
  readonly size: number;
  readonly changed: boolean;
  readonly maxBytes: number;
  readonly space: HomeSpace;
  /** Of a file that has its name only when it is complete. */
  readonly staging: Staging | undefined;
  readonly closed: (file: UserFile) => void;
}

/** A file open for writing within the user's limits. */
export class UserFile implements VirtualFile {
  /** Where it is now, or will be; a rename moves it. */
  path: string;
  /** Undefined where what is written is there at once. */
  staging: Staging | undefined;
  #file: VirtualFile;
  readonly #opening: Opening;
  #size: number;
  #changed: boolean;
  #revoked = false;
  #closed = false;
  /** Why bytes that the client sent are not in the file. */
  #lacks: { readonly error: unknown } | undefined;

  constructor(file: VirtualFile, path: string, opening: Opening) {
    this.#file = file;
    this.path = path;
    this.#opening = opening;
    this.staging = opening.staging;
    this.#size = opening.size;
    this.#changed = opening.changed;
  }

  /** Bytes now, those of writes under way included. */
  get size(): number {
    return this.#size;
  }

  /** It was made, emptied or written to by this handle. */
  get changed(): boolean {
    return this.#changed;
  }

  /** Another writer has taken its place, or it was removed. */
  revoke(): void {
    this.#revoked = true;
  }

  read(offset: number, length: number): Promise<Uint8Array> {
    return this.#file.read(offset, length);
  }

  async write(offset: number, bytes: Uint8Array): Promise<void> {
    this.#demandOurs();
    try {
      this.#demandFits(offset, offset + bytes.length);
      await this.#stage(this.#size);
      await this.#grow(offset + bytes.length, () => this.#file.write(offset, bytes));
    } catch (error) {
      this.#lacks ??= { error };
      throw error;
    }
  }

  async truncate(size: number): Promise<void> {
    this.#demandOurs();
    this.#demandFits(size, size);
    // One that was made for this upload is as long as it is to be: nothing to wait for.
    if (this.#changed && size === this.#size) return;
    await this.#stage(Math.min(size, this.#size));
    await this.#grow(size, () => this.#file.truncate(size));
    if (size < this.#size) {
      this.#opening.space.release(this.#size - size);
      this.#size = size;
    }
  }

  stat(): Promise<VirtualEntry> {
    return this.#file.stat();
  }

  sync(): Promise<void> {
    return this.#file.sync();
  }

  /**
   * Ends the writing. What was written stays, safe on disk and under its name; or it is gone as if it had never been, where it was to
   * have its name only when complete.
   * @throws what a write was refused with, where it was to have its name only then: clients close what they could not finish.
   */
  async complete(by: Pick<RenameOptions, 'address'> = {}): Promise<void> {
    if (this.#closed || this.#revoked) return this.#giveUp(new ClientsDoing(LOST));
    const { staging } = this;
    if (staging !== undefined && this.#lacks !== undefined) return this.#giveUp(this.#lacks.error);
    this.#closed = true;
    try {
      if (this.#changed) await this.#file.sync({ name: staging === undefined });
      // Before it is renamed, which Windows refuses for an open file.
      await this.#file.close();
      if (this.#changed) await staging?.publish(this.path, by);
    } finally {
      await this.close();
    }
  }

  /** Gives up what is not complete. May be called more than once. */
  async close(): Promise<void> {
    this.#closed = true;
    const { staging } = this;
    this.staging = undefined;
    this.#opening.closed(this);
    await this.#file.close().catch(() => {});
    if (await staging?.discard()) this.#opening.space.release(this.#size);
  }

  async #giveUp(error: unknown): Promise<never> {
    await this.close();
    throw error;
  }

  /** Before the first change: the bytes of an older file that are to be kept are copied, and it keeps its own. */
  async #stage(keep: number): Promise<void> {
    const staged = await this.staging?.begin(this.#file, keep, this.#size);
    if (staged !== undefined) this.#file = staged;
  }

  /** Room is taken before it is used, and given back when the step fails. Steps may overlap: each takes what it adds. */
  async #grow(end: number, step: () => Promise<void>): Promise<void> {
    const before = this.#size;
    const added = Math.max(0, end - before);
    const { space } = this.#opening;
    if (added > 0) {
      if (!space.take(added) && !(await space.takeAfterRecount(added))) throw new VirtualFilesError('no-space');
      this.#size = Math.max(this.#size, end);
    }
    this.#changed = true;
    try {
      await step();
    } catch (error) {
      if (added > 0) {
        space.release(added);
        if (this.#size === end) this.#size = before;
      }
      throw error;
    }
  }

  #demandFits(from: number, end: number): void {
    if (end > this.#opening.maxBytes) throw new VirtualFilesError('too-large');
    if (from > this.#size + MAX_GAP) throw new VirtualFilesError('denied');
  }

  #demandOurs(): void {
    if (this.#revoked || this.#closed) throw new ClientsDoing(LOST);
  }
}

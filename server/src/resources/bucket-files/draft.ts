import type { Readable } from 'node:stream';
import { type VirtualEntry, type VirtualFile, VirtualFilesError } from 'ediloom/transports';
import type { Clock } from '../../clock.js';
import type { StoredBytes } from '../buckets/put-bytes.js';
import { Spool, type SpoolOptions } from './spool.js';

/** Bytes that were put and that nobody will name. */
export type LeaveBytes = (bytes: StoredBytes) => Promise<void>;

/** Puts bytes into the object store. */
export type PutDraft = (bytes: Uint8Array | Readable) => Promise<StoredBytes>;

/** A file that is being written: its bytes lie with this process until they are put. */
export class Draft {
  /** Where it is, or will be; `undefined`: it was removed. */
  key: string | undefined;
  /** Who has it open. */
  handles = 0;
  /** Differs from what is in the bucket under its key. */
  isChanged: boolean;
  /** What a row was written for. */
  persisted: StoredBytes | undefined;
  readonly spool: Spool;
  readonly #put: PutDraft;
  readonly #leave: LeaveBytes;
  readonly #clock: Clock;
  #modified: number;
  /** Changes since it was begun. */
  #changes = 0;
  #stored: { readonly bytes: StoredBytes; readonly changes: number } | undefined;

  constructor(
    key: string,
    options: {
      readonly isChanged: boolean;
      readonly spool: SpoolOptions;
      readonly put: PutDraft;
      readonly leave: LeaveBytes;
      readonly clock: Clock;
    },
  ) {
    this.key = key;
    this.isChanged = options.isChanged;
    this.spool = new Spool(options.spool);
    this.#put = options.put;
    this.#leave = options.leave;
    this.#clock = options.clock;
    this.#modified = options.clock.now();
  }

  /** Milliseconds since 1970. */
  get modified(): number {
    return this.#modified;
  }

  set modified(modified: number) {
    this.#modified = modified;
    this.isChanged = true;
  }

  changed(): void {
    this.#changes++;
    this.#modified = this.#clock.now();
    this.isChanged = true;
  }

  /** Its bytes in the object store, where they are put if they are not there yet. */
  async stored(): Promise<StoredBytes> {
    const changes = this.#changes;
    if (this.#stored?.changes === changes) return this.#stored.bytes;
    const bytes = await this.#put(await this.spool.whole());
    const before = this.#stored?.bytes;
    this.#stored = { bytes, changes };
    await this.#leaveUnnamed(before);
    return bytes;
  }

  /** Its row is gone: what was put belongs to nobody. */
  async forgetStored(): Promise<void> {
    const before = this.#stored?.bytes;
    this.#stored = undefined;
    await this.#leaveUnnamed(before);
  }

  /** Nobody writes to it any more. */
  async close(): Promise<void> {
    await this.spool.close();
    await this.forgetStored();
  }

  /** What was put before it had a name, and has not got one: a row names what is persisted, or has named it. */
  async #leaveUnnamed(bytes: StoredBytes | undefined): Promise<void> {
    if (bytes !== undefined && bytes !== this.persisted) await this.#leave(bytes);
  }
}

export interface DraftFileOptions {
  readonly draft: Draft;
  readonly isWritable: boolean;
  /** What is written is in the bucket, under its name, or as soon as it gets one. */
  readonly sync: (hasName: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A draft as somebody has it open. */
export class DraftFile implements VirtualFile {
  readonly #options: DraftFileOptions;
  #closed = false;

  constructor(options: DraftFileOptions) {
    this.#options = options;
    options.draft.handles++;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    this.#demandOpen();
    return this.#options.draft.spool.read(offset, length);
  }

  async write(offset: number, bytes: Uint8Array): Promise<void> {
    this.#demandWritable();
    await this.#options.draft.spool.write(offset, bytes);
    this.#options.draft.changed();
  }

  async truncate(size: number): Promise<void> {
    this.#demandWritable();
    await this.#options.draft.spool.truncate(size);
    this.#options.draft.changed();
  }

  async stat(): Promise<VirtualEntry> {
    this.#demandOpen();
    return draftEntry(this.#options.draft);
  }

  async sync({ name = true }: { readonly name?: boolean } = {}): Promise<void> {
    this.#demandOpen();
    await this.#options.sync(name);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.draft.handles--;
    await this.#options.close();
  }

  #demandOpen(): void {
    if (this.#closed) throw new VirtualFilesError('failed');
  }

  #demandWritable(): void {
    this.#demandOpen();
    if (!this.#options.isWritable) throw new VirtualFilesError('denied');
  }
}

export function draftEntry({ key = '', spool, modified }: Draft): VirtualEntry {
  return { name: key.slice(key.lastIndexOf('/') + 1), kind: 'file', size: spool.size, modified };
}

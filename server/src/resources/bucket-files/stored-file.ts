import { createHash } from 'node:crypto';
import { type VirtualEntry, type VirtualFile, VirtualFilesError } from 'ediloom/transports';
import { collect } from '../../objects/byte-streams.js';
import type { ObjectStore } from '../../objects/object-store.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import { storedNameOf } from '../buckets/stored-names.js';

/** Bytes that are asked of the object store at once; one client has few files open, but there may be many clients. */
const BLOCK = 256 * 1024;

export interface StoredFileOptions {
  readonly objects: ObjectStore;
  readonly row: BucketObjects;
  readonly name: string;
  readonly closed: () => void;
}

/** An object that is open for reading: the bytes that it had when it was opened, whatever becomes of its key. */
export class StoredFile implements VirtualFile {
  readonly #options: StoredFileOptions;
  readonly #size: number;
  /** The blocks that were read last, by their number: a client reads on, and several steps ahead. */
  readonly #blocks = new Map<number, Promise<Uint8Array>>();
  #closed = false;

  constructor(options: StoredFileOptions) {
    this.#options = options;
    this.#size = Number(options.row.size);
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    this.#demandOpen();
    const end = Math.min(offset + length, this.#size);
    const pieces: Uint8Array[] = [];
    for (let at = offset; at < end; ) {
      const number = Math.floor(at / BLOCK);
      const block = await this.#block(number);
      const piece = block.subarray(at - number * BLOCK, end - number * BLOCK);
      pieces.push(piece);
      at += piece.length;
    }
    const [only] = pieces;
    return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
  }

  async write(): Promise<void> {
    this.#demandOpen();
    throw new VirtualFilesError('denied');
  }

  async truncate(): Promise<void> {
    return this.write();
  }

  async stat(): Promise<VirtualEntry> {
    this.#demandOpen();
    const { row, name } = this.#options;
    return storedEntry(name, row);
  }

  async sync(): Promise<void> {
    this.#demandOpen();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#blocks.clear();
    this.#options.closed();
  }

  #block(number: number): Promise<Uint8Array> {
    const known = this.#blocks.get(number);
    if (known !== undefined) return known;
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size < 2) break;
      this.#blocks.delete(oldest);
    }
    const block = this.#readBlock(number);
    this.#blocks.set(number, block);
    block.catch(() => this.#blocks.delete(number));
    return block;
  }

  async #readBlock(number: number): Promise<Uint8Array> {
    const { objects, row } = this.#options;
    const from = number * BLOCK;
    const length = Math.min(BLOCK, this.#size - from);
    const source = await objects.get(storedNameOf(row), { from, length });
    const bytes = source === undefined ? undefined : await collect(source);
    if (bytes?.length !== length) throw new VirtualFilesError('failed');
    // A file that is read in one block is compared with what was put.
    const isWhole = length === this.#size;
    if (isWhole && createHash('sha256').update(bytes).digest('hex') !== row.sha256) {
      throw new VirtualFilesError('failed');
    }
    return bytes;
  }

  #demandOpen(): void {
    if (this.#closed) throw new VirtualFilesError('failed');
  }
}

export function storedEntry(name: string, row: BucketObjects): VirtualEntry {
  return { name, kind: 'file', size: Number(row.size), modified: row.modified_at ?? row.updated_at };
}

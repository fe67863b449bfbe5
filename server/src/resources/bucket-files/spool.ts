import { createCipheriv, randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { VirtualFilesError } from 'ediloom/transports';
import type { ComingBytes, StorageRoom } from '../../objects/storage-room.js';
import { makeOwnerFolder } from '../../owner-file.js';
import { Problem } from '../../problems.js';

/** Bytes up to which a file is kept in memory: most files of EDI never see the disk before they are put. */
const IN_MEMORY = 64 * 1024;
/** Bytes that are read, or filled with zeros, at once. */
const PIECE = 64 * 1024;
/** Of AES. */
const BLOCK = 16;

export interface SpoolOptions {
  /** Where files lie that are too large for memory. */
  readonly folder: string;
  /** What is on disk is encrypted, with a key that nobody but this object ever has. */
  readonly encrypt: boolean;
  /** On the disk, for what does not fit into memory; it belongs to no account. */
  readonly room: StorageRoom;
}

/**
 * Bytes of a file that is being written, at any offsets, before they are put into the object store. On disk it is a file without a name, gone
 * with the process. Steps are done in the order in which they are asked for.
 */
export class Spool {
  readonly #options: SpoolOptions;
  #memory = Buffer.alloc(0);
  #file: FileHandle | undefined;
  #coming: ComingBytes | undefined;
  /** Bytes on the disk for which there was room. */
  #counted = 0;
  readonly #key: Uint8Array | undefined;
  #size = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: SpoolOptions) {
    this.#options = options;
    this.#key = options.encrypt ? randomBytes(32) : undefined;
  }

  /** Bytes, of the steps that are done. */
  get size(): number {
    return this.#size;
  }

  /** Up to `length` bytes; fewer at the end. */
  read(offset: number, length: number): Promise<Uint8Array> {
    return this.#inTurn(() => this.#readNow(offset, length));
  }

  write(offset: number, bytes: Uint8Array): Promise<void> {
    return this.#inTurn(async () => {
      await this.#fill(offset);
      await this.#writeNow(offset, bytes);
    });
  }

  /** Cuts off what is behind, or goes on with zeros. */
  truncate(size: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#fill(size);
      if (size < this.#size) await this.#file?.truncate(size);
      this.#size = size;
    });
  }

  /** All of it, from the beginning: as one piece where it is in memory. */
  whole(): Promise<Uint8Array | Readable> {
    return this.#inTurn(async () =>
      this.#file === undefined
        ? Buffer.from(this.#memory.subarray(0, this.#size))
        : Readable.from(this.#pieces(this.#size), { objectMode: false }),
    );
  }

  /** May be called more than once. */
  close(): Promise<void> {
    this.#closed = true;
    const file = this.#file;
    this.#file = undefined;
    const closed = this.#turn
      .then(async () => file?.close())
      .catch(() => {})
      .finally(() => this.#coming?.end());
    this.#turn = closed;
    return closed;
  }

  async *#pieces(size: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < size; ) {
      const bytes = await this.read(at, Math.min(PIECE, size - at));
      if (bytes.length === 0) throw new VirtualFilesError('failed');
      yield bytes;
      at += bytes.length;
    }
  }

  #inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(() => {
      if (this.#closed) throw new VirtualFilesError('failed');
      return step();
    });
    this.#turn = done.catch(() => {});
    return done.catch((error: unknown) => {
      throw errorOf(error);
    });
  }

  async #readNow(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.#size);
    if (end <= offset) return new Uint8Array(0);
    if (this.#file === undefined) return Uint8Array.prototype.slice.call(this.#memory, offset, end);
    const bytes = Buffer.alloc(end - offset);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#file.read(bytes, at, bytes.length - at, offset + at);
      if (bytesRead === 0) throw new VirtualFilesError('failed');
      at += bytesRead;
    }
    return this.#crypt(offset, bytes);
  }

  async #writeNow(offset: number, bytes: Uint8Array): Promise<void> {
    const end = offset + bytes.length;
    if (this.#file === undefined && end <= IN_MEMORY) {
      this.#keep(end);
      this.#memory.set(bytes, offset);
    } else {
      await this.#demandRoom(end);
      await this.#toFile();
      await this.#writeFile(offset, bytes);
    }
    this.#size = Math.max(this.#size, end);
  }

  /** Before they are written: a full disk is in the way of everybody. @throws Problem where they would leave too little of it. */
  async #demandRoom(end: number): Promise<void> {
    if (end <= this.#counted) return;
    this.#coming ??= await this.#options.room.open();
    this.#coming.add(end - this.#counted);
    this.#counted = end;
  }

  async #writeFile(offset: number, bytes: Uint8Array): Promise<void> {
    const sealed = this.#crypt(offset, bytes);
    for (let at = 0; at < sealed.length; ) {
      const written = await this.#file?.write(sealed, at, sealed.length - at, offset + at);
      at += written?.bytesWritten ?? sealed.length;
    }
  }

  /** What lies between the end and an offset behind it is zeros. */
  async #fill(offset: number): Promise<void> {
    while (this.#size < offset) {
      const zeros = new Uint8Array(Math.min(PIECE, offset - this.#size));
      await this.#writeNow(this.#size, zeros);
    }
  }

  /** Room in memory: twice what is needed, so that writing piece by piece does not copy all each time. */
  #keep(size: number): void {
    if (size <= this.#memory.length) return;
    const room = Buffer.alloc(Math.min(IN_MEMORY, Math.max(size, 2 * this.#memory.length, 4096)));
    room.set(this.#memory.subarray(0, this.#size));
    this.#memory = room;
  }

  async #toFile(): Promise<void> {
    if (this.#file !== undefined) return;
    const { folder } = this.#options;
    makeOwnerFolder(folder);
    const path = join(folder, randomBytes(16).toString('hex'));
    this.#file = await open(path, 'wx+', 0o600);
    // It has no name before it has a byte: a kill leaves nothing.
    await unlink(path);
    await this.#writeFile(0, this.#memory.subarray(0, this.#size));
    this.#memory = Buffer.alloc(0);
  }

  /** Counter mode: any piece is encrypted, and decrypted, for itself. */
  #crypt(offset: number, bytes: Uint8Array): Uint8Array {
    if (this.#key === undefined) return bytes;
    const counter = Buffer.alloc(BLOCK);
    counter.writeBigUInt64BE(BigInt(Math.floor(offset / BLOCK)), 8);
    const cipher = createCipheriv('aes-256-ctr', this.#key, counter);
    cipher.update(new Uint8Array(offset % BLOCK));
    return cipher.update(bytes);
  }
}

function errorOf(error: unknown): unknown {
  if (error instanceof Problem) return new VirtualFilesError('no-space', { cause: error });
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' ? new VirtualFilesError('no-space', { cause: error }) : error;
}

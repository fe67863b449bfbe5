import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Octets, Spool, SpoolWriter } from './octets.js';

/** Bytes gathered before they are written, and read at once. */
const BLOCK = 256 * 1024;

/**
 * Keeps what comes in in a file of its own, which nobody else may read. Where the system allows it, the file loses its name as
 * soon as it is open, so that not even a kill leaves one behind; elsewhere `discard` removes it.
 * @param directory must exist; default the system's own for temporary files.
 */
export function temporarySpool(directory: string = tmpdir()): Spool {
  return {
    async create() {
      const path = join(directory, `ediloom-${randomUUID()}.tmp`);
      const file = await open(path, 'wx+', 0o600);
      const nameless = process.platform !== 'win32';
      if (nameless) await rm(path);
      return new TemporaryFile(file, nameless ? undefined : path);
    },
  };
}

class TemporaryFile implements SpoolWriter {
  readonly #file: FileHandle;
  readonly #path: string | undefined;
  readonly #block = Buffer.allocUnsafe(BLOCK);
  #filled = 0;
  #written = 0;
  #discarded = false;

  constructor(file: FileHandle, path: string | undefined) {
    this.#file = file;
    this.#path = path;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#filled + bytes.length > BLOCK) await this.#flush();
    if (bytes.length >= BLOCK) return this.#append(bytes);
    this.#block.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  async finish(): Promise<Octets> {
    await this.#flush();
    return { size: this.#written, open: (start = 0, end = this.#written) => this.#read(start, end) };
  }

  async discard(): Promise<void> {
    if (this.#discarded) return;
    this.#discarded = true;
    await this.#file.close();
    if (this.#path !== undefined) await rm(this.#path, { force: true });
  }

  async #flush(): Promise<void> {
    const filled = this.#filled;
    this.#filled = 0;
    if (filled > 0) await this.#append(this.#block.subarray(0, filled));
  }

  async #append(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#written);
      done += bytesWritten;
      this.#written += bytesWritten;
    }
  }

  async *#read(start: number, end: number): AsyncIterable<Uint8Array> {
    for (let at = start; at < end; ) {
      const block = Buffer.allocUnsafe(Math.min(BLOCK, end - at));
      const { bytesRead } = await this.#file.read(block, 0, block.length, at);
      if (bytesRead === 0) throw new Error('The temporary file is shorter than what was written to it.');
      yield block.subarray(0, bytesRead);
      at += bytesRead;
    }
  }
}

import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Octets, Spool, SpoolWriter } from './octets.js';

/** Bytes gathered before they are written, and read at once. */
const BLOCK = 256 * 1024;

/**
 * Keeps what comes in in a file of its own, which nobody else may read. Where the system allows it, the file loses its name as
 * soon as it is open, so that not even a kill leaves one behind; elsewhere `discard` removes it.
 * What a killed process left under a name is removed before the first file is made.
 * @param directory must exist; default the system's own for temporary files.
 */
export function createTemporarySpool(directory: string = tmpdir()): Spool {
  let swept: Promise<void> | undefined;
  return {
    async create() {
      swept ??= sweep(directory);
      await swept;
      const path = join(directory, `ediloom-${process.pid}-${randomUUID()}.tmp`);
      const file = await open(path, 'wx+', 0o600);
      // Another process may sweep it at the same time.
      if (NAMELESS) await rm(path, { force: true });
      return new TemporaryFile(file, NAMELESS ? undefined : path);
    },
  };
}

const NAMELESS = process.platform !== 'win32';

/** A name that is gone harms no process that has the file open; where files need their names, only those of the dead go. */
async function sweep(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const [, pid] = /^ediloom-(\d+)-[0-9a-f-]{36}\.tmp$/.exec(name) ?? [];
    if (pid === undefined || !(NAMELESS || isDead(Number(pid)))) continue;
    // Another user's stays.
    await rm(join(directory, name), { force: true }).catch(() => undefined);
  }
}

function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
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

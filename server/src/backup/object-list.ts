import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BackupFile } from './manifest.js';

/** An object as a list has it. */
export interface ListedObject {
  readonly name: string;
  readonly size: number;
  /** Absent where the object store does not say it, and the object was not read. */
  readonly sha256?: string | undefined;
}

/** Lines are written together from so many characters on. */
const BUFFERED = 64 * 1024;

/** Writes the objects of a backup down, a line each, in the order in which they come. */
export class ObjectListWriter {
  readonly #name: string;
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #size = 0;
  #lines = '';
  #writing: Promise<void> = Promise.resolve();
  count = 0;
  bytes = 0;

  private constructor(name: string, file: FileHandle) {
    this.#name = name;
    this.#file = file;
  }

  static async create(folder: string, name: string): Promise<ObjectListWriter> {
    return new ObjectListWriter(name, await open(join(folder, name), 'wx', 0o600));
  }

  async add({ name, size, sha256 }: ListedObject): Promise<void> {
    this.count++;
    this.bytes += size;
    this.#lines += `${JSON.stringify({ name, size, sha256 })}\n`;
    if (this.#lines.length >= BUFFERED) this.#flush();
    await this.#writing;
  }

  /** On the disk when it resolves. */
  async close(): Promise<BackupFile> {
    this.#flush();
    await this.#writing;
    await this.#file.sync();
    await this.#file.close();
    return { file: this.#name, size: this.#size, sha256: this.#hash.digest('hex') };
  }

  /** Portions are written in the order in which they are hashed. */
  #flush(): void {
    const lines = Buffer.from(this.#lines, 'utf8');
    this.#lines = '';
    this.#size += lines.length;
    this.#hash.update(lines);
    this.#writing = this.#writing.then(() => this.#file.appendFile(lines));
  }
}

/** The objects of a list whose hash was checked. */
export async function* readObjectList(path: string): AsyncGenerator<ListedObject> {
  for await (const line of createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    // Written by `ObjectListWriter` alone.
    yield JSON.parse(line) as ListedObject;
  }
}

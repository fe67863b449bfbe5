import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackPackage } from './unpack-package.js';

const HOUR_MS = 3_600_000;
/** A folder that no run has begun with for so long is removed: it is made again from what is stored. */
const KEPT_MS = 24 * HOUR_MS;
/** Of all folders together; beyond it those go that were not used for longest. */
const MOST_BYTES = 2 * 1024 ** 3;
/** Longer than any run: whatever was begun with before has ended. */
const IN_USE_MS = HOUR_MS / 2;
/** A folder takes room of its own, and so does each file, however small it is. */
const LEAST_BYTES = 4096;
/** What is being made, or removed. */
const PART = '.part';

/** What a folder is made of. */
export type FolderSource =
  /** What was written in place of a package. */
  | { readonly code: string }
  /** @param bytes reads the zip, where the folder is not there. */
  | { readonly sha256: string; readonly bytes: () => Promise<Buffer> };

/** Folders of functions, ready to be run: one for each content, whoever has it, made when it is first asked for. */
export class FunctionFolders {
  readonly #place: string;
  readonly #now: () => number;
  readonly #mostBytes: number;
  readonly #making = new Map<string, Promise<string>>();
  readonly #removing = new Map<string, Promise<void>>();

  /** @param place a folder of this process alone. */
  constructor(place: string, now: () => number, mostBytes = MOST_BYTES) {
    this.#place = place;
    this.#now = now;
    this.#mostBytes = mostBytes;
  }

  /** @throws PackageRefused; what `bytes` throws. */
  async folderOf(source: FolderSource): Promise<string> {
    const name =
      'code' in source ? `code-${createHash('sha256').update(source.code).digest('hex')}` : `zip-${source.sha256}`;
    const making = this.#making.get(name);
    if (making !== undefined) return making;
    const made = this.#make(name, source).finally(() => this.#making.delete(name));
    this.#making.set(name, made);
    return made;
  }

  async #make(name: string, source: FolderSource): Promise<string> {
    await this.#removing.get(name);
    const folder = join(this.#place, name);
    const now = new Date(this.#now());
    // Used: it is kept for a day from here on.
    if (await did(utimes(folder, now, now))) return folder;
    await mkdir(this.#place, { recursive: true, mode: 0o700 });
    const part = `${folder}.${randomUUID()}${PART}`;
    await mkdir(part);
    try {
      await fill(part, source);
      await chmod(part, 0o755);
      await utimes(part, now, now);
      await rename(part, folder);
    } catch (error) {
      await rm(part, { recursive: true, force: true });
      throw error;
    }
    return folder;
  }

  /** Removes what a process that was killed has left half made. Before the first folder is asked for. */
  async dropParts(): Promise<void> {
    const names = await readdir(this.#place).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(PART))) {
      await rm(join(this.#place, name), { recursive: true, force: true });
    }
  }

  /** Removes what was not used for long, and, where all take too much room, what was not used for longest; never what may be in use. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#place).catch(() => []);
    const whole = await Promise.all(
      names.filter((name) => !name.endsWith(PART)).map((name) => lookAt(this.#place, name)),
    );
    let bytes = whole.reduce((sum, one) => sum + one.bytes, 0);
    for (const one of whole.sort((a, b) => a.usedAt - b.usedAt)) {
      const age = this.#now() - one.usedAt;
      if (age < IN_USE_MS || (age < KEPT_MS && bytes <= this.#mostBytes)) continue;
      // Asked for since it was looked at.
      if (this.#making.has(one.name)) continue;
      const removed = this.#remove(one.name).finally(() => this.#removing.delete(one.name));
      this.#removing.set(one.name, removed);
      await removed;
      bytes -= one.bytes;
    }
  }

  /** Whoever asks for it meanwhile has it made anew. */
  async #remove(name: string): Promise<void> {
    const folder = join(this.#place, name);
    if ((await stat(folder)).mtimeMs > this.#now() - IN_USE_MS) return;
    const part = `${folder}.${randomUUID()}${PART}`;
    await rename(folder, part);
    await rm(part, { recursive: true, force: true });
  }
}

/** How much room a folder takes, and when a run began with it last. */
async function lookAt(place: string, name: string) {
  const path = join(place, name);
  const { mtimeMs } = await stat(path);
  const inside = await readdir(path, { recursive: true, withFileTypes: true });
  let bytes = LEAST_BYTES;
  for (const one of inside) {
    const size = one.isFile() ? (await stat(join(one.parentPath, one.name))).size : 0;
    bytes += Math.max(size, LEAST_BYTES);
  }
  return { name, bytes, usedAt: mtimeMs };
}

async function fill(folder: string, source: FolderSource): Promise<void> {
  if (!('code' in source)) return unpackPackage(await source.bytes(), folder);
  const path = join(folder, nameFor(source.code));
  await writeFile(path, source.code);
  await chmod(path, 0o644);
}

/** Whoever wrote a line that only a module may have wrote a module; older examples of clients are none. */
function nameFor(code: string): string {
  return /^\s*(import\s*[\w{*"']|export\s)/m.test(code) ? 'index.mjs' : 'index.js';
}

async function did(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackPackage } from './unpack-package.js';

const HOUR_MS = 3_600_000;
/** A folder that no run has begun with for so long is removed: it is made again from what is stored. */
const KEPT_MS = 24 * HOUR_MS;
/** Of all folders together; beyond it those go that were not used for longest, and that no run has. */
const MOST_BYTES = 2 * 1024 ** 3;
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

/** What is known of a folder that is there. */
interface Known {
  readonly bytes: number;
  readonly usedAt: number;
}

/** Folders of functions, ready to be run: one for each content, whoever has it, made when it is first asked for. */
export class FunctionFolders {
  readonly #place: string;
  readonly #now: () => number;
  readonly #mostBytes: number;
  readonly #known = new Map<string, Known>();
  /** How many have each of them now. */
  readonly #used = new Map<string, number>();
  readonly #making = new Map<string, Promise<string>>();
  readonly #removing = new Map<string, Promise<void>>();
  /** The last that looks for room; the next waits for it. */
  #roomMade: Promise<void> = Promise.resolve();

  /** @param place a folder of this process alone. */
  constructor(place: string, now: () => number, mostBytes = MOST_BYTES) {
    this.#place = place;
    this.#now = now;
    this.#mostBytes = mostBytes;
  }

  /** Does something with the folder of a function, which stays as long as that takes. @throws PackageRefused; what `bytes` and `work` throw. */
  async use<Result>(source: FolderSource, work: (folder: string) => Promise<Result>): Promise<Result> {
    const name = nameOf(source);
    this.#count(name, 1);
    try {
      return await work(await this.folderOf(source));
    } finally {
      this.#count(name, -1);
    }
  }

  /** For who makes few of them: what is made later may take its place. @throws PackageRefused; what `bytes` throws. */
  async folderOf(source: FolderSource): Promise<string> {
    const name = nameOf(source);
    const making = this.#making.get(name);
    if (making !== undefined) return making;
    const made = this.#make(name, source).finally(() => this.#making.delete(name));
    this.#making.set(name, made);
    return made;
  }

  async #make(name: string, source: FolderSource): Promise<string> {
    await this.#removing.get(name);
    const folder = join(this.#place, name);
    const now = this.#now();
    // Used: it is kept for a day from here on.
    if (await did(utimes(folder, new Date(now), new Date(now)))) {
      const known = this.#known.get(name);
      if (known !== undefined) this.#known.set(name, { ...known, usedAt: now });
      return folder;
    }
    await mkdir(this.#place, { recursive: true, mode: 0o700 });
    const part = `${folder}.${randomUUID()}${PART}`;
    await mkdir(part);
    try {
      await fill(part, source);
      await chmod(part, 0o755);
      await utimes(part, new Date(now), new Date(now));
      const { bytes } = await lookAt(part);
      await rename(part, folder);
      this.#known.set(name, { bytes, usedAt: now });
    } catch (error) {
      await rm(part, { recursive: true, force: true });
      throw error;
    }
    // Before anything runs in it: a hundred megabytes come of a zip of a hundred kilobytes, one after another.
    await this.#makeRoom();
    return folder;
  }

  /** Removes what a process that was killed has left half made. Before the first folder is asked for. */
  async dropParts(): Promise<void> {
    const names = await readdir(this.#place).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(PART))) {
      await rm(join(this.#place, name), { recursive: true, force: true });
    }
  }

  /** Looks at all that is there, and removes what was not used for long, and what is too much; never what is in use. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#place).catch(() => []);
    for (const name of names.filter((one) => !one.endsWith(PART))) {
      // Removed meanwhile, as there was no room for it.
      const looked = await lookAt(join(this.#place, name)).catch(() => undefined);
      if (looked !== undefined && !this.#removing.has(name)) this.#known.set(name, looked);
    }
    for (const [name, { usedAt }] of this.#known) {
      if (this.#now() - usedAt >= KEPT_MS && !this.#isInUse(name)) await this.#remove(name);
    }
    await this.#makeRoom();
  }

  #makeRoom(): Promise<void> {
    const made = this.#roomMade.catch(() => undefined).then(() => this.#removeBeyond());
    this.#roomMade = made;
    return made;
  }

  async #removeBeyond(): Promise<void> {
    let bytes = [...this.#known.values()].reduce((sum, one) => sum + one.bytes, 0);
    if (bytes <= this.#mostBytes) return;
    for (const [name, known] of [...this.#known].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (bytes <= this.#mostBytes) return;
      if (this.#isInUse(name)) continue;
      await this.#remove(name);
      bytes -= known.bytes;
    }
  }

  #isInUse(name: string): boolean {
    return this.#used.has(name) || this.#making.has(name);
  }

  #count(name: string, change: 1 | -1): void {
    const count = (this.#used.get(name) ?? 0) + change;
    if (count === 0) this.#used.delete(name);
    else this.#used.set(name, count);
  }

  /** Whoever asks for it from now on has it made anew. */
  #remove(name: string): Promise<void> {
    this.#known.delete(name);
    const folder = join(this.#place, name);
    const part = `${folder}.${randomUUID()}${PART}`;
    // An operator may have removed it.
    const renamed = did(rename(folder, part)).finally(() => this.#removing.delete(name));
    this.#removing.set(
      name,
      renamed.then(() => undefined),
    );
    return renamed.then(() => rm(part, { recursive: true, force: true }));
  }
}

function nameOf(source: FolderSource): string {
  return 'code' in source ? `code-${createHash('sha256').update(source.code).digest('hex')}` : `zip-${source.sha256}`;
}

/** How much room a folder takes, and when a run began with it last. */
async function lookAt(path: string): Promise<Known> {
  const { mtimeMs } = await stat(path);
  const inside = await readdir(path, { recursive: true, withFileTypes: true });
  let bytes = LEAST_BYTES;
  for (const one of inside) {
    const size = one.isFile() ? (await stat(join(one.parentPath, one.name))).size : 0;
    bytes += Math.max(size, LEAST_BYTES);
  }
  return { bytes, usedAt: mtimeMs };
}

async function fill(folder: string, source: FolderSource): Promise<void> {
  if (!('code' in source)) return unpackPackage(await source.bytes(), folder);
  const path = join(folder, 'index.js');
  await writeFile(path, source.code);
  await chmod(path, 0o644);
}

async function did(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

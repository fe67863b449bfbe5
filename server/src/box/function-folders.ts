import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackPackage } from './unpack-package.js';

const HOUR_MS = 3_600_000;
/** A folder that no run has begun with for so long is removed: longer than any run, and it is made again from what is stored. */
const KEPT_MS = 24 * HOUR_MS;
/** What a process has begun to make and did not end. */
const UNFINISHED_MS = HOUR_MS;

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
  readonly #making = new Map<string, Promise<string>>();

  /** @param place a folder of this process's machine; several processes may share it. */
  constructor(place: string, now: () => number) {
    this.#place = place;
    this.#now = now;
  }

  /** @throws PackageRefused; what `bytes` throws. */
  async folderOf(source: FolderSource): Promise<string> {
    const name =
      'code' in source ? `code-${createHash('sha256').update(source.code).digest('hex')}` : `zip-${source.sha256}`;
    const making = this.#making.get(name);
    if (making !== undefined) return making;
    const made = this.#make(join(this.#place, name), source).finally(() => this.#making.delete(name));
    this.#making.set(name, made);
    return made;
  }

  async #make(folder: string, source: FolderSource): Promise<string> {
    const now = new Date(this.#now());
    // Used: it is kept for a day from here on.
    if (await did(utimes(folder, now, now))) return folder;
    await mkdir(this.#place, { recursive: true, mode: 0o700 });
    const part = `${folder}.${randomUUID()}.part`;
    await mkdir(part);
    try {
      await fill(part, source);
      await chmod(part, 0o755);
      await rename(part, folder);
    } catch (error) {
      await rm(part, { recursive: true, force: true });
      // Another process was first.
      if (!(await did(stat(folder)))) throw error;
    }
    return folder;
  }

  /** Removes what was not used for long. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.#place).catch(() => [])) {
      const path = join(this.#place, name);
      const used = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      );
      const most = name.endsWith('.part') ? UNFINISHED_MS : KEPT_MS;
      if (used !== undefined && used < this.#now() - most) await rm(path, { recursive: true, force: true });
    }
  }
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

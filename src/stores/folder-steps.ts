import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/**
 * What a counter's folder asks of the file system, one operation of the system each. Tests put other runs between any two.
 * A rejection means that the step did not happen or that nobody can tell.
 */
export interface FolderSteps {
  /** Names in the folder; `undefined` where there is none. */
  list(folder: string): Promise<readonly string[] | undefined>;
  read(file: string): Promise<string>;
  /** Writes a new file; its content is safe on disk when this resolves. */
  write(file: string, text: string): Promise<void>;
  makeFolder(folder: string): Promise<void>;
  /** One atomic step. False: nothing was moved, as the source is gone, or as the target is a folder that is not empty. */
  move(from: string, to: string): Promise<boolean>;
  /** Makes the folder's names safe on disk. */
  sync(folder: string): Promise<void>;
  /** Removes it with all it holds; no complaint where there is none. */
  remove(path: string): Promise<void>;
  /** Milliseconds since it was last changed. */
  age(path: string): Promise<number>;
  /** Waits before a further attempt, longer with each. */
  pause(attempt: number): Promise<void>;
}

/** Windows cannot sync a folder, and reports a taken folder name as a lack of permission. */
const WINDOWS = process.platform === 'win32';
const NOT_MOVED: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST', ...(WINDOWS ? ['EPERM'] : [])]);

/** The steps on the machine's own file system. */
export const folderSteps: FolderSteps = {
  async list(folder) {
    try {
      return await readdir(folder);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  },
  read: (file) => readFile(file, 'utf8'),
  async write(file, text) {
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  async makeFolder(folder) {
    await mkdir(folder);
  },
  async move(from, to) {
    try {
      await rename(from, to);
      return true;
    } catch (error) {
      if (NOT_MOVED.has(codeOf(error))) return false;
      throw error;
    }
  },
  async sync(folder) {
    if (WINDOWS) return;
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  remove: (path) => rm(path, { recursive: true, force: true }),
  age: async (path) => Date.now() - (await stat(path)).mtimeMs,
  async pause(attempt) {
    // A random wait keeps two processes from meeting again at every attempt.
    await setTimeout(Math.random() * Math.min(attempt, 25));
  },
};

/** The system's name of an error, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

import { close, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const fsyncOf = promisify(fsync);
const closeOf = promisify(close);

interface Syncing {
  readonly running: Promise<void>;
  next: Promise<void> | undefined;
}

/** State of the module as folders are the machine's, not a store's: two stores over one folder share the wait too. */
const syncing = new Map<string, Syncing>();

/**
 * Brings the entries of a folder to the disk. Many writers into one folder share the wait: who comes while one is under way takes
 * part in the next.
 */
export function syncFolder(folder: string): Promise<void> {
  const current = syncing.get(folder);
  if (current === undefined) return start(folder);
  current.next ??= current.running.catch(() => {}).then(() => start(folder));
  return current.next;
}

function start(folder: string): Promise<void> {
  const running = syncOnce(folder).finally(() => {
    if (syncing.get(folder)?.running === running) syncing.delete(folder);
  });
  syncing.set(folder, { running, next: undefined });
  return running;
}

async function syncOnce(folder: string): Promise<void> {
  // Windows cannot open a folder, and keeps its entries by itself.
  if (process.platform === 'win32') return;
  let file: number;
  try {
    file = openSync(folder, 'r');
  } catch (error) {
    // Removed in the meantime, and what was in it with it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  try {
    await fsyncOf(file);
  } finally {
    await closeOf(file);
  }
}

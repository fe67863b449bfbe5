import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../store.js';
import type { Database } from './load-sqlite.js';

/**
 * Makes this process the owner of a folder until `release`, or until it dies: the lock is one of the operating system, so nothing
 * is left behind that a person would have to remove.
 * @throws StoreError `in-use` with the process id of the owner.
 */
export function ownStore(folder: string, Database: new (path: string) => Database): { readonly release: () => void } {
  const holder = new Database(join(folder, 'owner.lock'));
  const name = join(folder, 'owner.pid');
  try {
    holder.exec('pragma busy_timeout = 0');
    holder.exec('begin exclusive');
  } catch (cause) {
    holder.close();
    throw new StoreError(
      'in-use',
      `The data folder is in use by process ${ownerOf(name)}. Stop that process, or give this one another folder (DATA_DIR).`,
      { cause },
    );
  }
  writeFileSync(name, `${process.pid}\n`);
  return { release: () => holder.close() };
}

function ownerOf(name: string): string {
  try {
    return readFileSync(name, 'utf8').trim();
  } catch {
    return '(unknown)';
  }
}

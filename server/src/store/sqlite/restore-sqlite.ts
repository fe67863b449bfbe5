import { existsSync, renameSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnerFolder, syncFolder } from '../../owner-file.js';
import { StoreError } from '../store.js';
import type { StoreRestore } from '../store-copy.js';
import { loadSqlite } from './load-sqlite.js';
import { openWriter } from './open-writer.js';
import { ownStore } from './own-store.js';
import { RESTORING } from './restoring.js';

const NAMES = ['', '-journal', '-wal', '-shm'].map((ending) => `store.sqlite${ending}`);
/**
 * The file alone is moved, so nothing of it may lie beside it, as with a write-ahead log. And a log's shared memory would stay open until
 * this process has collected the statements: whoever opened the store here would go on with it, where other processes do not look.
 */
const WRITER = ['journal_mode = delete'];

/**
 * Prepares to restore the embedded store into a folder without one.
 * @throws StoreError `in-use` for a folder of a running server or one that has a store already.
 */
export async function restoreSqlite({ folder }: { readonly folder: string }): Promise<StoreRestore> {
  const Database = await loadSqlite();
  makeOwnerFolder(folder);
  const owner = ownStore(folder, Database);
  const staging = join(folder, RESTORING);
  const isResumed = existsSync(staging);
  if (!isResumed && existsSync(join(folder, 'store.sqlite'))) {
    owner.release();
    throw new StoreError('in-use', `There is a store in ${folder}. Restore into an empty folder (DATA_DIR).`);
  }
  return {
    isResumed,
    async begin() {
      makeOwnerFolder(staging);
      syncFolder(folder);
    },
    async complete(path, work) {
      // What the restore before has brought is brought again.
      for (const name of NAMES) {
        rmSync(join(folder, name), { force: true });
        rmSync(join(staging, name), { force: true });
      }
      await copyFile(path, join(staging, 'store.sqlite'));
      const { writer, queue } = await openWriter(new Database(join(staging, 'store.sqlite')), { pragmas: WRITER });
      try {
        await queue.write(work);
      } finally {
        writer.close();
      }
      renameSync(join(staging, 'store.sqlite'), join(folder, 'store.sqlite'));
      syncFolder(folder);
      rmSync(staging, { recursive: true, force: true });
      syncFolder(folder);
    },
    close: async () => owner.release(),
  };
}

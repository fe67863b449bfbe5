import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { boundKysely } from '../bound-kysely.js';
import { StoreError } from '../store.js';
import type { StoreCopy } from '../store-copy.js';
import { SqliteConnection } from './connection.js';
import { SQLITE } from './dialect.js';
import { loadSqlite } from './load-sqlite.js';

/** @throws StoreError `unavailable` for a folder without a store. */
export function demandStore(folder: string): void {
  if (existsSync(join(folder, 'store.sqlite'))) return;
  throw new StoreError(
    'unavailable',
    `There is no store in ${folder}. Set DATA_DIR to the folder of the server, or DATABASE_URL.`,
  );
}

/**
 * Copies the embedded store into a new file, beside the process that owns it: readers of a write-ahead log stand in nobody's way. The
 * copy is written anew, so that a page that cannot be read ends it with an error, and is on the disk when this resolves.
 * @throws StoreError `unavailable` where there is no store.
 */
export async function copySqlite({
  folder,
  path,
}: {
  readonly folder: string;
  readonly path: string;
}): Promise<StoreCopy> {
  const Database = await loadSqlite();
  demandStore(folder);
  const source = new Database(join(folder, 'store.sqlite'));
  try {
    source.exec('pragma busy_timeout = 5000');
    source.exec(`vacuum into '${path.replaceAll("'", "''")}'`);
  } finally {
    source.close();
  }
  syncFile(path);
  const copy = new Database(path, { readOnly: true });
  const connection = new SqliteConnection(copy);
  const db = boundKysely(connection, SQLITE);
  return {
    read: (work) => work(db),
    close: async () => connection.close(),
  };
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

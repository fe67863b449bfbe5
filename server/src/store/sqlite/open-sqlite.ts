import { join } from 'node:path';
import { makeOwnerFolder } from '../../owner-file.js';
import { boundKysely } from '../bound-kysely.js';
import { makeIndexes } from '../migrations/make-indexes.js';
import { MIGRATIONS, migrate } from '../migrations/migrate.js';
import { type Store, StoreError } from '../store.js';
import { SqliteConnection } from './connection.js';
import { SQLITE } from './dialect.js';
import { ListProcess } from './list-process.js';
import { type Database, loadSqlite } from './load-sqlite.js';
import { ownStore } from './own-store.js';
import { describeTables } from './plan-statistics.js';
import { demandRestored } from './restoring.js';
import { WriteQueue } from './write-queue.js';

/**
 * Durable at each commit, readers beside one writer. The log is copied back in larger steps than SQLite's own: pages that are
 * written again and again are copied once, and those who write wait for it less often.
 */
const WRITER = [
  'wal_autocheckpoint = 4000',
  'journal_size_limit = 67108864',
  'cache_size = -16000',
  'journal_mode = wal',
  'synchronous = full',
  'foreign_keys = on',
  'busy_timeout = 5000',
  'temp_store = memory',
];
const READER = ['query_only = on', 'busy_timeout = 5000'];

/** Where the embedded store lies. */
export interface SqliteOptions {
  /** Made if it is not there. */
  readonly folder: string;
  /** Stops at an older schema; for tests of upgrades. */
  readonly schema?: number | undefined;
  /** Milliseconds that a query of a list may run. Default `LIST_MS`. */
  readonly listMs?: number | undefined;
  /** Milliseconds of statements of a transaction after which others have a turn of the event loop. Default 20. */
  readonly restAfterMs?: number | undefined;
}

/**
 * Opens the embedded store: `store.sqlite` in a folder that one process owns.
 * @throws StoreError `in-use`, `newer-schema`.
 */
export async function openSqlite({ folder, schema, listMs, restAfterMs = 20 }: SqliteOptions): Promise<Store> {
  const Database = await loadSqlite();
  makeOwnerFolder(folder);
  const owner = ownStore(folder, Database);
  try {
    demandRestored(folder);
    const path = join(folder, 'store.sqlite');
    const writer = new SqliteConnection(prepared(new Database(path), WRITER), { restAfterMs });
    const queue = new WriteQueue(writer);
    await queue.write(async (tx) => {
      await migrate(tx, 'sqlite', schema);
      await makeIndexes(tx, schema ?? MIGRATIONS.length);
      await describeTables(tx);
    });
    const reader = new SqliteConnection(prepared(new Database(path), READER));
    const readDb = boundKysely(reader, SQLITE);
    const lister = new ListProcess(path, listMs);
    const listDb = boundKysely(lister, SQLITE);
    let closed = false;
    return {
      dialect: 'sqlite',
      write: (work) => queue.write(work),
      async read(work) {
        if (closed) throw new StoreError('closed', 'The store is closed.');
        return work(readDb);
      },
      list: (work) => work(listDb),
      async ping() {
        if (closed) throw new StoreError('closed', 'The store is closed.');
        reader.run('select 1');
        await queue.probe();
      },
      close: async () => {
        if (closed) return;
        await queue.close();
        closed = true;
        await lister.close();
        reader.close();
        // SQLite would do it with the last connection, which is not gone before the statements are collected.
        writer.run('pragma wal_checkpoint(truncate)');
        writer.close();
        owner.release();
      },
    };
  } catch (error) {
    owner.release();
    throw error;
  }
}

function prepared(database: Database, pragmas: readonly string[]): Database {
  for (const pragma of pragmas) database.exec(`pragma ${pragma}`);
  return database;
}

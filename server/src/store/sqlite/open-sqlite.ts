import { join } from 'node:path';
import { makeOwnerFolder } from '../../owner-file.js';
import { boundKysely } from '../bound-kysely.js';
import { type Store, StoreError } from '../store.js';
import { SqliteConnection } from './connection.js';
import { SQLITE } from './dialect.js';
import { ListProcess } from './list-process.js';
import { loadSqlite } from './load-sqlite.js';
import { LogCopying } from './log-copying.js';
import { openWriter, prepared, type WriterOptions } from './open-writer.js';
import { ownStore } from './own-store.js';
import { demandRestored } from './restoring.js';

/**
 * Readers beside one writer. The log is copied back beside the writer (`log-copying.ts`), and by itself only when it has so many pages that
 * nobody does: those who write wait for that.
 */
const WRITER = ['wal_autocheckpoint = 12000', 'journal_size_limit = 67108864', 'journal_mode = wal'];
const READER = ['query_only = on', 'busy_timeout = 5000'];

/** Where the embedded store lies. */
export interface SqliteOptions extends Omit<WriterOptions, 'pragmas' | 'committed'> {
  /** Made if it is not there. */
  readonly folder: string;
  /** Milliseconds that a query of a list may run. Default `LIST_MS`. */
  readonly listMs?: number | undefined;
}

/**
 * Opens the embedded store: `store.sqlite` in a folder that one process owns.
 * @throws StoreError `in-use`, `newer-schema`.
 */
export async function openSqlite({ folder, listMs, ...options }: SqliteOptions): Promise<Store> {
  const Database = await loadSqlite();
  makeOwnerFolder(folder);
  const owner = ownStore(folder, Database);
  const path = join(folder, 'store.sqlite');
  const lister = new ListProcess(path, listMs);
  try {
    demandRestored(folder);
    const log = new LogCopying(() => lister.copyLog());
    const committed = (rows: number): void => log.committed(rows);
    const { writer, queue } = await openWriter(new Database(path), { ...options, pragmas: WRITER, committed });
    const reader = new SqliteConnection(prepared(new Database(path), READER));
    const readDb = boundKysely(reader, SQLITE);
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
    await lister.close();
    owner.release();
    throw error;
  }
}

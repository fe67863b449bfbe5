import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';
import type { Store } from '../../src/store/store.js';
import { migratedPostgresPlace, postgresPlace } from './postgres-place.js';

/** Where a test's store lies: it can be opened, closed and opened again; `remove` at the end. */
export interface StorePlace {
  readonly dialect: Store['dialect'];
  /** What a child process needs to open the same store: a folder, or a URL. */
  readonly address: string;
  open(options?: { readonly schema?: number; readonly listMs?: number }): Promise<Store>;
  /** Closes what is still open and removes all rows. */
  remove(): Promise<void>;
}

/** For the few tests that ask how one of the databases does it. */
export const isOnPostgres = Boolean(process.env.EDILOOM_TEST_PG);

/** A place of its own: a SQLite folder, or a database on the PostgreSQL server that `EDILOOM_TEST_PG` names. */
export async function storePlace(): Promise<StorePlace> {
  const server = process.env.EDILOOM_TEST_PG;
  return server === undefined || server === '' ? sqlitePlace() : postgresPlace(server);
}

/** One that may already have the newest schema: for tests that are not about how it comes to be. */
export async function migratedPlace(): Promise<StorePlace> {
  const server = process.env.EDILOOM_TEST_PG;
  return server === undefined || server === '' ? sqlitePlace() : migratedPostgresPlace(server);
}

/** A new, empty store; `close` also removes it. */
export async function openTestStore(): Promise<{ readonly store: Store; readonly close: () => Promise<void> }> {
  const place = await migratedPlace();
  return { store: await place.open(), close: () => place.remove() };
}

function sqlitePlace(): StorePlace {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-store-'));
  const opened: Store[] = [];
  return {
    dialect: 'sqlite',
    address: folder,
    async open(options) {
      if (opened.length === 0 && options?.schema === undefined) await layMigrated(folder);
      const store = await openSqlite({ folder, ...options });
      opened.push(store);
      return store;
    },
    async remove() {
      await Promise.all(opened.map((store) => store.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let migrated: Promise<Uint8Array> | undefined;

/** The newest schema is made once a worker and copied: its statements take three times what opening a store that has it takes. */
async function layMigrated(folder: string): Promise<void> {
  migrated ??= emptyStore();
  writeFileSync(join(folder, 'store.sqlite'), await migrated, { mode: 0o600 });
}

async function emptyStore(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-migrated-'));
  try {
    await (await openSqlite({ folder })).close();
    return readFileSync(join(folder, 'store.sqlite'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { copySqlite } from '../../src/store/sqlite/copy-sqlite.js';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';
import { restoreSqlite } from '../../src/store/sqlite/restore-sqlite.js';
import type { Store, Transaction } from '../../src/store/store.js';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-restore-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const add = async (tx: Transaction, name: string): Promise<void> => {
  await tx.insertInto('settings').values({ name, value: '' }).execute();
};
const names = (db: Transaction) =>
  db.selectFrom('settings').select('name').where('name', '<>', 'schema').orderBy('name').execute();

/** A copy of a store with such settings. */
async function copyWith(...settings: readonly string[]): Promise<string> {
  const folder = newFolder();
  const path = join(newFolder(), 'copy.sqlite');
  const store = await openSqlite({ folder });
  for (const name of settings) await store.write((tx) => add(tx, name));
  await (await copySqlite({ folder, path })).close();
  await store.close();
  return path;
}

type Work = (tx: Transaction, staging: string) => Promise<void>;

async function restore(copy: string, place: string, work: Work): Promise<void> {
  const restoring = await restoreSqlite({ folder: place });
  try {
    await restoring.begin();
    await restoring.complete(copy, (tx) => work(tx, join(place, 'restoring')));
  } finally {
    await restoring.close();
  }
}

async function opened(folder: string): Promise<Store> {
  const store = await openSqlite({ folder });
  onTestFinished(() => store.close());
  return store;
}

it('a restored store is opened by the process that restored it, and lists have what was written since', async () => {
  const place = newFolder();
  await restore(await copyWith('before'), place, (tx) => add(tx, 'restored'));
  const store = await opened(place);
  // The process that reads lists looks at the store for the first time, before anything is written to it.
  expect(await store.list(names)).toEqual([{ name: 'before' }, { name: 'restored' }]);
  await store.write((tx) => add(tx, 'since'));
  expect(await store.list(names)).toEqual([{ name: 'before' }, { name: 'restored' }, { name: 'since' }]);
});

it('what a restore writes is in the one file that it moves, and in none beside it', async () => {
  const beside: string[] = [];
  await restore(await copyWith('before'), newFolder(), async (tx, staging) => {
    await add(tx, 'restored');
    for (const ending of ['-wal', '-shm']) if (existsSync(join(staging, `store.sqlite${ending}`))) beside.push(ending);
  });
  expect(beside).toEqual([]);
});

it('what a killed restore of another copy has left does nothing to the one that is restored then', async () => {
  const place = newFolder();
  const left = join(newFolder(), 'journal');
  const killed = restore(await copyWith('other'), place, async (tx, staging) => {
    // Larger than what stays in memory: the journal has what to take back.
    await sql`pragma cache_size = 1`.execute(tx);
    for (let i = 0; i < 100; i++) await add(tx, `${i}${'x'.repeat(10_000)}`);
    cpSync(join(staging, 'store.sqlite-journal'), left);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  cpSync(left, join(place, 'restoring', 'store.sqlite-journal'));
  const settings = Array.from({ length: 100 }, (_, i) => `${i}-`.padEnd(10_000, 'y')).sort();
  await restore(await copyWith(...settings), place, async () => undefined);
  const store = await opened(place);
  expect(await store.read(names)).toEqual(settings.map((name) => ({ name })));
});

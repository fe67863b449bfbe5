import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';
import type { Store } from '../../src/store/store.js';

/** A store of its own for one test, gone after it. */
export async function openTestStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  const store = await openSqlite({ folder });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return store;
}

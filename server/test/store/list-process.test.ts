import { execFileSync } from 'node:child_process';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTestStore } from '../support/open-test-store.js';
import { storePlace } from '../support/store-factory.js';
import { ON_POSTGRES } from '../support/test-jobs.js';

/** The processes that read lists of a store. */
function readersOf(folder: string): readonly number[] {
  const rows = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return rows.split('\n').flatMap((row) => (row.includes(folder) ? [Number.parseInt(row, 10)] : []));
}

describe.skipIf(ON_POSTGRES)('the process that reads lists', () => {
  it('is started again where it was killed; what it was at is refused, and what comes later is read', async () => {
    const place = await storePlace();
    onTestFinished(() => place.remove());
    const store = await place.open();
    const readers = () => readersOf(place.address);
    const ask = () => store.list((db) => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows));
    expect(readers()).toEqual([]);
    expect(await ask()).toEqual([{ one: 1 }]);
    const [pid = 0] = readers();
    const endless = sql`with recursive n (x) as (select 1 union all select x + 1 from n where x < 1e12) select count(*) from n`;
    const lost = store.list((db) => endless.execute(db));
    const later = ask();
    process.kill(pid, 'SIGKILL');
    await expect(lost).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
    expect(await later).toEqual([{ one: 1 }]);
    expect(readers()).not.toContain(pid);
    await store.close();
    expect(readers()).toEqual([]);
  });

  it('refuses values as all of the store does, and what is wrong with a statement comes back', async () => {
    const store = await openTestStore();
    await expect(store.list((db) => sql`select ${new Date()}`.execute(db))).rejects.toMatchObject({
      code: 'value-refused',
    });
    await expect(store.list((db) => sql`select 1 from nowhere`.execute(db))).rejects.toThrow(/nowhere/);
  });
});

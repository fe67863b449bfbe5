import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { closeSubmissions, fillSubmissions, noteWritten } from '../../../src/resources/route-submissions/rows.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { openTestStore } from '../../support/open-test-store.js';

it('a file that two processes have written at the same moment goes with the bytes of one of them', async () => {
  const store = await openTestStore();
  await addAccount(store, 'a');
  const filling = { batchId: 'b', routeId: 'r', itemIds: ['b.00000'], most: 2, now: 1 };
  await writeAs(store, 'a', (queries) => fillSubmissions(queries, filling));
  const [file] = await writeAs(store, 'a', (queries) => closeSubmissions(queries, 'b', 1));
  const write = (file_id: string) =>
    writeAs(store, 'a', async (queries) => {
      const isFirst = await noteWritten(queries, file?.id ?? '', { file_id, route_version: 1, updated_at: 2 });
      // The other one comes before this is committed; an embedded store has one writer.
      if (store.dialect === 'postgres') await setTimeout(100);
      return isFirst ? [file_id] : [];
    });
  const first = (await Promise.all(['one', 'other'].map(write))).flat();
  const rows = await readAs(store, 'a', (queries) =>
    queries.from('route_submissions').select(['state', 'file_id']).execute(),
  );
  expect(first).toHaveLength(1);
  expect(rows).toEqual([{ state: 'WRITTEN', file_id: first[0] }]);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendFeed, readFeed } from '../../../src/resources/feed/feed.js';
import { newEntries } from '../../../src/resources/feed/new-entries.js';
import { purgeFeed } from '../../../src/resources/feed/purge-feed.js';
import { insertRows } from '../../../src/store/insert-rows.js';
import type { PagePosition } from '../../../src/store/page.js';
import type { Store } from '../../../src/store/store.js';
import { listOf } from '../../../src/store/value-list.js';
import { executionRow } from '../../store/list-rows.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { openTestStore } from '../../support/store-factory.js';

const NOW = Date.UTC(2026, 0, 20);
const clock = { now: () => NOW };

describe('a feed whose executions are removed', () => {
  let store: Store;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await openTestStore());
    await addAccount(store, 'a');
  });
  afterEach(() => close());

  const add = async (from: number, to: number, mode: 'live' | 'test' = 'live'): Promise<string[]> => {
    const rows = Array.from({ length: to - from }, (_, index) => executionRow(from + index, NOW - 1_000_000));
    await writeAs(store, 'a', async (queries) => {
      await insertRows(queries, 'executions', rows);
      const entries = rows.map(({ id, created_at: at }) => ({ kind: 'execution' as const, refId: id, mode, at }));
      await appendFeed(queries, entries);
    });
    return rows.map(({ id }) => id);
  };
  const remove = (ids: readonly string[]) =>
    writeAs(store, 'a', (queries) => queries.delete('executions').where('id', 'in', listOf(queries.tx, ids)).execute());
  const poll = (after: PagePosition | undefined, mode: 'live' | 'test' = 'live') =>
    readAs(store, 'a', (queries) =>
      newEntries(
        queries,
        clock,
        { mode },
        {
          kind: 'execution',
          page: { size: 10, after },
          startDateTime: after === undefined ? '2026-01-01T00:00:00Z' : undefined,
        },
      ),
    );
  const entries = () => readAs(store, 'a', (queries) => readFeed(queries, { kind: 'execution', limit: 5000 }));

  it('loses their entries, and keeps all others', async () => {
    const ids = await add(0, 2500);
    const gone = ids.filter((_, index) => index % 5 !== 0);
    await remove(gone);
    expect(await purgeFeed(store)).toBe(gone.length);
    expect((await entries()).rows.map(({ refId }) => refId)).toEqual(ids.filter((_, index) => index % 5 === 0));
    expect(await purgeFeed(store)).toBe(0);
  });

  it('tells a reader who stands before them, and lets one who has passed them read on', async () => {
    const ids = await add(0, 20);
    const first = await poll(undefined);
    const second = await poll(first.next);
    expect(second.ids).toEqual(ids.slice(10));
    await remove(ids.slice(0, 15));
    await purgeFeed(store);
    await expect(poll(first.next)).rejects.toMatchObject({ kind: 'invalid', code: 'PAGE_TOKEN_EXPIRED' });
    expect((await poll(second.next)).ids).toEqual([]);
    expect((await poll(undefined)).ids).toEqual(ids.slice(15));
  });

  it('lets a reader go on where nothing of it is left', async () => {
    const ids = await add(0, 5);
    const empty = await poll((await poll(undefined)).next);
    await remove(ids);
    await purgeFeed(store);
    const again = await poll(empty.next);
    expect(again.ids).toEqual([]);
    const anew = await poll(undefined);
    expect((await poll(anew.next)).ids).toEqual([]);
    const later = await add(5, 6);
    expect((await poll(again.next)).ids).toEqual(later);
    expect((await poll(anew.next)).ids).toEqual(later);
  });

  it('does not stop test keys for entries of live ones, which they never see', async () => {
    const live = await add(0, 3);
    const test = await add(3, 13, 'test');
    const page = await poll(undefined, 'test');
    expect(page.ids).toEqual(test);
    const start: PagePosition = [0, 0];
    await remove(live);
    await purgeFeed(store);
    expect((await poll(start, 'test')).ids).toEqual(test);
    await expect(poll(start)).rejects.toMatchObject({ code: 'PAGE_TOKEN_EXPIRED' });
  });
});

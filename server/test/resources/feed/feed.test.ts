import { setTimeout } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendFeed, type FeedPlace, type FeedQuestion, readFeed } from '../../../src/resources/feed/feed.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { Store } from '../../../src/store/store.js';
import { readAs, writeAs } from '../../support/accounts.js';
import { openTestStore } from '../../support/store-factory.js';

describe('the feed', () => {
  let store: Store;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await openTestStore());
  });
  afterEach(() => close());

  const append = (ids: readonly string[], more: { mode?: 'test' | 'live'; at?: number; account?: string } = {}) =>
    writeAs(store, more.account ?? 'a', (queries) =>
      appendFeed(
        queries,
        ids.map((refId) => ({ kind: 'transaction', refId, mode: more.mode ?? 'live', at: more.at ?? 1 })),
      ),
    );
  const read = (question: {
    after?: FeedPlace | undefined;
    limit?: number;
    mode?: 'test' | 'live';
    laterThan?: number;
    notAfter?: number;
  }) => page(question).then(({ rows }) => rows);
  const page = (question: Partial<FeedQuestion>) =>
    readAs(store, 'a', (queries) => readFeed(queries, { kind: 'transaction', limit: 100, ...question }));

  it('passes by nothing that is committed while it is read, between any two of its statements', async () => {
    let appended = 0;
    const appending: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (appended < 12) await append([String(++appended)]);
        return result;
      },
    };
    const seen: string[] = [];
    let after: FeedPlace | undefined;
    while (seen.length < 12) {
      const { rows, next } = await store.read((db) =>
        readFeed(new AccountQueries(db.withPlugin(appending), 'a'), { kind: 'transaction', limit: 100, after }),
      );
      seen.push(...rows.map(({ refId }) => refId));
      after = next;
      // All are there: what has not been seen behind this place never will be.
      if (appended === 12 && rows.length === 0) break;
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)));
  });

  it('shows what was appended, in order and from a place on', async () => {
    await append(['1', '2']);
    await append(['3']);
    await append([]);
    const rows = await read({});
    expect(rows.map(({ refId }) => refId)).toEqual(['1', '2', '3']);
    expect((await read({ after: rows[0] })).map(({ refId }) => refId)).toEqual(['2', '3']);
    expect(await read({ after: rows[2] })).toEqual([]);
    expect((await read({ limit: 2 })).map(({ refId }) => refId)).toEqual(['1', '2']);
  });

  it('is apart for accounts, kinds and modes, and begins and ends at a time', async () => {
    await append(['test'], { mode: 'test', at: 1 });
    await append(['other'], { account: 'b' });
    await append(['live'], { at: 2 });
    await writeAs(store, 'a', (queries) =>
      appendFeed(queries, [{ kind: 'execution', refId: 'e', mode: 'live', at: 1 }]),
    );
    expect((await read({ mode: 'test' })).map(({ refId }) => refId)).toEqual(['test']);
    expect((await read({ mode: 'live' })).map(({ refId }) => refId)).toEqual(['live']);
    expect((await read({ laterThan: 1 })).map(({ refId }) => refId)).toEqual(['live']);
    expect((await read({ notAfter: 1 })).map(({ refId }) => refId)).toEqual(['test']);
  });

  it('leads a reader who finds nothing to its end, past what was there before', async () => {
    expect((await page({})).next).toEqual({ xid: 0, position: 0 });
    await append(['1', '2'], { at: 5 });
    const [, last] = await read({});
    const end = { xid: last?.xid, position: last?.position };
    expect(await page({ laterThan: 5 })).toEqual({ rows: [], next: end });
    expect(await page({ mode: 'test' })).toEqual({ rows: [], next: end });
    expect(await page({ after: end as FeedPlace })).toEqual({ rows: [], next: end });
    expect(await page({ notAfter: 4 })).toEqual({ rows: [], next: { xid: 0, position: 0 } });
    await append(['3']);
    expect((await read({ after: end as FeedPlace })).map(({ refId }) => refId)).toEqual(['3']);
  });

  it('begins at a time wherever its entries stand, as clocks and commits differ', async () => {
    await append(['old'], { at: 1000 });
    await append(['ahead'], { at: 40_000 });
    await append(['behind'], { at: 3000 });
    await append(['older'], { at: 900 });
    await append(['new'], { at: 500_000 });
    const later = async (laterThan: number) => (await read({ laterThan })).map(({ refId }) => refId);
    expect(await later(0)).toEqual(['old', 'ahead', 'behind', 'older', 'new']);
    expect(await later(1000)).toEqual(['ahead', 'behind', 'new']);
    expect(await later(2000)).toEqual(['ahead', 'behind', 'new']);
    expect(await later(100_000)).toEqual(['new']);
    expect(await later(500_000)).toEqual([]);
  });

  it('takes as many entries at once as a large file has', async () => {
    await append(Array.from({ length: 14_000 }, (_, n) => String(n)));
    expect(await read({ limit: 20_000 })).toHaveLength(14_000);
  });

  it('is not written by a transaction that fails', async () => {
    const failed = writeAs(store, 'a', async (queries) => {
      await appendFeed(queries, [{ kind: 'transaction', refId: 'no', mode: 'live', at: 1 }]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await append(['yes']);
    expect((await read({})).map(({ refId }) => refId)).toEqual(['yes']);
  });

  it('never lets a reader miss a row, however many write at the same time', async () => {
    const WRITERS = 12;
    const EACH = 40;
    let writing = true;
    const seen: string[] = [];
    const reading = (async () => {
      let after: FeedPlace | undefined;
      for (let idle = 0; writing || idle < 20; ) {
        const rows = await read({ after, limit: 500 });
        seen.push(...rows.map(({ refId }) => refId));
        after = rows.at(-1) ?? after;
        idle = rows.length === 0 ? idle + 1 : 0;
        if (rows.length === 0) await setTimeout(writing ? 0 : 20);
      }
    })();
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let round = 0; round < EACH; round++) {
          await writeAs(store, 'a', async (queries) => {
            const refIds = [`${writer}-${round}-a`, `${writer}-${round}-b`];
            await appendFeed(queries, [{ kind: 'transaction', refId: refIds[0] ?? '', mode: 'live', at: 1 }]);
            // Transactions take different times from the number to the commit, so that they commit out of order.
            if (store.dialect === 'postgres') await setTimeout(Math.random() * 8);
            await appendFeed(queries, [{ kind: 'transaction', refId: refIds[1] ?? '', mode: 'live', at: 1 }]);
          });
        }
      }),
    );
    writing = false;
    await reading;
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(WRITERS * EACH * 2);
  });
});

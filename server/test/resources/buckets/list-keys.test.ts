import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describedColumn } from '../../../src/resources/buckets/described.js';
import { type KeysAsked, listKeys } from '../../../src/resources/buckets/list-keys.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { uploadsOf } from '../../../src/resources/buckets/upload-rows.js';
import { type AccountQueries, readRows } from '../../../src/store/account-queries.js';
import { insertRows } from '../../../src/store/insert-rows.js';
import type { Store } from '../../../src/store/store.js';
import { watchedStore } from '../../store/watched-plans.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { isOnPostgres, openTestStore } from '../../support/store-factory.js';

const RUNS = Number(process.env.EDILOOM_RUNS ?? 60);
const ACCOUNT = 'a';
let store: Store;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ store, close } = await openTestStore());
  await addAccount(store, ACCOUNT);
});
afterAll(() => close());

/** Rows alone: a listing reads no bytes. */
async function fill(bucket: string, keys: readonly string[]): Promise<void> {
  const rows = keys.map((key) => ({
    ...{ bucket, key, object_name: `_objects/${key}`, size: 1, sha256: 'x', described: describedColumn('x', {}) },
    ...{ content_type: 'a/b', execution_id: null, modified_at: null, created_at: 1, updated_at: 1 },
  }));
  await writeAs(store, ACCOUNT, async (queries) => {
    await createBucket(queries, { now: () => 1 }, { name: bucket });
    await insertRows(queries, 'bucket_objects', rows);
  });
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** What a listing is by its definition: every key, grouped, in order. */
function model(keys: readonly string[], { prefix = '', delimiter = '' }: Partial<KeysAsked>): readonly string[] {
  const entries = keys.flatMap((key) => {
    if (!key.startsWith(prefix)) return [];
    const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    return at === -1 ? [`item ${key}`] : [`prefix ${key.slice(0, at + delimiter.length)}`];
  });
  return [...new Set(entries)].sort((a, b) => byBytes(a.replace(/^\w+ /, ''), b.replace(/^\w+ /, '')));
}

/** All pages, one behind the other. */
async function listed(bucket: string, asked: Omit<KeysAsked, 'after'>): Promise<readonly string[]> {
  const all: string[] = [];
  for (let after: string | undefined, first = true; first || after !== undefined; first = false) {
    const page = await readAs(store, ACCOUNT, (queries) => listKeys(queries, bucket, { ...asked, after }));
    const entries = [...page.items.map(({ key }) => `item ${key}`), ...page.prefixes.map((one) => `prefix ${one}`)];
    expect(entries.length).toBeLessThanOrEqual(asked.size);
    if (page.next !== undefined) expect(entries.length).toBe(asked.size);
    all.push(...entries.sort((a, b) => byBytes(a.replace(/^\w+ /, ''), b.replace(/^\w+ /, ''))));
    after = page.next;
  }
  return all;
}

describe('keys', () => {
  it('are listed page by page as they are, below any prefix and delimiter', async () => {
    const key = fc
      .array(fc.constantFrom('a', 'b', '/', '//', '.', '%', 'é', '\u{ffee}', '\u{10400}', '\n', '_'), {
        minLength: 1,
        maxLength: 6,
      })
      .map((parts) => parts.join(''));
    const world = fc.record({
      keys: fc.uniqueArray(key, { maxLength: 40 }),
      prefix: fc.oneof(fc.constant(''), key),
      delimiter: fc.constantFrom('', '/', '//', 'a', '\u{10400}', '%'),
      size: fc.integer({ min: 1, max: 7 }),
    });
    let bucket = 0;
    await fc.assert(
      fc.asyncProperty(world, async ({ keys, ...asked }) => {
        const name = `random-${bucket++}`;
        await fill(name, keys);
        expect(await listed(name, asked)).toEqual(model(keys, asked));
      }),
      { numRuns: RUNS },
    );
  });

  it('go on behind a common prefix that was given, and behind a key that is gone', async () => {
    await fill('pages', ['a/1', 'a/2', 'b', 'c/1', 'd']);
    const page = (asked: Omit<KeysAsked, 'size'>) =>
      readAs(store, ACCOUNT, (queries) => listKeys(queries, 'pages', { size: 2, ...asked }));
    expect(await page({ delimiter: '/' })).toMatchObject({ items: [{ key: 'b' }], prefixes: ['a/'], next: 'b' });
    expect(await page({ delimiter: '/', after: 'a/' })).toMatchObject({ items: [{ key: 'b' }], prefixes: ['c/'] });
    expect(await page({ delimiter: '/', after: 'a/1' })).toMatchObject({ prefixes: ['a/'], items: [{ key: 'b' }] });
    expect(await page({ after: 'bb' })).toMatchObject({ items: [{ key: 'c/1' }, { key: 'd' }], next: undefined });
    expect(await page({ prefix: 'c', after: 'z' })).toEqual({ items: [], prefixes: [], next: undefined });
  });

  it('below a common prefix are passed by, however many there are', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `many/${String(n).padStart(5, '0')}`);
    await fill('wide', ['first', ...many, 'zlast']);
    const page = await readAs(store, ACCOUNT, (queries) => listKeys(queries, 'wide', { size: 10, delimiter: '/' }));
    expect(page).toMatchObject({ items: [{ key: 'first' }, { key: 'zlast' }], prefixes: ['many/'], next: undefined });
  });

  it.skipIf(isOnPostgres)(
    'are looked up by one bound from below: SQLite would read all that stands between two',
    async () => {
      const asked: readonly Omit<KeysAsked, 'size'>[] = [
        { prefix: 'b' },
        { prefix: 'b', after: 'b/1' },
        { after: 'c' },
      ];
      const plans = await Promise.all(
        asked.flatMap((one) => [
          plansOf((queries) => listKeys(queries, 'pages', { ...one, size: 2 })),
          plansOf((queries) => listKeys(queries, 'pages', { ...one, delimiter: '/', size: 2 })),
          plansOf((queries) => uploadsOf(queries, 'pages', { size: 2, prefix: one.prefix, after: after(one, '') })),
          plansOf((queries) => uploadsOf(queries, 'pages', { size: 2, prefix: one.prefix, after: after(one, 'id') })),
        ]),
      );
      for (const statement of plans.flatMap(([first = '']) => first.split('union all'))) {
        expect(statement.match(/key"?(, "id"\))? >/g)).toHaveLength(1);
      }
    },
  );
});

function after({ after: key }: Omit<KeysAsked, 'size'>, id: string) {
  return key === undefined ? undefined : { key, id };
}

async function plansOf(list: (queries: AccountQueries) => Promise<unknown>): Promise<readonly string[]> {
  const watched = watchedStore(store);
  await readRows(watched.store, ACCOUNT, list);
  return watched.plans();
}

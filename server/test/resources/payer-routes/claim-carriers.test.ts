import { expect, it } from 'vitest';
import { uuid } from '../../../src/ids.js';
import {
  noteCarrier,
  notedLastRoutes,
  notedRoutes,
  purgeClaimCarriers,
} from '../../../src/resources/payer-routes/claim-carriers.js';
import { watchedStore } from '../../store/watched-plans.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { openTestStore } from '../../support/open-test-store.js';
import { plantClaims } from '../../support/planted-claims.js';
import type { TestApp } from '../../support/test-app.js';
import { ON_POSTGRES, TestClock } from '../../support/test-jobs.js';

async function opened() {
  const store = await openTestStore();
  for (const id of ['operator', 'practice']) await addAccount(store, id);
  const clock = new TestClock(1_000_000);
  return {
    ...{ store, clock },
    file: async (route_id: string) => {
      const [id, at] = [uuid(), clock.now()];
      await writeAs(store, 'practice', (queries) =>
        queries
          .insert('claim_files', {
            ...{ id, route_id, type: 'dental', state: 'SENT', claim_count: 0, artifact_id: 'a', attempts: 0 },
            ...{
              interchange_number: '000000001',
              group_number: 1,
              failure: null,
              handing_since: null,
              handed_by: null,
            },
            ...{ carrier_account_id: null, execution_id: null, sent_at: at, created_at: at, updated_at: at },
            expires_at: null,
          })
          .execute(),
      );
      return id;
    },
    note: (route_id: string, partnership_id: string, at = clock.now()) =>
      writeAs(store, 'operator', (queries) => noteCarrier(queries, { route_id, partnership_id, at })),
    removeFile: (id: string) =>
      writeAs(store, 'practice', (queries) => queries.delete('claim_files').where('id', '=', id).execute()),
    purge: (most = 500) => store.write((tx) => purgeClaimCarriers(tx, clock.now(), most)),
    carriers: () =>
      readAs(store, 'operator', async (queries) => {
        const rows = await queries.from('claim_carriers').selectAll().execute();
        return rows
          .map(({ route_id, partnership_id, last_at }) => `${route_id} ${partnership_id} ${last_at - 1_000_000}`)
          .sort();
      }),
  };
}

it('a partnership is noted once for a route, with the last time, and found by its account alone', async () => {
  const { store, note, carriers } = await opened();
  await Promise.all([20, 30, 10].map((at) => note('one', 'north', 1_000_000 + at)));
  await note('two', 'north');
  await note('one', 'south');
  expect(await carriers()).toEqual(['one north 30', 'one south 0', 'two north 0']);
  const found = (account: string, ids: readonly string[]) =>
    readAs(store, account, async (queries) => (await notedRoutes(queries, ids)).map((row) => row.route_id).sort());
  expect(await found('operator', ['north', 'nobody'])).toEqual(['one', 'two']);
  expect(await found('operator', [])).toEqual([]);
  expect(await found('practice', ['north'])).toEqual([]);
});

it('of several that have carried files of a route the last one is known, and none once the route has gone by itself', async () => {
  const { store, clock, note, file } = await opened();
  const lastOf = async () => {
    const of = (id: string) => readAs(store, 'operator', (queries) => notedLastRoutes(queries, id));
    const rows = await Promise.all(['north', 'south'].map(of));
    return rows.flat().map(({ partnership_id, route_id }) => `${partnership_id} ${route_id}`);
  };
  await note('one', 'north');
  await note('two', 'north');
  expect(await lastOf()).toEqual(['north one', 'north two']);
  clock.jump(10);
  await note('one', 'south');
  expect(await lastOf()).toEqual(['north two', 'south one']);
  clock.jump(10);
  await note('one', 'north');
  expect(await lastOf()).toEqual(['north one', 'north two']);
  clock.jump(10);
  // A file that no execution takes there.
  await file('one');
  expect(await lastOf()).toEqual(['north two']);
});

it('a partnership is forgotten once no file is left that it may have carried, though others carry the route still', async () => {
  const { clock, file, note, removeFile, purge, carriers } = await opened();
  const first = await file('one');
  await note('one', 'north');
  clock.jump(10);
  const second = await file('one');
  await note('one', 'south');
  await note('gone', 'south');
  expect(await purge()).toBe(1);
  expect(await carriers()).toEqual(['one north 0', 'one south 10']);
  await removeFile(first);
  await purge();
  expect(await carriers()).toEqual(['one south 10']);
  await removeFile(second);
  await purge();
  expect(await carriers()).toEqual([]);
});

it('a partnership is remembered while a claim of the route is there that is in no file any more', async () => {
  const { store, clock, note, purge, carriers } = await opened();
  const queries: TestApp['queries'] = (work) => writeAs(store, 'practice', work);
  const [id = ''] = await plantClaims({ clock, queries }, 1, { state: 'ACCEPTED', file_id: null, route_id: 'one' });
  // One that waits for a file was carried by nobody.
  await plantClaims({ clock, queries }, 1, { state: 'QUEUED', file_id: null, route_id: 'two' });
  for (const route of ['one', 'two']) await note(route, 'north');
  expect(await purge()).toBe(1);
  expect(await carriers()).toEqual(['one north 0']);
  await queries((own) => own.delete('claims').where('id', '=', id).execute());
  await purge();
  expect(await carriers()).toEqual([]);
});

it('those to forget go in portions', async () => {
  const { note, purge, carriers } = await opened();
  for (const route of ['one', 'two', 'three']) await note(route, 'north');
  expect(await purge(2)).toBe(2);
  expect(await carriers()).toHaveLength(1);
  expect(await purge(2)).toBe(1);
  expect(await carriers()).toEqual([]);
});

// PostgreSQL reads tables of a few rows as a whole, whatever indexes they have.
it.skipIf(ON_POSTGRES)(
  'files that went before, or by a partnership, are not looked through for who came after it',
  async () => {
    const { store, note } = await opened();
    await note('route', 'partnership');
    const watched = watchedStore(store);
    await readAs(watched.store, 'operator', (queries) => notedLastRoutes(queries, 'partnership'));
    const plans = (await watched.plans()).join('\n');
    // By their times: a route that has sent by itself for long before has many others.
    expect(plans).toContain('claim_files_sent_itself (route_id=? AND sent_at>?)');
    expect(plans).toContain('claim_files_handed_itself (route_id=? AND handing_since>?)');
  },
);

it.skipIf(ON_POSTGRES)('claims are not looked through for those that are in no file', async () => {
  const { store, clock, note } = await opened();
  await note('route', 'partnership');
  const watched = watchedStore(store);
  await watched.store.write((tx) => purgeClaimCarriers(tx, clock.now(), 500));
  expect((await watched.plans()).join('\n')).toContain('claims_in_no_file');
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { stillWanting, wantingDestinations } from '../../../src/resources/destinations/wanting.js';
import type { AccountQueries } from '../../../src/store/account-queries.js';
import type { Destinations } from '../../../src/store/exchange-tables.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { insertDestination } from '../../support/insert-destination.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const ACCOUNT = 'account-1';
const BY_US = { status: 'DISABLED', disabled_for: 'Nothing has reached it.' } as const;
const BY_OWNER = { status: 'DISABLED', disabled_for: null } as const;
const ENABLED = { status: 'ENABLED', disabled_for: null } as const;

let test: TestServices;
beforeAll(async () => {
  test = await testServices();
  await addAccount(test.services.store, ACCOUNT);
});
afterAll(() => test.close());

const write = <Result>(work: (queries: AccountQueries) => Promise<Result>) =>
  writeAs(test.services.store, ACCOUNT, work);

function change(queries: AccountQueries, id: string, to: Partial<Destinations>): Promise<unknown> {
  return queries.update('destinations').set(to).where('id', '=', id).execute();
}

it('waits for a destination that the server has disabled, unless somebody has enabled, disabled or deleted it at that moment', async () => {
  const [enabled, waited, gone, back, unwanted] = await write(async (queries) => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => insertDestination(test.services, queries, 'https://hooks.example.com/')),
    );
    for (const id of ids.slice(1)) await change(queries, id, BY_US);
    return ids;
  });
  const seen = await write((queries) => queries.from('destinations').selectAll().execute());
  await write(async (queries) => {
    await queries
      .delete('destinations')
      .where('id', '=', gone ?? '')
      .execute();
    await change(queries, back ?? '', ENABLED);
    await change(queries, unwanted ?? '', BY_OWNER);
  });
  const wanted = await write((queries) => stillWanting(queries, seen));
  const held = [
    [enabled, false],
    [waited, true],
    [back, false],
  ];
  expect(new Map(wanted.map(({ id, isHeld }) => [id, isHeld]))).toEqual(new Map(held as never));
  expect(new Map((await write(wantingDestinations)).map(({ id, isHeld }) => [id, isHeld]))).toEqual(
    new Map(held as never),
  );
});

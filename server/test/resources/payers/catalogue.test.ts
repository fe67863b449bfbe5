import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { importPayers } from '../../../src/resources/payers/import-payers.js';
import { payersAsCsv, payersAsTable } from '../../../src/resources/payers/write-csv.js';
import { payersAsList } from '../../../src/resources/payers/write-list.js';
import { type TestServices, testServices } from '../../support/test-services.js';

let test: TestServices;

beforeEach(async () => {
  test = await testServices();
});

afterEach(() => test.close());

const imported = (count: number, name: string) =>
  importPayers(
    test.services,
    Array.from({ length: count }, (_, place) => ({ primaryPayerId: `P${place}`, displayName: `${name} ${place}` })),
    { dryRun: false, asWritten: false },
  );

it('the table of all payers is made once, until payers are imported', async () => {
  const { payers } = test.services;
  await imported(450, 'Lake');
  const [one, other] = await Promise.all([(await payers.get()).table(), (await payers.get()).table()]);
  expect(other).toBe(one);
  expect(Buffer.from(one).toString('utf8')).toBe(payersAsCsv((await payers.get()).payers));
  await imported(1, 'Hill');
  const anew = Buffer.from(await (await payers.get()).table()).toString('utf8');
  expect(anew).toContain('"Hill 0"');
  expect(anew).toBe(payersAsCsv((await payers.get()).payers));
});

it('so is the list of all payers', async () => {
  const { payers } = test.services;
  const list = async () => JSON.parse(Buffer.from(await (await payers.get()).list()).toString('utf8'));
  expect(await list()).toEqual({ items: [] });
  await imported(450, 'Lake');
  const [one, other] = await Promise.all([(await payers.get()).list(), (await payers.get()).list()]);
  expect(other).toBe(one);
  expect(await list()).toEqual({ items: (await payers.get()).payers });
  await imported(1, 'Hill');
  expect(await list()).toEqual({ items: (await payers.get()).payers });
});

it.each([payersAsTable, payersAsList])('others have their turn while it is made: %o', async (write) => {
  await imported(1_000, 'Lake');
  const { payers } = await test.services.payers.get();
  let turns = 0;
  let isOver = false;
  const made = write(payers).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await setImmediate();
    turns++;
  }
  await made;
  expect(turns).toBeGreaterThanOrEqual(5);
});

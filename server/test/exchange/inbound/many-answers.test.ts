import { expect, it } from 'vitest';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { createGuideLibrary } from '../../../src/resources/guides/create-guide-library.js';
import type { Store } from '../../../src/store/store.js';
import { agree, answersOf, openInbound, ordersFile } from '../../support/inbound.js';

it('a file of many interchanges of one partner looks up once by what it answers them', async () => {
  const found: string[] = [];
  let commits = 0;
  const inbound = await openInbound({
    parts: (built) => {
      const packaged = createGuideLibrary(built);
      const find: typeof packaged.find = (queries, id) => {
        found.push(id);
        return packaged.find(queries, id);
      };
      const write: Store['write'] = (work) => {
        commits++;
        return built.store.write(work);
      };
      const controlNumbers = createControlNumberTable({ clock: built.clock, store: { ...built.store, write } });
      return { guides: { ...packaged, find }, controlNumbers };
    },
  });
  await agree(inbound, { acks: { enabled: true } });
  const numbers = Array.from({ length: 20 }, (_, index) => String(index + 1).padStart(9, '0'));
  const execution = await inbound.receive(numbers.map((number) => ordersFile({ number })).join(''));
  expect(execution).toMatchObject({ status: 'COMPLETED', transaction_count: numbers.length });
  const answers = await answersOf(inbound);
  const answered = answers.map((text) => /AK1\*PO\*(\d+)~/.exec(text)?.[1]).sort();
  expect(answered).toEqual(numbers.map((number) => String(Number(number))).sort());
  // Each with a number of its own.
  expect(new Set(answers.map((text) => text.split('*')[13])).size).toBe(numbers.length);
  expect(found.filter((id) => id === '997-004010')).toHaveLength(1);
  // Of two who ask at once, one may find the counters free.
  expect(commits).toBeLessThanOrEqual(numbers.length / 2);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeTable } from '../../../src/exchange/eligibility-batches/judge-table.js';
import { sheetOf } from '../../../src/exchange/eligibility-batches/take-table.js';
import { type BatchWorld, batchWorld } from '../../support/batches.js';
import { fieldsOf, type SoundTable, soundTables, textOf } from '../../support/check-tables.js';
import { insertPayers } from '../../support/eligibility.js';
import {
  CELL_SPOILINGS,
  HARMLESS,
  MARK_SPOILINGS,
  TABLE_SPOILINGS,
  type TextSpoiling,
} from '../../support/table-spoilings.js';

/*
 * Of tables that were spoiled in a known way: whether it is found, named rightly, at its row and column, and nothing else. The long form is
 * `EDILOOM_RUNS=1000 npx vitest run server/test/exchange/eligibility-batches/spoiled-tables.property.test.ts`.
 */

const RUNS = { numRuns: Number(process.env.EDILOOM_RUNS ?? 12), endOnFailure: true };
const ORIGIN = { peer: '127.0.0.1', isTrustedProxy: false, forwarded: undefined };

async function judge({ services }: BatchWorld, text: string | Uint8Array) {
  return judgeTable(services, 'account', { sheet: sheetOf(Buffer.from(text)), origin: ORIGIN });
}

async function worldOfPayers(): Promise<BatchWorld> {
  const world = await batchWorld({ isIdle: true });
  await insertPayers(world.services.store, [
    { id: 'HILLS', primary: '00051', aliases: ['SHARED'] },
    { id: 'WOODS', primary: '00052', aliases: ['SHARED'] },
  ]);
  return world;
}

const requests = (table: SoundTable) => table.rows.map(({ request }) => request);

it('finds what is wrong with cells, names it, at its place, and nothing else', { timeout: 600_000 }, async () => {
  const world = await worldOfPayers();
  const figures = { spoiled: 0, found: 0, named: 0, placed: 0, alone: 0 };
  const missed = new Set<string>();
  const spoilings = fc.array(fc.constantFrom(...CELL_SPOILINGS), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(soundTables(30), spoilings, async (table, given) => {
      const rows = table.rows.map((row, at) => {
        const spoiling = given[at];
        return spoiling === undefined ? row : { ...row, cells: { ...row.cells, ...spoiling.change(row.cells) } };
      });
      const spoiled = { ...table, rows };
      const judged = await judge(world, textOf(fieldsOf(spoiled), spoiled));
      for (const [at, { row, problems, item }] of judged.entries()) {
        const spoiling = given[at];
        if (spoiling === undefined) {
          expect([row, problems, item?.content]).toEqual([
            at + 2,
            [],
            { source: 'json', request: table.rows[at]?.request },
          ]);
          continue;
        }
        const named = problems.find(({ problem }) => problem.startsWith(spoiling.problem));
        figures.spoiled++;
        if (problems.length > 0) figures.found++;
        if (named !== undefined) figures.named++;
        if (row === at + 2 && named?.column === spoiling.column) figures.placed++;
        if (problems.length === 1) figures.alone++;
        if (named === undefined || problems.length !== 1) missed.add(`${spoiling.name}: ${JSON.stringify(problems)}`);
      }
    }),
    RUNS,
  );
  const { spoiled, found, named, placed, alone } = figures;
  if (process.env.EDILOOM_RUNS !== undefined) console.info(figures);
  const shares = [found, named, placed, alone].map((count) => count / spoiled);
  expect(shares, [...missed].join('\n')).toEqual([1, 1, 1, expect.toSatisfy((share: number) => share >= 0.97)]);
});

const ofTable = <Kind>(kinds: Readonly<Record<string, Kind>>) =>
  fc.tuple(soundTables(20), fc.constantFrom(...Object.entries(kinds)), fc.nat(9));

it('finds quotation marks that are lost, at their row, and makes no check of what they took in', async () => {
  const world = await worldOfPayers();
  await fc.assert(
    fc.asyncProperty(ofTable<TextSpoiling>(MARK_SPOILINGS), async ([table, [, spoil], at]) => {
      const row = at + 2;
      const judged = await judge(world, spoil(table, at)).catch(String);
      if (typeof judged === 'string') {
        expect(judged).toContain(`A value of row ${row} begins with a quotation mark`);
        return;
      }
      const problems = judged.find((one) => one.row === row)?.problems ?? [];
      // Behind the last column the words are others.
      expect(problems.map(({ problem, remedy }) => problem + remedy)).toContainEqual(
        expect.stringContaining('quotation mark'),
      );
      for (const { item } of judged)
        if (item !== undefined) expect(requests(table)).toContainEqual(item.content.request);
    }),
    RUNS,
  );
});

it('takes a row into nothing that is passed over', async () => {
  const world = await worldOfPayers();
  const rows = ['v1,LAKES,1999999984,Lake,BW1001,"Look, here', 'v2,LAKES,1999999984,Lake,BW1002,"Look there"'];
  const text = ['Visit ID,Payer ID,Provider NPI,Provider organization,Member ID,What to do', ...rows].join('\r\n');
  const judged = await judge(world, text);
  expect(judged.map(({ row, problems }) => [row, problems.map(({ column }) => column)])).toEqual([[2, ['What to do']]]);
});

it('refuses what is no table of checks, and says why', async () => {
  const world = await worldOfPayers();
  await fc.assert(
    fc.asyncProperty(ofTable(TABLE_SPOILINGS), async ([table, [, [spoil, words]], at]) => {
      await expect(judge(world, spoil(table, at))).rejects.toThrow(words);
    }),
    RUNS,
  );
});

it('has the same checks of a table that is written otherwise', async () => {
  const world = await worldOfPayers();
  await fc.assert(
    fc.asyncProperty(ofTable<TextSpoiling>(HARMLESS), async ([table, [, change], at]) => {
      const judged = await judge(world, change(table, at));
      expect(judged.map(({ problems, item }) => [problems, item?.content])).toEqual(
        requests(table).map((request) => [[], { source: 'json', request }]),
      );
    }),
    RUNS,
  );
});

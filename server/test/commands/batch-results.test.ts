import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BATCH_RESULT_COMMANDS } from '../../src/commands/batch-results.js';
import { CHECK_PDF_COMMANDS } from '../../src/commands/check-pdf.js';
import type { Arguments } from '../../src/commands/command.js';
import { readCsv } from '../../src/csv.js';
import { answers, BATCHES, type BatchWorld, batchWorld, item, items } from '../support/batches.js';
import { runCommand } from '../support/run-command.js';

const COLUMNS = {
  known: ['Row', 'Visit ID', 'Payer ID', 'Payer', 'State', 'Coverage', 'Problem', 'What to do', 'Check ID'],
  needed: [],
} as const;

const COMMANDS = [...BATCH_RESULT_COMMANDS, ...CHECK_PDF_COMMANDS];

function run({ services }: BatchWorld, name: string, id: string, options: Arguments['options'] = {}) {
  return runCommand(services, COMMANDS, name, { positionals: [id], options });
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'batch-results-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const rowsIn = (csv: string) => readCsv(csv, COLUMNS).map(({ values }) => values);

/** What the world's payer answers to these member ids, and to all others. */
function payerOf(world: BatchWorld): void {
  world.payer = (question) => {
    if (Buffer.from(question.x12).includes('*MI*SILENT~'))
      return { kind: 'none', failure: 'http-status', wasSent: true };
    return answers(question);
  };
}

it('prints what came of each check of a batch in the words of its PDF, and saves the PDF', async () => {
  const world = await batchWorld();
  onTestFinished(() => world.services.realTime.pdfs.close());
  const id = await world.submit({ items: [item('visit-1'), item('visit-2')] });
  await world.over(id);
  const { shown, progress } = await run(world, 'batches results', id);
  expect(progress).toEqual([]);
  const rows = rowsIn(shown);
  expect(rows.map(({ 'Check ID': _, ...row }) => row)).toEqual(
    ['1', '2'].map((place) => ({
      ...{ Row: place, 'Visit ID': `visit-${place}`, 'Payer ID': '00042', Payer: 'Payer LAKES', State: 'Answered' },
      ...{ Coverage: 'Active', Problem: '', 'What to do': '' },
    })),
  );
  const checkId = rows[0]?.['Check ID'] ?? '';
  const file = join(folder(), 'check.pdf');
  expect((await run(world, 'checks pdf', checkId, { out: file })).shown).toBe(`It is in ${file}.`);
  expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(run(world, 'checks pdf', checkId, { out: file })).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(run(world, 'checks pdf', checkId)).rejects.toThrow('--out is missing');
  const audited = await world.queries((queries) =>
    queries.from('audit').select(['action', 'object_id', 'key_id']).where('action', 'in', ['list', 'read']).execute(),
  );
  expect(audited).toContainEqual({ action: 'list', object_id: id, key_id: null });
  expect(audited).toContainEqual({ action: 'read', object_id: checkId, key_id: null });
});

it('writes a file that was not there, and says how many checks are not over', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await world.submit({ items: items(3) });
  const file = join(folder(), 'results.csv');
  const { shown, progress } = await run(world, 'batches results', id, { out: file });
  expect(shown).toBe(`3 results are in ${file}.`);
  expect(progress).toEqual([`3 of 3 checks are not over yet: ask again later. See: batches show ${id}`]);
  expect(rowsIn(readFileSync(file, 'utf8')).map((row) => [row['Visit ID'], row.State, row.Coverage])).toEqual(
    [0, 1, 2].map((place) => [`own-${place}`, 'Not begun', '']),
  );
  writeFileSync(file, 'mine');
  await expect(run(world, 'batches results', id, { out: file })).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

it('says in words why a check has no answer', async () => {
  const world = await batchWorld();
  payerOf(world);
  const id = await world.submit({ items: [item('visit-1', { subscriber: { memberId: 'SILENT' } }), item('visit-2')] });
  const silentNow = async () => rowsIn((await run(world, 'batches results', id)).shown)[0];
  await expect.poll(silentNow).toMatchObject({ State: 'Is asked again', Problem: expect.stringMatching(/^80: /) });
  await expect.poll(async () => (await world.batch(id)).successCount).toBe(1);
  world.clock.advance(9 * 3_600_000);
  await world.over(id);
  const [silent, answered] = rowsIn((await run(world, 'batches results', id)).shown);
  expect(silent).toMatchObject({ State: 'No answer', Coverage: '' });
  expect(silent?.Problem).toMatch(/^80: No Response Received/);
  expect(silent?.['What to do']).toContain('The payer answered with an HTTP status');
  // What to do is ours: the payer has said nothing.
  expect(silent?.['What to do']).not.toContain('The payer says');
  expect(answered).toMatchObject({ State: 'Answered', Coverage: 'Active' });
});

it('reads as many answers at once as there is room for, and misses none', async () => {
  const world = await batchWorld();
  const id = await world.submit({ items: items(25) });
  await world.over(id);
  // Long answers: some of them are a page.
  const read = world.services.artifacts.read;
  const long = `,"x12":"${'x'.repeat(1024 * 1024)}"}`;
  world.services.artifacts.read = async (row) => {
    const bytes = await read.call(world.services.artifacts, row);
    return row.usage === 'response' ? Buffer.from(Buffer.from(bytes).toString('utf8').replace(/\}$/, long)) : bytes;
  };
  const { result } = await run(world, 'batches results', id);
  const { rows } = result as { readonly rows: readonly { readonly row: number; readonly coverage: string }[] };
  expect(rows.map(({ row, coverage }) => [row, coverage])).toEqual(items(25).map((_, at) => [at + 1, 'Active']));
  const list = await world.queries((queries) =>
    queries.from('audit').select('id').where('action', '=', 'list').where('object_id', '=', id).execute(),
  );
  expect(list.length).toBeGreaterThan(4);
});

it('says of a batch that was not executed what to do first', async () => {
  const world = await batchWorld({ isIdle: true });
  const { batchId } = (await world.call('POST', `${BATCHES}/batch-table`, { payload: {} })).json();
  await expect(run(world, 'batches results', batchId)).rejects.toThrow(`batches upload FILE --batch ${batchId}`);
  await expect(run(world, 'batches results', 'none')).rejects.toThrow('no such eligibility batch');
});

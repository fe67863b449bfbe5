import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BATCH_TABLE_COMMANDS } from '../../src/commands/batch-tables.js';
import type { Arguments } from '../../src/commands/command.js';
import { BATCHES, type BatchWorld, batchWorld } from '../support/batches.js';

const HEADER = 'Visit ID,Payer ID,Provider NPI,Provider organization,Member ID';
const SOUND = `${HEADER}\nvisit-1,LAKES,1999999984,Lake Clinic,BW1001\n`;
const FAULTY = SOUND.replace('BW1001', '1.23E+11');

async function run(world: BatchWorld, name: string, words: readonly string[], options: Arguments['options'] = {}) {
  const command = BATCH_TABLE_COMMANDS.find((one) => one.name === name);
  if (command === undefined) throw new Error(`There is no command ${name}.`);
  const input = await command.prepare({ positionals: words, options }, {});
  return command.show((await command.run(world.services, input)) as never, 80);
}

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'batch-tables-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'visits.csv');
  writeFileSync(path, text);
  return path;
}

const idIn = (shown: string): string => shown.slice(0, 36);

it('takes a table, says what is to be corrected, takes the corrected one and executes it once', async () => {
  const world = await batchWorld();
  const faulty = await run(world, 'batches upload', [fileOf(FAULTY)], { name: 'monday' });
  const id = idIn(faulty);
  expect(faulty).toBe(`${id}  VALIDATION_FAILED\n1 of 1 rows are to be corrected: batches report ${id}`);
  expect(await run(world, 'batches report', [id])).toBe(
    'Row 2  Member ID: The program has shortened a long number, and its last digits are lost. Format the column as text, and type it again.',
  );
  await expect(run(world, 'batches execute', [id])).rejects.toThrow('have to be corrected');
  // By its name as by its id.
  expect(await run(world, 'batches report', ['monday'])).toMatch(/^Row 2/);
  await expect(run(world, 'batches execute', ['monday'])).rejects.toThrow('have to be corrected');
  const sound = await run(world, 'batches upload', [fileOf(SOUND)], { batch: 'monday' });
  expect(sound).toBe(`${id}  VALIDATED\n1 checks wait: batches execute ${id}`);
  expect(await run(world, 'batches report', [id])).toBe('Nothing is to be corrected.');
  expect(await run(world, 'batches execute', [id])).toBe(`${id}  IN_PROGRESS`);
  await world.over(id);
  expect(await run(world, 'batches execute', [id])).toBe(`${id}  COMPLETED`);
  expect(world.asked).toEqual(['BW1001']);
  await expect(run(world, 'batches upload', [fileOf(SOUND)], { batch: id })).rejects.toThrow('has begun');
  const audited = await world.queries((queries) =>
    queries.from('audit').select(['action', 'key_id']).where('object_id', '=', id).execute(),
  );
  expect(audited).toContainEqual({ action: 'upload', key_id: null });
});

it('fails where a faulty table is to be executed, keeps the table and says what to do', async () => {
  const world = await batchWorld();
  const upload = (text: string, options: Arguments['options']) =>
    run(world, 'batches upload', [fileOf(text)], { ...options, execute: true });
  const refused = await upload(FAULTY, { name: 'monday' }).then(
    () => 'done',
    ({ message }: Error) => message,
  );
  const [id = ''] = /[\da-f-]{36}/.exec(refused) ?? [];
  expect(refused).toBe(
    `Nothing was executed: 1 of 1 rows are to be corrected. The table is kept as batch ${id}.\nSee what to correct by: batches report ${id}\nThen hand it in again by: batches upload FILE --batch ${id} --execute`,
  );
  expect(await world.batch(id)).toMatchObject({ status: 'VALIDATION_FAILED', name: 'monday' });
  expect(await upload(SOUND, { batch: id })).toContain('IN_PROGRESS');
  await world.over(id);
});

it('says of a batch without a table that it is yet to be put', async () => {
  const world = await batchWorld({ isIdle: true });
  const { batchId } = (await world.call('POST', `${BATCHES}/batch-table`, { payload: {} })).json();
  await expect(run(world, 'batches report', [batchId])).rejects.toThrow(
    `The batch has no table so far: batches upload FILE --batch ${batchId}`,
  );
});

it('executes a sound table at once, where it is asked to', async () => {
  const world = await batchWorld();
  const shown = await run(world, 'batches upload', [fileOf(SOUND)], { execute: true });
  expect(shown).toContain('IN_PROGRESS');
  expect(await world.over(idIn(shown))).toMatchObject({ status: 'COMPLETED', source: 'CSV_IMPORT' });
});

it('leaves no batch of a file that is no table, of a name that is none, or of one that is taken', async () => {
  const world = await batchWorld({ isIdle: true });
  const upload = (text: string, options: Arguments['options'] = {}) =>
    run(world, 'batches upload', [fileOf(text)], options);
  await expect(upload('Visit;Payer\n')).rejects.toThrow('semicolons');
  await expect(upload(SOUND, { name: 'no blanks' })).rejects.toThrow('hyphens');
  await upload(SOUND, { name: 'monday' });
  await expect(upload(SOUND, { name: 'monday' })).rejects.toThrow('a batch of this name');
  const rows = await world.queries((queries) => queries.from('eligibility_batches').select('name').execute());
  expect(rows).toEqual([{ name: 'monday' }]);
});

it('prints a template that can be filled in', async () => {
  const world = await batchWorld({ isIdle: true });
  const lines = (await run(world, 'batches template', [])).split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"Visit ID","Payer ID","Provider NPI"');
});

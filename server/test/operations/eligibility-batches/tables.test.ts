import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { purgeBatches } from '../../../src/resources/eligibility-batches/expired.js';
import { BATCHES, type BatchWorld, batchWorld, items } from '../../support/batches.js';
import type { OpenApiDocument } from '../../support/openapi-document.js';
import { PATIENT } from '../../support/patients.js';

const HEADER = 'Visit ID,Payer ID,Provider NPI,Provider organization,Member ID,Subscriber last name';
const row = (visit: string, member = 'BW1001'): string => `${visit},LAKES,1999999984,Lake Clinic,${member},Doe`;
const SOUND = `${HEADER}\r\n${row('visit-1')}\r\n`;
const FAULTY = `${HEADER}\n${row('visit-1')}\n${row('visit-2', '1.23E+11')}\n`;

interface RowResult {
  readonly problems: readonly { readonly remedy: string }[];
}

async function opened(world: BatchWorld, given: object = {}): Promise<string> {
  return (await world.call('POST', `${BATCHES}/batch-table`, { payload: given })).json().batchId;
}

function put(world: BatchWorld, id: string, payload: string | Buffer) {
  return world.call('PUT', `${BATCHES}/batch/${id}/table`, { payload, headers: { 'content-type': 'text/csv' } });
}

const execute = (world: BatchWorld, id: string) => world.call('POST', `${BATCHES}/batch/${id}/execute`);

it('makes the checks of a table, once it is executed and not before', async () => {
  const world = await batchWorld();
  const id = await opened(world, { name: 'front-desk', maxRetryHours: 9 });
  expect(await world.batch(id)).toMatchObject({
    ...{ id, name: 'front-desk', source: 'CSV_IMPORT', status: 'PENDING', totalCount: 0, maxRetryHours: 9 },
  });
  expect((await put(world, id, SOUND)).json()).toMatchObject({ status: 'VALIDATED', totalCount: 1, validatedCount: 1 });
  expect(world.asked).toEqual([]);
  expect((await execute(world, id)).json()).toMatchObject({ id, status: 'IN_PROGRESS' });
  expect(await world.over(id)).toMatchObject({ status: 'COMPLETED', successCount: 1, validatedCount: 0 });
  expect(world.asked).toEqual(['BW1001']);
  const { items: listed } = (await world.call('GET', `${BATCHES}/batch/${id}/items`)).json();
  expect(listed).toMatchObject([{ rowNumber: 2, state: 'COMPLETED' }]);
});

it('executes a batch once, however often and at the same time it is asked to', async () => {
  const world = await batchWorld();
  const id = await opened(world);
  await put(world, id, SOUND);
  const answers = await Promise.all([execute(world, id), execute(world, id), execute(world, id)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  await world.over(id);
  expect((await execute(world, id)).json()).toMatchObject({ status: 'COMPLETED' });
  expect(world.asked).toEqual(['BW1001']);
});

it('executes neither a batch without a table nor one that has to be corrected', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  const early = await execute(world, id);
  expect([early.statusCode, early.json()]).toMatchObject([409, { code: 'TABLE_MISSING' }]);
  for (const path of ['report', 'report/csv']) {
    const report = await world.call('GET', `${BATCHES}/batch/${id}/${path}`);
    expect([report.statusCode, report.json()]).toMatchObject([409, { code: 'TABLE_MISSING' }]);
  }
  expect((await put(world, id, FAULTY)).json()).toMatchObject({
    ...{ status: 'VALIDATION_FAILED', totalCount: 2, validatedCount: 1, validationFailedCount: 1 },
  });
  const faulty = await execute(world, id);
  expect([faulty.statusCode, faulty.json()]).toMatchObject([409, { code: 'TABLE_FAULTY' }]);
  expect((await world.batch(id)).status).toBe('VALIDATION_FAILED');
});

it('takes a corrected table in place of the one before, until the batch has begun', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  await put(world, id, FAULTY);
  expect((await put(world, id, SOUND)).json()).toMatchObject({ status: 'VALIDATED', totalCount: 1 });
  const expiring = await world.queries((queries) =>
    queries.from('artifacts').select('expires_at').where('owner_id', '=', id).execute(),
  );
  expect(expiring.filter(({ expires_at }) => Number(expires_at ?? Infinity) <= world.clock.now())).toHaveLength(1);
  await execute(world, id);
  const late = await put(world, id, FAULTY);
  expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'BATCH_STARTED' }]);
  expect(await world.batch(id)).toMatchObject({ status: 'IN_PROGRESS', totalCount: 1 });
});

it('takes no table for a batch that was handed in as JSON', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await world.submit({ items: items(1) });
  expect((await put(world, id, SOUND)).statusCode).toBe(409);
});

it('takes a thousand rows and refuses one more, and the batch stays as it was', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  const rows = Array.from({ length: 1_000 }, (_, place) => row(`visit-${place}`));
  expect((await put(world, id, [HEADER, ...rows].join('\n'))).json()).toMatchObject({ validatedCount: 1_000 });
  const more = await put(world, id, [HEADER, ...rows, row('visit-1000')].join('\n'));
  expect([more.statusCode, more.json().message]).toMatchObject([400, expect.stringContaining('1000 at most')]);
  expect(await world.batch(id)).toMatchObject({ status: 'VALIDATED', totalCount: 1_000 });
});

it('tells files that are no table of checks', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  const told = async (file: string | Buffer) => (await put(world, id, file)).json().message;
  expect(await told(SOUND.replaceAll(',', ';'))).toContain('separated by semicolons');
  expect(await told(Buffer.from('PK\u0003\u0004'))).toContain('a workbook');
  expect(await told(Buffer.from([...Buffer.from(SOUND), 0xe4]))).toContain('CSV UTF-8');
  expect(await told(Buffer.from(SOUND, 'utf16le'))).toContain('CSV UTF-8');
  expect(await told(`${HEADER}\n`)).toContain('no row below the headings');
  expect(await told(SOUND.replace('Member ID', 'Membr ID'))).toContain('Perhaps Member ID is meant');
  expect(await told(SOUND.replace('Payer ID,', ''))).toContain('lacks the columns Payer ID');
  expect(await told(SOUND.replace('Provider NPI', 'Clinic').replace('Member ID', 'Card'))).toMatch(
    /Column 3 \(C\) .* Column 5 \(E\) .* Take out what is not known/,
  );
  expect(await told(`"Visits, Monday";;;\n${SOUND.replaceAll(',', ';')}`)).toContain('semicolons');
  expect(await told(`Visits of Monday,,,,\n,,,,\n${SOUND}`)).toContain('headings stand in row 3');
  expect((await world.batch(id)).status).toBe('PENDING');
});

it('keeps zeros, and takes a byte order mark, texts as programs mark them, empty rows and commas at the end', async () => {
  const world = await batchWorld();
  const id = await opened(world);
  const marked = 'visit-1,00042,="1999999984",Lake Clinic,"=""00123""",Doe,,';
  const answer = await put(world, id, `\uFEFF${HEADER},,\r\n\r\n${marked}\r\n,,,,,,,\r\n`);
  expect(answer.json()).toMatchObject({ status: 'VALIDATED', totalCount: 1 });
  const { items: told } = (await world.call('GET', `${BATCHES}/batch/${id}/report`)).json();
  expect(told).toEqual([{ rowNumber: 3, result: 'OK', problems: [] }]);
  await execute(world, id);
  await world.over(id);
  expect(world.asked).toEqual(['00123']);
});

it('passes over what has no width, and takes a cell of it for an empty one', async () => {
  const world = await batchWorld();
  const id = await opened(world);
  const unseen = row('visit-1', '\u200EBW\u200B1001\u2060').replace('LAKES', '\u200BLAKES\uFEFF');
  const second = row('visit-2').replace('LAKES', '\u200B');
  expect((await put(world, id, `${HEADER}\n${unseen}\n${second}`)).json()).toMatchObject({ validatedCount: 1 });
  const { items: told } = (await world.call('GET', `${BATCHES}/batch/${id}/report`)).json();
  expect(told).toMatchObject([{ problems: [] }, { problems: [{ column: 'Payer ID', problem: 'It is empty.' }] }]);
  await put(world, id, `${HEADER}\n${unseen}`);
  await execute(world, id);
  await world.over(id);
  expect(world.asked).toEqual(['BW1001']);
});

it('gives a report that can be corrected and sent as it is', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  await put(world, id, FAULTY);
  const report = await world.call('GET', `${BATCHES}/batch/${id}/report/csv`);
  expect(report.headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = report.body.split('\r\n');
  expect(lines[0]).toContain('"Row result","What to do","Visit ID"');
  expect(lines[1]).toContain('"OK","","visit-1"');
  expect(lines[2]).toContain('"CORRECT","Member ID: The program has shortened a long number');
  const corrected = report.body.replace('1.23E+11', '123000000017');
  expect((await put(world, id, corrected)).json()).toMatchObject({ status: 'VALIDATED', totalCount: 2 });
  const again = await world.call('GET', `${BATCHES}/batch/${id}/report/csv`);
  expect(again.body.split('\r\n')[0]?.match(/Row result/g)).toHaveLength(1);
});

it('has a template whose example is sound', async () => {
  const world = await batchWorld({ isIdle: true });
  const template = await world.call('GET', `${BATCHES}/batch-table/template`);
  const id = await opened(world);
  expect((await put(world, id, template.body.replace('BRINK', 'LAKES'))).json()).toMatchObject({ validatedCount: 1 });
});

it('keeps the file sealed, and links to it for some minutes', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  await put(world, id, SOUND);
  const { importUrl = '' } = await world.batch(id);
  const path = new URL(importUrl, 'http://localhost').pathname;
  expect((await world.app.inject({ method: 'GET', url: path })).body).toBe(SOUND);
  const [kept] = await world.queries((queries) =>
    queries.from('artifacts').selectAll().where('owner_id', '=', id).execute(),
  );
  expect(kept?.master_key_id).not.toBeNull();
  expect(Buffer.from(kept?.bytes ?? []).includes('BW1001')).toBe(false);
  world.clock.advance(6 * 60_000);
  expect((await world.app.inject({ method: 'GET', url: path })).statusCode).toBe(403);
});

it('names the batch that has a name already', async () => {
  const world = await batchWorld({ isIdle: true });
  const batchId = await opened(world, { name: 'monday' });
  const again = await world.call('POST', `${BATCHES}/batch-table`, { payload: { name: 'monday' } });
  expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'NAME_TAKEN', batchId }]);
});

it('shows nothing of a table to another account', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  await put(world, id, SOUND);
  const { liveKey } = await world.account('Other');
  const headers = { authorization: liveKey };
  const at = `${BATCHES}/batch/${id}`;
  const answers = [
    await world.call('GET', `${at}/report`, { headers }),
    await world.call('GET', `${at}/report/csv`, { headers }),
    await world.call('POST', `${at}/execute`, { headers }),
    await world.call('PUT', `${at}/table`, { payload: SOUND, headers: { ...headers, 'content-type': 'text/csv' } }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  expect((await world.batch(id)).status).toBe('VALIDATED');
});

it('repeats no value of a row that is wrong', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  const { lastName, memberId, dateOfBirth, externalPatientId } = PATIENT;
  const header = `${HEADER},Subscriber date of birth,External patient ID,Service type codes`;
  const wrong = `visit-1,${memberId},${memberId},${lastName}~,${memberId}/,${lastName}*,${dateOfBirth}9,${externalPatientId}^,${lastName}`;
  const answer = await put(world, id, `${header}\n${wrong}\n`);
  const report = await world.call('GET', `${BATCHES}/batch/${id}/report`);
  expect(report.json().items[0].problems).toHaveLength(8);
  for (const value of [lastName, memberId, dateOfBirth, externalPatientId]) {
    expect(answer.body + report.body).not.toContain(value);
  }
});

it('has a table in its README that is sound', async () => {
  const world = await batchWorld({ isIdle: true });
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const table = /```csv\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const id = await opened(world);
  expect((await put(world, id, table.replaceAll('BRINK', 'LAKES'))).json()).toMatchObject({ validatedCount: 2 });
});

it('tells a day of service that cannot be read once, and not its range as well', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  await put(world, id, `${HEADER},Service from,Service to\n${row('visit-1')},2/30/2026,2026-03-01\n`);
  const { items: told } = (await world.call('GET', `${BATCHES}/batch/${id}/report`)).json();
  expect(told[0].problems).toMatchObject([{ column: 'Service from' }]);
});

it('has all of one table and nothing of the other, where two come at once', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  const longer = `${SOUND}${row('visit-2')}\r\n${row('visit-3')}\r\n`;
  const answers = await Promise.all([put(world, id, SOUND), put(world, id, longer), put(world, id, FAULTY)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const { totalCount, validationFailedCount } = await world.batch(id);
  const [stored, files] = await world.queries(async (queries) => [
    await queries.from('eligibility_batch_items').select('state').where('batch_id', '=', id).execute(),
    await queries.from('artifacts').select('expires_at').where('owner_id', '=', id).execute(),
  ]);
  expect(stored).toHaveLength(totalCount);
  expect(stored.filter(({ state }) => state === 'VALIDATION_FAILED')).toHaveLength(validationFailedCount);
  expect(files.filter(({ expires_at }) => Number(expires_at ?? Infinity) > world.clock.now())).toHaveLength(1);
});

it('has a table whole or not at all, and is executed or not, whichever work of the store fails', async () => {
  let left = Number.POSITIVE_INFINITY;
  const world = await batchWorld({
    isIdle: true,
    trouble: () => (left-- === 0 ? new Error('The store is gone.') : undefined),
  });
  const id = await opened(world);
  const refusedAt = async (step: number, work: () => ReturnType<typeof put>) => {
    left = step;
    const { statusCode } = await work();
    left = Number.POSITIVE_INFINITY;
    return statusCode >= 500;
  };
  let failed = 0;
  for (let step = 0; await refusedAt(step, () => put(world, id, SOUND)); step++, failed++) {
    const { status, totalCount } = await world.batch(id);
    expect([status, totalCount]).toEqual(['PENDING', 0]);
  }
  expect(await world.batch(id)).toMatchObject({ status: 'VALIDATED', totalCount: 1 });
  for (let step = 0; await refusedAt(step, () => execute(world, id)); step++, failed++) {
    expect((await world.batch(id)).status).toBe('VALIDATED');
  }
  expect(failed).toBeGreaterThan(2);
  world.jobs.start();
  expect(await world.over(id)).toMatchObject({ status: 'COMPLETED', successCount: 1 });
  expect(world.asked).toEqual(['BW1001']);
});

it('goes with its rows once its time has passed, though it was never executed', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  await put(world, id, SOUND);
  const past = world.clock.now() - 1;
  await world.queries((queries) =>
    queries.update('eligibility_batches').set({ expires_at: past }).where('id', '=', id).execute(),
  );
  await world.services.store.write((tx) => purgeBatches(tx, world.clock.now(), 100));
  expect((await world.call('GET', `${BATCHES}/batch/${id}`)).statusCode).toBe(404);
  const rows = await world.queries((queries) =>
    queries.from('eligibility_batch_items').select('id').where('batch_id', '=', id).execute(),
  );
  expect(rows).toEqual([]);
});

it('is not let go once a part of it is gone, and an end that was moved counts', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  await put(world, id, SOUND);
  const purge = () => world.services.store.write((tx) => purgeBatches(tx, world.clock.now(), 1));
  const expire = (at: number) =>
    world.queries((queries) =>
      queries.update('eligibility_batches').set({ expires_at: at }).where('id', '=', id).execute(),
    );
  await expire(world.clock.now() + 1);
  expect(await purge()).toBe(0);
  await expire(world.clock.now());
  // The batch alone: its row is the second.
  expect(await purge()).toBe(1);
  expect((await execute(world, id)).statusCode).toBe(404);
  const rows = await world.queries((queries) => queries.from('eligibility_batch_items').select('id').execute());
  expect(rows).toHaveLength(1);
});

it('is kept for its whole time from its execution on, and once more from its end', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  await put(world, id, SOUND);
  const row = () =>
    world.queries((queries) =>
      queries.from('eligibility_batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    );
  const kept = 1_000_000;
  await world.queries((queries) =>
    queries
      .update('eligibility_batches')
      .set({ expires_at: world.clock.now() + kept })
      .where('id', '=', id)
      .execute(),
  );
  world.clock.advance(kept - 1);
  await execute(world, id);
  const begun = world.clock.now();
  expect(Number((await row()).expires_at)).toBe(begun + kept);
  world.clock.advance(kept - 1);
  world.jobs.start();
  await world.over(id);
  expect(Number((await row()).expires_at)).toBeGreaterThanOrEqual(begun + 2 * kept - 1);
});

it('looks for payers that are called alike once for each text, and for few texts', async () => {
  const world = await batchWorld({ isIdle: true });
  const { index } = await world.services.payers.get();
  const find = vi.spyOn(index, 'find');
  const rows = Array.from({ length: 900 }, (_, at) => row(`visit-${at}`).replace('LAKES', `Lakes Plan ${at % 30}`));
  const id = await opened(world);
  expect((await put(world, id, [HEADER, ...rows].join('\n'))).json()).toMatchObject({ validationFailedCount: 900 });
  // All words of a text, and then each of those that are long enough.
  expect(find).toHaveBeenCalledTimes(60);
  const report = await world.call('GET', `${BATCHES}/batch/${id}/report?pageSize=1000`);
  const remedies: readonly string[] = report.json().items.map(({ problems: [one] }: RowResult) => one?.remedy);
  expect(remedies.filter((text) => text.includes('00042 (Payer LAKES)'))).toHaveLength(600);
});

it('names the types that a table may have, where another is sent, and in the documentation', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await opened(world);
  const url = `${BATCHES}/batch/${id}/table`;
  const answer = await world.call('PUT', url, {
    payload: SOUND,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([answer.statusCode, answer.json().message]).toEqual([
    415,
    'Bodies are text/csv, or application/json in UTF-8. Set the Content-Type header.',
  ]);
  const document: OpenApiDocument = (await world.call('GET', '/docs/json')).json();
  const body = document.paths['/2024-04-01/eligibility-manager/batch/{batchId}/table']?.put?.requestBody;
  expect(Object.keys(body?.content ?? {})).toEqual(['application/json', 'text/csv']);
});

it('takes births of today, also where the day has begun earlier, and days of service to come', async () => {
  const world = await batchWorld({ isIdle: true });
  const day = (hours: number) => new Date(world.clock.now() + hours * 3_600_000).toISOString().slice(0, 10);
  const id = await opened(world);
  const header = `${HEADER},Subscriber date of birth,Date of service`;
  const born = (date: string) => `${header}\n${row('visit-1')},${date},${day(24 * 30)}\n`;
  for (const [date, status] of [
    [day(0), 'VALIDATED'],
    [day(14), 'VALIDATED'],
    [day(48), 'VALIDATION_FAILED'],
  ] as const)
    expect((await put(world, id, born(date))).json(), date).toMatchObject({ status });
});

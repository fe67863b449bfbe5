import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../src/accounts/accounts.js';
import { ENROLLMENT_COMMANDS } from '../../../src/commands/enrollments.js';
import type { Services } from '../../../src/exchange/services.js';
import { Problem } from '../../../src/problems.js';
import { enrollmentOf } from '../../../src/resources/enrollments/enrollment-of.js';
import type { GivenEnrollment } from '../../../src/resources/enrollments/given-enrollments.js';
import { type GivenEnrollments, importEnrollments } from '../../../src/resources/enrollments/import-enrollments.js';
import { listEnrollments } from '../../../src/resources/enrollments/list-enrollments.js';
import type { Provider } from '../../../src/resources/enrollments/provider.js';
import { readEnrollmentsFile } from '../../../src/resources/enrollments/read-enrollments-file.js';
import { payerWith } from '../../../src/resources/payers/find-payer.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { insertPayers } from '../../support/eligibility.js';
import { PROVIDER } from '../../support/patients.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const NPI = '1999999984';

let test: TestServices;
let own: string;
let other: string;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enrollments-'));
  test = await testServices();
  const { store } = test.services;
  own = await store.write((tx) => createAccount(tx, test.clock, 'own'));
  other = await store.write((tx) => createAccount(tx, test.clock, 'other'));
  await insertPayers(store, [
    { id: 'LAKES', primary: '00042', aliases: ['SHARED'], support: 'ENROLLMENT_REQUIRED' },
    { id: 'HILLS', primary: '77', aliases: ['SHARED'] },
  ]);
});

afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const indexOf = (text: string) => test.services.realTime.patients.of(own, text);
const imported = (rows: readonly GivenEnrollment[], more: Partial<GivenEnrollments> = {}) =>
  importEnrollments({ ...test.services, indexOf }, own, { given: rows, dryRun: false, ...more });

async function stateOf(provider: Provider, account = own): Promise<string> {
  return test.services.store.read(async (db) => {
    const payer = await payerWith(db, 'LAKES');
    if (payer === undefined) throw new Error('The payer is missing.');
    const queries = new AccountQueries(db, account);
    return enrollmentOf(queries, payer, 'eligibilityCheck', { provider, indexOf });
  });
}

async function faultsOf(work: Promise<unknown>): Promise<readonly string[]> {
  const problem = await work.catch((error: unknown) => error);
  if (!(problem instanceof Problem)) throw new Error('It was not refused.');
  return [problem.message, ...problem.errors.map(({ path, message }) => `${path} ${message}`)];
}

describe('enrollments that are imported', () => {
  it('are known by NPI, or by tax id where there is none, to their account alone', async () => {
    expect(await stateOf({ npi: NPI })).toBe('missing');
    const rows = [
      { payer: '00042', transaction: 'eligibilityCheck', npi: NPI },
      { payer: 'LAKES', transaction: 'eligibilityCheck', taxId: `98-${PROVIDER.taxId.slice(2)}` },
      { payer: 'LAKES', transaction: 'claimStatus', npi: '1888888884' },
    ] as const;
    expect(await imported(rows, { dryRun: true })).toEqual({ dryRun: true, added: 3, unchanged: 0 });
    expect(await stateOf({ npi: NPI })).toBe('missing');
    expect(await imported(rows)).toEqual({ dryRun: false, added: 3, unchanged: 0 });
    expect(await imported([...rows, rows[0]])).toEqual({ dryRun: false, added: 0, unchanged: 3 });
    expect(await stateOf({ npi: NPI, taxId: '111111111' })).toBe('live');
    expect(await stateOf({ taxId: PROVIDER.taxId })).toBe('live');
    expect(await stateOf({ npi: '1888888884' })).toBe('missing');
    expect(await stateOf({})).toBe('missing');
    expect(await stateOf({ npi: NPI }, other)).toBe('missing');
  });

  it('have no tax id in the store, and none in what is listed', async () => {
    await imported([{ payer: '00042', transaction: 'eligibilityCheck', taxId: PROVIDER.taxId }]);
    const [row] = await test.services.store.read((db) => db.selectFrom('enrollments').selectAll().execute());
    expect(JSON.stringify(row)).not.toContain(PROVIDER.taxId);
    const listed = await test.services.store.read((db) => listEnrollments(new AccountQueries(db, own), 'LAKES'));
    expect(listed).toEqual([
      {
        enrollmentId: expect.stringMatching(/^enr_/),
        ...{ payer: 'LAKES', transaction: 'eligibilityCheck', status: 'LIVE', source: 'IMPORT' },
      },
    ]);
  });

  it('are none where a payer asks for none', async () => {
    await test.services.store.read(async (db) => {
      const payer = await payerWith(db, 'HILLS');
      if (payer === undefined) throw new Error('The payer is missing.');
      const state = enrollmentOf(new AccountQueries(db, own), payer, 'eligibilityCheck', { provider: {}, indexOf });
      expect(await state).toBe('not-needed');
    });
  });

  it('are refused as a whole where a row is wrong, and each wrong row is named', async () => {
    const rows = [
      { payer: '00042', transaction: 'eligibilityCheck', npi: NPI },
      { payer: '42', transaction: 'eligibilityCheck', npi: NPI },
      { payer: 'SHARED', transaction: 'eligibilityCheck', npi: NPI },
      { payer: '00042', transaction: 'eligibilityCheck' },
      { payer: '00042', transaction: 'eligibilityCheck', npi: '1999999948' },
    ] as const;
    expect(await faultsOf(imported(rows))).toEqual([
      'Nothing was imported: 4 rows cannot be.',
      '/enrollments/1/payer No payer has this id. Zeros at the beginning count: LAKES?',
      '/enrollments/2/payer Several payers have this alias: use a platform id (HILLS, LAKES).',
      '/enrollments/3 npi or taxId is needed: who is enrolled.',
      '/enrollments/4/npi The NPI does not pass its check digit: one of its digits is wrong, or two are swapped.',
    ]);
    expect(await stateOf({ npi: NPI })).toBe('missing');
  });
});

describe('a file of enrollments', () => {
  const read = async (text: string) => {
    const path = join(folder, 'enrollments');
    await writeFile(path, text);
    const { enrollments, faults = [] } = await readEnrollmentsFile(path);
    expect(faults).toEqual([]);
    return enrollments;
  };
  const row = { payer: '00042', transaction: 'eligibilityCheck', npi: NPI };

  it.each([
    ['a table', `payer,transaction,npi\n00042,eligibilityCheck,${NPI}\n`],
    ['one of a spreadsheet', `\uFEFFtaxId,payer,npi,transaction\r\n,"00042", ${NPI} ,eligibilityCheck\r\n,,,\r\n`],
    ['JSON', JSON.stringify({ enrollments: [row] })],
    ['a list alone', JSON.stringify([row])],
  ])('is %s', async (_, text) => {
    expect(await read(text)).toEqual([row]);
  });

  it('is told what is wrong with the shape of rows together with what only the store knows', async () => {
    const path = join(folder, 'faulty');
    const text = `payer,transaction,npi\n00042,270,${NPI}\nNOBODY,eligibilityCheck,12\n42,277,${NPI}\n00042,eligibilityCheck,1999999948\n`;
    await writeFile(path, text);
    const input = await ENROLLMENT_COMMANDS[0]?.prepare({ positionals: [path], options: { account: own } }, {});
    const run = Promise.resolve(ENROLLMENT_COMMANDS[0]?.run(test.services as Services, input ?? {}));
    expect((await faultsOf(run)).map((line) => line.replace('undefined ', ''))).toEqual([
      'Nothing was imported: 4 rows cannot be.',
      expect.stringMatching(/^Line 2, transaction must be one of/),
      expect.stringMatching(/^Line 3, npi must/),
      expect.stringMatching(/^Line 3: No payer has this id\. Search/),
      expect.stringMatching(/^Line 4, transaction must be one of/),
      'Line 4: No payer has this id. Zeros at the beginning count: LAKES?',
      'Line 5: The NPI does not pass its check digit: one of its digits is wrong, or two are swapped.',
    ]);
  });

  it('is told at once of rows that are none, and of a file that is none', async () => {
    const path = join(folder, 'none');
    await writeFile(path, JSON.stringify([null, 7, { payer: '00042', transaction: 'eligibilityCheck' }]));
    const { enrollments, faults } = await readEnrollmentsFile(path);
    const faultsThen = imported(enrollments, { faults });
    expect((await faultsOf(faultsThen)).map((line) => line.split(' ')[0])).toEqual([
      'Nothing',
      ...['/enrollments/0', '/enrollments/1', '/enrollments/2'],
    ]);
    await writeFile(path, '{ "rows": [] }');
    await expect(readEnrollmentsFile(path)).rejects.toThrow('There are 2 problems');
  });

  it.each([
    ['no column that is needed', 'payer,npi\n1,2\n', /lacks the columns transaction/],
    ['another column', 'payer,transaction,nip\n', /Column 3 \(C\) of the first line is not known/],
    ['a line of other length', 'payer,transaction\n1,2\n1\n', /Line 3 has 1 values/],
    ['an open quotation mark', 'payer,transaction\n"1,2\n', /cannot be read at/],
    ['half of JSON', '{ "enrollments": [', /line 1, column/],
  ])('with %s is refused, without its values', async (_, text, message) => {
    const faults = (await faultsOf(read(text))).join('\n');
    expect(faults).toMatch(message);
  });
});

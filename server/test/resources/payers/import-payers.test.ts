import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../../src/problems.js';
import { findPayer } from '../../../src/resources/payers/find-payer.js';
import { importPayers } from '../../../src/resources/payers/import-payers.js';
import { readPayersFile } from '../../../src/resources/payers/read-payers-file.js';
import type { GivenPayer } from '../../../src/resources/payers/schemas.js';
import { shipPayers } from '../../../src/resources/payers/shipped-payers.js';
import { payersAsCsv } from '../../../src/resources/payers/write-csv.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const AS_IS = { dryRun: false, asWritten: false };

let test: TestServices;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payers-'));
  test = await testServices();
});

afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const imported = (payers: readonly GivenPayer[], options = AS_IS) => importPayers(test.services, payers, options);
const found = async (text: string) => {
  const one = await test.services.store.read((db) => findPayer(db, text));
  return one.kind === 'found' ? one.payer.platformId : one.kind;
};
const all = async () => (await test.services.payers.get()).payers;
async function faultsOf(work: Promise<unknown>): Promise<readonly string[]> {
  const problem = await work.catch((error: unknown) => error);
  if (!(problem instanceof Problem)) throw new Error('It was not refused.');
  return [problem.message, ...problem.errors.map(({ path, message }) => `${path} ${message}`)];
}
async function read(text: string): Promise<readonly GivenPayer[]> {
  const path = join(folder, 'payers');
  await writeFile(path, text);
  return (await readPayersFile(path)).payers;
}

describe('an import of payers', () => {
  it('creates what is new, changes what is known, and changes nothing a second time', async () => {
    const rows: readonly GivenPayer[] = [
      {
        platformId: 'LAKES',
        primaryPayerId: '00042',
        displayName: 'Lakes',
        aliases: ['LK'],
        coverageTypes: ['dental'],
      },
      { primaryPayerId: '77', displayName: 'Hills', transactionSupport: { eligibilityCheck: 'SUPPORTED' } },
    ];
    expect(await imported(rows, { ...AS_IS, dryRun: true })).toMatchObject({ created: 2, dryRun: true });
    expect(await all()).toEqual([]);
    expect(await imported(rows)).toMatchObject({ created: 2, unchanged: 0, changed: [] });
    const hills = await found('77');
    expect(hills).toMatch(/^[B-DF-HJ-NP-TV-Z]{5}$/);
    expect(await imported(rows)).toMatchObject({ created: 0, unchanged: 2, changed: [] });
    const report = await imported([{ primaryPayerId: '77', displayName: 'Hills and Dales', usOnly: true }]);
    expect(report.changed).toEqual([{ platformId: hills, members: ['displayName', 'usOnly'] }]);
    expect((await all()).find(({ platformId }) => platformId === hills)).toMatchObject({
      displayName: 'Hills and Dales',
      transactionSupport: { eligibilityCheck: 'SUPPORTED', claimStatus: 'NOT_SUPPORTED' },
    });
  });

  it('leaves a primary id the first, also where it is an alias of many others', async () => {
    const others = Array.from({ length: 30 }, (_, place) => ({
      platformId: `A${String.fromCharCode(65 + (place % 26))}${place < 26 ? 'AAA' : 'BBB'}`,
      primaryPayerId: `1-${place}`,
      displayName: `Other ${place}`,
      aliases: ['00042'],
    }));
    await imported([...others, { platformId: 'LAKES', primaryPayerId: '00042', displayName: 'Lakes' }]);
    expect(await found('00042')).toBe('LAKES');
  });

  it('refuses a table that a spreadsheet has taken the zeros of, also where it names the platform id', async () => {
    await imported([{ platformId: 'LAKES', primaryPayerId: '00042', displayName: 'Lakes' }]);
    const stripped = await read('PlatformId,PrimaryPayerId\nLAKES,42\n');
    expect(await faultsOf(imported(stripped))).toEqual([
      expect.stringContaining('Nothing was imported'),
      expect.stringContaining('differs by zeros at the beginning alone (00042)'),
    ]);
    expect(await imported(stripped, { ...AS_IS, asWritten: true })).toMatchObject({
      changed: [{ platformId: 'LAKES', members: ['primaryPayerId', 'aliases'] }],
    });
  });

  it('keeps the platform id where a primary id is replaced, which is an alias from then on', async () => {
    await imported([{ platformId: 'LAKES', primaryPayerId: '00042', displayName: 'Lakes' }]);
    const report = await imported([{ platformId: 'LAKES', primaryPayerId: 'LAKE9' }]);
    expect(report.changed).toEqual([{ platformId: 'LAKES', members: ['primaryPayerId', 'aliases'] }]);
    expect([await found('00042'), await found('LAKE9'), await found('LAKES')]).toEqual(['LAKES', 'LAKES', 'LAKES']);
  });

  it('lists aliases of several payers, which nothing is sent by', async () => {
    const rows = [
      { primaryPayerId: '1', displayName: 'One', aliases: ['SHARED', '2'] },
      { primaryPayerId: '2', displayName: 'Two', aliases: ['SHARED'] },
    ];
    expect((await imported(rows)).ambiguousAliases).toEqual(['SHARED']);
    expect(await found('SHARED')).toBe('ambiguous');
    expect(await found('2')).not.toBe('ambiguous');
  });

  it('is refused as a whole where a row cannot be, and each such row is told', async () => {
    await imported([{ platformId: 'ZEROS', primaryPayerId: '040', displayName: 'Zeros' }]);
    const faults = await faultsOf(
      imported([
        { primaryPayerId: '9', displayName: 'Nine' },
        { platformId: 'OTHER', primaryPayerId: '9', displayName: 'Nine, too' },
        { primaryPayerId: '40', displayName: 'Forty' },
        { primaryPayerId: '50' },
        { primaryPayerId: '9', displayName: 'Nine again' },
      ]),
    );
    expect(faults).toEqual([
      'Nothing was imported: 4 rows cannot be.',
      expect.stringMatching(/^\/payers\/1 Payer [A-Z]{5} has this primary id already\./),
      expect.stringMatching(/^\/payers\/2 .*zeros at the beginning alone \(040\).*--as-written/),
      '/payers/3 A new payer needs a displayName.',
      expect.stringMatching(/^\/payers\/4 The file has payer [A-Z]{5} twice/),
    ]);
    expect(await found('9')).toBe('unknown');
    await imported([{ primaryPayerId: '40', displayName: 'Forty' }], { ...AS_IS, asWritten: true });
    expect(await found('040')).toBe('ZEROS');
    expect(await found('40')).not.toBe('ZEROS');
  });

  it('of two at once leaves each payer whole', async () => {
    const rows = (name: string) =>
      Array.from({ length: 600 }, (_, number) => ({ primaryPayerId: `N${number}`, displayName: `${name} ${number}` }));
    await Promise.all([imported(rows('A')), imported(rows('B'))]);
    const payers = await all();
    expect(payers).toHaveLength(600);
    expect(new Set(payers.map(({ displayName }) => displayName.slice(0, 1))).size).toBe(1);
  });
});

describe('a file of payers', () => {
  it('is what all are listed by, or their table, and changes nothing then', async () => {
    await shipPayers(test.services);
    await imported([
      {
        primaryPayerId: '00142',
        displayName: 'Reeds',
        coverageTypes: [],
        transactionSupport: { claimPayment: 'SUPPORTED' },
      },
    ]);
    const payers = await all();
    for (const again of [await read(payersAsCsv(payers)), await read(JSON.stringify({ items: payers }))]) {
      expect(await imported(again)).toMatchObject({ created: 0, changed: [], unchanged: payers.length });
    }
    expect(await all()).toEqual(payers);
    expect(payers.find(({ displayName }) => displayName === 'Reeds')).not.toHaveProperty('coverageTypes');
  });

  it.each([
    ['a table with few columns', '\uFEFFPrimaryPayerId,DisplayName\r\n040,"Zero, Forty"\r\n'],
    ['JSON', '{"payers":[{"primaryPayerId":"040","displayName":"Zero, Forty"}]}'],
    ['what a list answers', '{"items":[{"primaryPayerId":"040","displayName":"Zero, Forty"}]}'],
  ])('may be %s', async (_, text) => {
    expect(await read(text)).toEqual([{ primaryPayerId: '040', displayName: 'Zero, Forty' }]);
  });

  it('has platform ids under the name of other lists, too', async () => {
    const row = { platformId: 'LAKES', primaryPayerId: '1', displayName: 'Lakes' };
    expect(await read('[{"stediId":"LAKES","primaryPayerId":"1","displayName":"Lakes"}]')).toEqual([row]);
    expect(await read('StediId,PrimaryPayerId,DisplayName\nLAKES,1,Lakes\n')).toEqual([row]);
  });

  it('has names of columns in letters of either case, and says nothing of a transaction by an empty value', async () => {
    const text = 'primaryPayerID,displayName,EligibilityInquiry,ClaimStatusInquiry\n1,One,,FALSE\n';
    expect(await read(text)).toEqual([
      { primaryPayerId: '1', displayName: 'One', transactionSupport: { claimStatus: 'NOT_SUPPORTED' } },
    ]);
  });

  it('that is not UTF-8 is refused: its letters would be stored as others', async () => {
    const path = join(folder, 'latin');
    await writeFile(path, Buffer.from('PrimaryPayerId,DisplayName\n1,M\xfchle\n', 'latin1'));
    expect(await faultsOf(readPayersFile(path))).toEqual([expect.stringContaining('is not UTF-8. Save it as UTF-8')]);
  });

  it('has all that a payer has', async () => {
    const text = [
      'PrimaryPayerId,DisplayName,Names,Aliases,ClaimPaymentAdvice,ClaimPaymentAdviceEnrollmentRequired,ClaimPaymentEnrollmentType,ClaimPaymentEnrollmentSupportedAggregationPreferences,CoverageTypes,PtanRequired,UsOnly,WebsiteUrl',
      'X1,Lakes,L|"M ""N""",A|B,TRUE,true,ONE_CLICK,NPI|TIN,medical|dental,false,true,https://lakes.example',
    ].join('\n');
    expect(await read(text.replace('L|"M ""N"""', '"L|M ""N"""'))).toEqual([
      {
        ...{ primaryPayerId: 'X1', displayName: 'Lakes', names: ['L', 'M "N"'], aliases: ['A', 'B'] },
        ...{ coverageTypes: ['medical', 'dental'], usOnly: true, urls: { website: 'https://lakes.example' } },
        transactionSupport: { claimPayment: 'ENROLLMENT_REQUIRED' },
        enrollment: {
          ptanRequired: false,
          transactionEnrollmentProcesses: {
            claimPayment: { type: 'ONE_CLICK', supportedAggregationPreferences: ['NPI', 'TIN'] },
          },
        },
      },
    ]);
  });

  it.each([
    ['another column', 'PrimaryPayerId,Color\n1,red\n', /Column 2 \(B\) of the first line is not known/],
    ['no primary id', 'DisplayName\nx\n', /lacks the columns PrimaryPayerId/],
    ['a state that is none', 'PrimaryPayerId,OperatingStates\n1,XX\n', /^Line 2, OperatingStates must be one of/],
    ['a flag that is none', 'PrimaryPayerId,UsOnly\n1,perhaps\n', /Line 2, UsOnly must be true or false/],
    ['a support that is none', 'PrimaryPayerId,EligibilityInquiry\n1,true\n2,Yes\n', /Line 3, EligibilityInquiry must/],
    ['no id in a row', 'PrimaryPayerId,DisplayName\n1,"O\nne"\n,Two\n', /^Line 4, PrimaryPayerId must have 1 to 80/],
    ['a name that is nearly one', 'PrimaryPayerId,DisplayNam\n1,One\n', /Perhaps DisplayName is meant/],
    ['semicolons', 'PrimaryPayerId;DisplayName\n1;One\n', /separated by semicolons. Separate them by commas/],
    ['semicolons and quotes', '\uFEFFPrimaryPayerId;DisplayName\r\n1;"One;1"\r\n', /separated by semicolons/],
    ['an EIN that is none', '[{"primaryPayerId":"1","employerIdentificationNumbers":["1"]}]', /employerIdent/],
    ['half of JSON', '[{', /line 1, column/],
  ])('with %s is refused', async (_, text, message) => {
    expect((await faultsOf(read(text))).join('\n')).toMatch(message);
  });
});

it('no value of the table is run by a spreadsheet as a formula, and comes back as it was', async () => {
  await imported([{ platformId: 'LAKES', primaryPayerId: '1', displayName: '=HYPERLINK("x")' }]);
  const csv = payersAsCsv(await all());
  expect(csv).toContain('"\'=HYPERLINK(""x"")"');
  expect((await read(csv))[0]?.displayName).toBe('=HYPERLINK("x")');
  // As it is printed: the last line ends as lines of the terminal do.
  expect((await read(`${csv}\n`))[0]?.displayName).toBe('=HYPERLINK("x")');
});

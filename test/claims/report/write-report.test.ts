import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CharacterSetName } from '../../../src/charset/character-set.js';
import { EDITS } from '../../../src/claims/edits/judge-claim.js';
import { normalise } from '../../../src/claims/prepare-claim.js';
import { stateSaid } from '../../../src/claims/report/claim-state.js';
import type { AnsweredClaim } from '../../../src/claims/report/own-acknowledgment.js';
import { ENTITY_TEXTS } from '../../../src/claims/report/report-codes.js';
import type { JsonObject } from '../../../src/model/json.js';
import { claimRequests } from '../../../src/testing/claim-requests.js';
import { codec, documentOf, engine, exampleRequest, generated, parsed, readFixture } from './report-fixtures.js';

const RUNS = Number(process.env.EDILOOM_RUNS ?? 150);

function answered(more: Partial<AnsweredClaim> = {}): AnsweredClaim {
  return {
    type: 'professional',
    request: exampleRequest(),
    reportId: '01JTESTACK000000000000001',
    sender: { name: 'EDILOOM', id: 'EDILOOM' },
    transactionId: '01JTESTCLAIM00000000000001',
    claimNumber: '01JTESTREF0000000000000001',
    date: '20260301',
    time: '0915',
    broken: [],
    ...more,
  };
}

const ALL_REPAIRS = {
  ...{ removeDiacritical: true, replaceConfusable: true, replaceNonBasicCharacters: true },
  ...{ replaceDelimiterConflicts: true, trimTrailingSpaces: true },
};

describe('our own 277CA', () => {
  it('says that a claim was accepted', () => {
    const { transaction, notes } = codec.write(answered());
    expect(notes).toEqual([]);
    expect(generated(transaction)).toBe(readFixture('277ca-accepted.edi'));
  });

  it('says every rule that a claim breaks', () => {
    const broken = [
      { status: 'A7:562:85', text: 'Billing provider NPI fails its check digit.' },
      { status: 'A7:178', text: 'Line charges add up to 180.5, the claim says 185.5.' },
    ];
    const numbers = { reportId: '01JTESTACK000000000000002', claimNumber: '01JTESTREF0000000000000002' };
    const { transaction, notes } = codec.write(answered({ ...numbers, broken }));
    expect(notes).toEqual([]);
    expect(generated(transaction)).toBe(readFixture('277ca-rejected.edi'));
  });

  it('cuts a text to what STC12 holds, and leaves an empty one out', () => {
    const texts = ['x'.repeat(300), '   '];
    const { transaction } = codec.write(answered({ broken: texts.map((text) => ({ status: 'A7:21', text })) }));
    const [long, blank] = generated(transaction)
      .split('\n')
      .filter((line) => line.startsWith('STC*A7'));
    expect(long).toBe(`STC*A7:21*20260301*U*185.5********${'x'.repeat(264)}~`);
    expect(blank).toBe('STC*A7:21*20260301*U*185.5~');
  });

  it.each(['Ⅷ', 'ß', '@', '½', 'x'])('cuts a text of %s so that it fits when repairs spell it out', (sign) => {
    const broken = [{ status: 'A7:21', text: sign.repeat(264) }];
    const repairs = { ...ALL_REPAIRS, uppercase: true };
    const document = documentOf(codec.write(answered({ broken })).transaction);
    const text = new TextDecoder().decode(engine.generate(document, { characterSet: 'Basic', repairs }).bytes);
    const [, said = ''] = /STC\*A7:21\*20260301\*U\*185.5\*{8}(.*)~/.exec(text) ?? [];
    expect(said.length).toBeGreaterThan(14);
    expect(said.length).toBeLessThanOrEqual(264);
  });

  it('leaves an entity out that the guide does not have', () => {
    const broken = ['A7:562:DD', 'A7:562:36', 'A7:562:82'].map((status) => ({ status, text: '' }));
    const lines = generated(codec.write(answered({ broken })).transaction).split('\n');
    expect(lines.filter((line) => line.startsWith('STC*A7')).map((line) => line.split('*')[1])).toEqual([
      'A7:562',
      'A7:562',
      'A7:562:82',
    ]);
  });

  it.each([
    ['a claim without anything', {}, ['NM1*41*2*UNKNOWN*****46*UNKNOWN', 'NM1*85*2*UNKNOWN*****SV*UNKNOWN']],
    ['nobody treated', {}, ['NM1*QC*1*UNKNOWN*****MI*UNKNOWN', 'TRN*2*0', 'DTP*472*D8*20260301']],
    ['a tax id alone', { billing: { lastName: 'Reed', ssn: '123456789' } }, ['NM1*85*1*Reed*****FI*123456789']],
    [
      'a group that is insured',
      { subscriber: { organizationName: 'Mill', memberId: 'M1' } },
      ['NM1*QC*1*Mill*****MI*M1'],
    ],
    [
      'a dependent, under the number of the subscriber',
      {
        subscriber: { lastName: 'Ode', memberId: 'M1' },
        dependent: { lastName: 'Ode', firstName: 'Kit', suffix: 'Jr' },
      },
      ['NM1*QC*1*Ode*Kit***Jr*MI*M1'],
    ],
    ['a total that is none', { claimInformation: { claimChargeAmount: 'ten' } }, ['AMT*YY*0']],
  ])('is whole for %s', (_, request: JsonObject, lines) => {
    const broken = [{ status: 'A6:21', text: 'Something is missing.' }];
    const text = generated(codec.write(answered({ request, broken })).transaction);
    for (const line of lines) expect(text).toContain(`\n${line}~`);
  });

  it('has the type of bill and the statement of an institutional claim', () => {
    const request = normalise('institutional', JSON.parse(readFixture('i1-inpatient.json')));
    const text = generated(codec.write(answered({ type: 'institutional', request })).transaction);
    expect(text).toContain('\nREF*BLT*111~\nDTP*472*RD8*20260105-20260108~');
    expect(text).toContain('\nNM1*41*2*Lake Hospital*****46*LH2002~');
  });
});

describe('every rule that a claim may break', () => {
  it.each(EDITS.filter(({ isWarning }) => isWarning !== true).map((edit) => [edit.id, edit] as const))(
    '%s fits into STC, in its own words',
    async (_, { status, text }) => {
      const { transaction } = codec.write(answered({ broken: [{ status, text }] }));
      const { bytes } = engine.generate(documentOf(transaction), { repairs: { replaceDelimiterConflicts: true } });
      const { data, findings } = await parsed(new TextDecoder().decode(bytes));
      expect(findings).toEqual([]);
      const said = codec.read(data)?.entries.at(-1)?.statuses[0];
      expect(said?.text).toHaveLength(text.length);
      expect(stateSaid(said === undefined ? [] : [said])?.state).toBe('REJECTED');
      const [category, code, entity] = status.split(':');
      expect(said?.codes).toEqual([{ category, status: code, ...(entity === undefined ? {} : { entity }) }]);
    },
  );
});

const CATEGORIES = ['A3', 'A4', 'A6', 'A7', 'A8'];
const ENTITIES = [...Object.keys(ENTITY_TEXTS), 'DD', 'ZZ', ''];
/** Texts of signs that all sets can say, if need be in other words. */
const texts = fc.string({ unit: fc.constantFrom(...'aZ09 .,:*~^@#%$_|<é ß Æ ½ – “ Ⅷ \n\t'), maxLength: 300 });
const rules = fc.record({
  status: fc
    .tuple(fc.constantFrom(...CATEGORIES), fc.constantFrom('21', '562', '772'), fc.constantFrom(...ENTITIES))
    .map((parts) => parts.filter((part) => part !== '').join(':')),
  text: texts,
});

describe('nothing is found in what we write', () => {
  it.each(['professional', 'institutional', 'dental'] as const)(
    '%s',
    { timeout: 60_000 + RUNS * 100 },
    async (type) => {
      const sets: readonly (CharacterSetName | undefined)[] = [undefined, 'Basic', 'ExtendedHipaa', 'Extended'];
      const property = fc.asyncProperty(
        claimRequests(fc, type),
        fc.array(rules, { maxLength: 4 }),
        fc.constantFrom(...sets),
        async (made, broken, characterSet) => {
          const { transaction, notes } = codec.write(answered({ type, request: normalise(type, made), broken }));
          expect(notes).toEqual([]);
          const { bytes } = engine.generate(documentOf(transaction), {
            repairs: characterSet === 'Basic' ? { ...ALL_REPAIRS, uppercase: true } : ALL_REPAIRS,
            ...(characterSet === undefined ? {} : { characterSet }),
          });
          const { data, findings } = await parsed(new TextDecoder().decode(bytes));
          // The numbers of the claims are random, and repeated as they came.
          expect(findings.filter(({ reason }) => reason !== 'element-format')).toEqual([]);
          const claims = codec.read(data)?.entries.filter(({ kind }) => kind === 'claim');
          expect(claims?.flatMap(({ statuses }) => statuses)).toHaveLength(Math.max(broken.length, 1));
        },
      );
      await fc.assert(property, { numRuns: RUNS });
    },
  );
});

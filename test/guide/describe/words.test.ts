import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine, describeFinding, type Guide } from '../../../src/index.js';
import { finding } from '../../../src/model/finding.js';
import { findingWords } from '../../../src/model/finding-words.js';
import { BASE_850, BEG, type Change, DICTIONARY_004010, LINES, orderWith } from './small-order.js';
import { AT, DICTIONARIES, GUIDE_837P, spoiltClaim } from './spoilt-claim.js';

const FILE = readFileSync(new URL('../../../fixtures/claim-837p/input.edi', import.meta.url), 'utf8');
const dictionaries = [...DICTIONARIES, DICTIONARY_004010];
const engine = createEngine({ guides: [BASE_850, GUIDE_837P], dictionaries });

const orderTold = (...changes: readonly Change[]): readonly string[] =>
  engine.check(BASE_850, orderWith(...changes)).issues.map(({ message }) => message);
const claimTold = (at: string, value: unknown): readonly string[] =>
  engine.check(GUIDE_837P, spoiltClaim(at, value)).issues.map(({ message }) => message);

async function fileTold(from: string | RegExp, to: string): Promise<readonly string[]> {
  const { findings } = await engine.validate(FILE.replace(from, to));
  const options = { guide: GUIDE_837P, dictionaries };
  return findings.map((found) => describeFinding(found, options)).map(({ text, advice }) => `${text}. ${advice}`);
}

describe('a value that is of no known kind', () => {
  const n4 = `${AT.billing}/billing_provider_city_state_zip_code_N4`;
  it.each([
    [
      `${AT.billing}/billing_provider_tax_identification_REF/billing_provider_tax_identification_number_02`,
      '12-345',
      'Billing Provider Tax Identification Number (REF02) is no tax id or social security number: nine digits, no hyphen. Look for a slip of the pen.',
    ],
    [
      `${n4}/billing_provider_postal_zone_or_zip_code_03`,
      '62701-0001',
      'Billing Provider Postal Zone or ZIP Code (N403) is no ZIP code of the United States: five or nine digits, no hyphen. Look for a slip of the pen.',
    ],
    [
      `${n4}/billing_provider_state_or_province_code_02`,
      'ZZ',
      'Billing Provider State or Province Code (N402) is no state or province of the United States or Canada: two letters, such as IL. Look for a slip of the pen.',
    ],
  ])('is told by the name of its place: %s', (at, value, says) => {
    expect(claimTold(at, value)).toEqual([says]);
  });

  it('is told in a file, and without a guide', async () => {
    const { findings } = await engine.validate(FILE.replace('1993999998', '1993999990'));
    const says = 'is no NPI: ten digits that begin with 1 or 2 and pass the check digit';
    expect(findings.map((found) => describeFinding(found, { guide: GUIDE_837P }).text)).toEqual([
      `Billing Provider Identifier (NM109) ${says}`,
    ]);
    const [words] = findings.map(findingWords);
    expect(words?.text).toBe('The value is not of the form that numbers or codes of its kind have');
    expect(words?.advice).toContain('Write an NPI: ten digits');
  });

  it('has the note of the rule, where its author wrote one', () => {
    const text = JSON.stringify(GUIDE_837P).replaceAll('"id":"npi",', '"id":"npi","note":"Ask the registry.",');
    const guide = JSON.parse(text) as Guide; // the shipped guide with notes in it
    const { issues } = createEngine({ guides: [guide] }).check(
      guide,
      spoiltClaim(`${AT.billing}/billing_provider_name_NM1/billing_provider_identifier_09`, '1993999990'),
    );
    expect(issues[0]?.message).toMatch(/is no NPI: ten digits.*Look for a slip of the pen\. Ask the registry\.$/);
  });
});

describe('a code of a file that stands for several variants', () => {
  it('is told by its name and by the codes of all', async () => {
    const [told] = await fileTold('HI*ABK', 'HI*ABC');
    expect(told).toMatch(
      /^Code List Qualifier Code \(HI01-1\) has a code that is not in the code list\. Allowed: ABK \(/,
    );
    for (const code of ['BK', 'BP', 'BG']) expect(told).toContain(code);
  });

  it('may begin any loop of its parent', async () => {
    const [told] = await fileTold(/(HI\*[^~]*~)/, '$1NM1*ZQ*1*DOE~');
    expect(told).toMatch(
      /^Entity Identifier Code \(NM101\).* Allowed: DN \(.*\), P3 \(.*\), 82 .*, 77 .*, DQ .*, PW .*, 45 .*\.$/,
    );
  });

  it('is of that loop alone where its keys say so', () => {
    const at = `${AT.subscriber}/payer_name_NM1_loop/payer_name_NM1/entity_identifier_code_01`;
    expect(claimTold(at, 'ZQ')[0]).toMatch(/Allowed: PR[^,]*\.$/);
  });
});

describe('a key that the guide does not have', () => {
  it.each([
    [[...BEG, 'BEG03'], 'Did you mean "purchase_order_number_03"?'],
    [[...BEG, 'beg-3'], 'Did you mean "purchase_order_number_03"?'],
    [[...BEG, '05'], 'Did you mean "date_05"?'],
    [['heading', 'beg'], 'Did you mean "beginning_segment_for_purchase_order_BEG"?'],
    [['detail', 'PO1'], 'Did you mean "baseline_item_data_PO1_loop"?'],
    [['heading', 'REF'], 'Did you mean "reference_identification_REF"?'],
    [['headings'], 'Did you mean "heading"?'],
    [['zzz'], 'Known are: heading, detail, summary.'],
  ])('%j: %s', (path, says) => {
    expect(orderTold([path, 'x'])[0]?.replace(/^.*? has no property "[^"]*"( here)?\. /, '')).toBe(says);
  });

  it('is told in composites', () => {
    const at = `${AT.clm}/health_care_service_location_information_05`;
    for (const key of ['CLM05-1', 'CLM0501', '1', '01'])
      expect(claimTold(`${at}/${key}`, 'x')[0]).toContain('Did you mean "place_of_service_code_01"?');
    expect(claimTold(`${AT.clm}/CLM05-1`, 'x')[0]).toContain(
      'Did you mean "health_care_service_location_information_05"?',
    );
  });

  it('is a number in an object, and an index in a list', () => {
    const { issues } = engine.check(BASE_850, orderWith([LINES, [{ '5': 1 }]]));
    const [issue] = issues;
    expect(issue?.message).toMatch(
      /^Baseline Item Data \(loop PO1\) has no property "5"\. Known are: baseline_item_data_PO1, /,
    );
    expect(issue?.path).toEqual([...LINES, 0, '5']);
    expect(issue && describeFinding(issue, { guide: BASE_850 }).path).toEqual([...LINES, 0, '5']);
    expect(orderTold([LINES, { '0': { baseline_item_data_PO1: {} } }])).toEqual([
      'Baseline Item Data (loop PO1) cannot hold an object. Write a list, each an object with baseline_item_data_PO1.',
    ]);
  });
});

describe('a list of codes', () => {
  it('is not begun where it would not end', () => {
    const [, code] = orderTold([
      [...LINES, '0', 'baseline_item_data_PO1', 'unit_or_basis_for_measurement_code_03'],
      'each',
    ]);
    expect(code).toMatch(
      /has a code that is not in the code list\. Use one of the 794 codes of data element 355 \(release 004010\)\.$/,
    );
    expect(orderTold([[...BEG, 'purchase_order_type_code_02'], 'sa'])).toEqual([
      'Purchase Order Type Code (BEG02) has a code that is not in the code list. Write the code in capital letters.',
    ]);
  });
});

describe('a syntax note', () => {
  const n1 = ['heading', 'name_N1_loop'];
  it('is told if it is broken, and not if it is kept', async () => {
    const name = { entity_identifier_code_01: 'BY', name_02: 'A', identification_code_04: '92' };
    const [told] = orderTold([n1, [{ name_N1: name }]]);
    expect(told).toContain('Of N103, N104 send all or none.');
    expect(told).not.toContain('N102');
    const [other] = orderTold([n1, [{ name_N1: { entity_identifier_code_01: 'BY' } }]]);
    expect(other).toContain('Of N102, N103 send at least one.');
    const [inFile] = await fileTold('PER*IC*BILLING*TE*5555550101', 'PER*IC*BILLING*TE');
    expect(inFile).toMatch(/Of PER03, PER04 send all or none\.$/);
  });
});

describe('a date', () => {
  it('is told how its qualifier has it', () => {
    const dmg = `${AT.subscriber}/subscriber_name_NM1_loop/subscriber_demographic_information_DMG/subscriber_birth_date_02`;
    const says = 'Write it as a string, as DMG01 says: D8 20260131.';
    expect(claimTold(dmg, new Date(0))).toEqual([`Subscriber Birth Date (DMG02) cannot hold an object. ${says}`]);
  });

  it('may be a range that ends before it begins', async () => {
    const dtp = `${AT.line}/date_service_date_DTP`;
    const value = { date_time_qualifier_01: '472', date_time_period_format_qualifier_02: 'RD8' };
    const says = 'Service Date (DTP03) is not a date of its format. The range ends before it begins.';
    expect(claimTold(dtp, { ...value, service_date_03: '20260108-20260105' })).toEqual([says]);
    expect(claimTold(dtp, { ...value, service_date_03: '20260199-20260105' })[0]).not.toContain('range');
    expect((await fileTold('DTP*472*D8*20260330', 'DTP*472*RD8*20260108-20260105'))[0]).toContain(
      'ends before it begins',
    );
  });
});

describe('a character outside of the set', () => {
  const at = {
    interchange: 1,
    group: 1,
    transaction: 1,
    segmentId: 'BEG',
    element: 3,
    pointer: '/heading/beginning_segment_for_purchase_order_BEG/purchase_order_number_03',
  };
  it('is of no agreed set where none was agreed', () => {
    const [told] = orderTold([[...BEG, 'purchase_order_number_03'], '\u2192']);
    expect(told).toMatch(/^Purchase Order Number \(BEG03\) has a character outside of the Extended character set\./);
    const asked = describeFinding(finding('element-character-set', at), { guide: BASE_850 });
    expect(asked.text).toContain('of the agreed set');
  });
});

describe('a code that has its name elsewhere in the guide', () => {
  it('is told with it', () => {
    const at = `${AT.billing}/billing_provider_name_NM1/identification_code_qualifier_08`;
    expect(claimTold(at, '24')[0]).toMatch(/ Allowed: XX \(.*\(NPI\)\)\.$/);
  });
});

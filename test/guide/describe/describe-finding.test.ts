import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  applyOverlay,
  createEngine,
  type Dictionary,
  type DocumentInput,
  describeFinding,
  type Finding,
  type FindingText,
  type Guide,
  type Overlay,
} from '../../../src/index.js';
import { finding } from '../../../src/model/finding.js';
import { AT, DICTIONARIES, findingsOf, GUIDE_837P, spoiltClaim } from './spoilt-claim.js';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const DICTIONARY_004010 = JSON.parse(read('guides/dictionary-004010.json')) as Dictionary; // shipped data
const BASE_850 = JSON.parse(read('guides/850-004010.json')) as Guide; // shipped data, too
const [OVERLAY = ''] = /(?<=```json\n)\{\n {2}"overlay"[^`]*/.exec(read('guides/README.md')) ?? [];
const HARBOR = applyOverlay(BASE_850, JSON.parse(OVERLAY) as Overlay); // the example of the README

const BEG = '/heading/beginning_segment_for_purchase_order_BEG';

function order(beg: object, more: object = {}): object {
  const item = { quantity_ordered_02: 1, product_service_id_qualifier_06: 'BP', product_service_id_07: 'X1' };
  return {
    heading: {
      beginning_segment_for_purchase_order_BEG: {
        transaction_set_purpose_code_01: '00',
        purchase_order_type_code_02: 'SA',
        purchase_order_number_03: 'P1',
        date_05: '2026-01-31',
        ...beg,
      },
      ...more,
    },
    detail: { baseline_item_data_PO1_loop: [{ baseline_item_data_PO1: item }] },
  };
}

function told(data: object, guide: Guide, dictionaries: readonly Dictionary[] = []): readonly FindingText[] {
  const engine = createEngine({ guides: [guide], dictionaries, clock: () => Date.UTC(2026, 0, 31) });
  const header = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'SELLER' };
  const transactions = [{ guide: guide.$id.replace(/^.*:/, ''), data }];
  const document: DocumentInput = { interchanges: [{ header, groups: [{ transactions }] }] };
  const { findings } = engine.generate(document, { findings: 'report' });
  return findings.map((found) => describeFinding(found, { guide, dictionaries }));
}

const sentence = ({ text, advice }: FindingText): string => `${text}. ${advice}`;

describe('describeFinding with the guide of an overlay', () => {
  it('says what the guide allows and what the standard has beside', () => {
    // The base guide has the standard's list as well.
    for (const dictionaries of [[], [DICTIONARY_004010]]) {
      const [found] = told(order({ purchase_order_type_code_02: 'BK' }), HARBOR, dictionaries);
      expect(found?.text).toBe('Purchase Order Type Code (BEG02) has a code that this guide does not use');
      expect(found?.advice).toMatch(/^This guide allows only SA, RL; the standard also has \d+ others\.$/);
      expect(found?.allowed).toEqual([{ code: 'SA' }, { code: 'RL' }]);
    }
  });

  it('says that a limit was narrowed', () => {
    const [long] = told(order({ purchase_order_number_03: 'P2345678901' }), HARBOR);
    expect(long && sentence(long)).toBe(
      'Purchase Order Number (BEG03) is too long. Write 1 to 10 characters. This guide narrows it: the standard has 1 to 22 characters.',
    );
    expect(long).toMatchObject({
      code: 'IK403 5',
      place: `${BEG}/purchase_order_number_03`,
      name: 'Purchase Order Number',
      path: ['heading', 'beginning_segment_for_purchase_order_BEG', 'purchase_order_number_03'],
    });
  });

  it('knows what the overlay took out', () => {
    const [removed] = told(order({ contract_number_06: 'C1' }), HARBOR);
    expect(removed && sentence(removed)).toBe(
      'Contract Number (BEG06) is not used by this guide. Leave it out: the standard has it, and this guide does not.',
    );
  });

  it('names all that a rule would take', () => {
    const data = order({});
    const bare = JSON.parse(JSON.stringify(data).replace(/,"product[^}]*/, '')) as object;
    const [rule] = told(bare, HARBOR);
    expect(rule?.text).toBe('Product/Service ID (PO107) is missing; other content requires it (rule buyer-item)');
    expect(rule?.advice).toContain('One of PO107, PO109 is enough.');
  });

  it('keeps to what is sure where the guide came from its own JSON', () => {
    const copy = JSON.parse(JSON.stringify(HARBOR)) as Guide;
    const [code] = told(order({ purchase_order_type_code_02: 'sa' }), copy);
    expect(code?.advice).toBe('Write the code in capital letters. Allowed: SA, RL.');
  });

  it('does not change the guide for whoever reads it', () => {
    expect(Object.keys(HARBOR)).toEqual(Object.keys(BASE_850));
    expect(JSON.parse(JSON.stringify(HARBOR))).toEqual(HARBOR);
  });
});

describe('describeFinding with the guide of a base set', () => {
  it('takes codes from the dictionary', () => {
    const [code] = told(order({ transaction_set_purpose_code_01: '??' }), BASE_850, [DICTIONARY_004010]);
    expect(code?.advice).toMatch(/^Use one of the \d+ codes of data element 353 \(release 004010\)\.$/);
    expect(code?.allowed?.length).toBeGreaterThan(20);
  });
});

describe('describeFinding of a file', () => {
  const input = read('fixtures/claim-837p/input.edi');
  const cases = [
    {
      from: /20260401\*0930\*CH/,
      to: '04012026*0930*CH',
      says: 'Transaction Set Creation Date (BHT04) is not a date of its format. Write the date as 20260131 (CCYYMMDD); the day has to exist.',
    },
    {
      from: /CLM\*A-1001\*150/,
      to: 'CLM*A-1001*1,50',
      says: 'Total Claim Charge Amount (CLM02) is not a number of its type. Write a number of 1 to 18 digits, with a point only before decimals.',
    },
    {
      from: /REF\*EI\*123456789/,
      to: `REF*EI*${'1'.repeat(60)}`,
      says: 'Reference Identification (REF02) is too long. Write 1 to 50 characters.',
    },
    {
      from: /DTP\*472\*D8\*\d+/,
      to: 'DTP*472*D8*20260230',
      says: 'Date Time Period (DTP03) is not a date of its format. Write it as DTP02 says: D8 20260131, RD8 20260101-20260131.',
    },
    {
      from: /REF\*EI/,
      to: 'REF*99',
      says: "Reference Identification Qualifier (REF01) has a code that is not in the code list. Allowed: EI (Employer's Identification Number), SY (Social Security Number), 0B (State License Number), 1G (Provider UPIN Number).",
    },
    { from: /NM1\*PR[^~]*~/, to: '', says: 'Payer Name (loop 2010BB) is missing; this guide requires it. Send it.' },
  ];

  it.each(cases)('says $says', async ({ from, to, says }) => {
    const engine = createEngine({ guides: [GUIDE_837P], dictionaries: DICTIONARIES });
    const { findings } = await engine.validate(input.replace(from, to));
    const options = { guide: GUIDE_837P, dictionaries: DICTIONARIES };
    const texts = findings.map((found) => describeFinding(found, options));
    expect(texts.map(sentence)).toContain(says);
    expect(texts.every(({ place, path }) => place.startsWith('interchange 1, ') && path === undefined)).toBe(true);
  });
});

describe('the form', () => {
  const [found] = findingsOf(spoiltClaim(`${AT.bht}/transaction_set_creation_date_04`, '04/01/2026'));

  it('decides over place and examples', () => {
    const asked = found as Finding; // one fault, one finding
    const json = describeFinding(asked, { guide: GUIDE_837P, form: 'json' });
    expect(json.place).toBe(`${AT.bht}/transaction_set_creation_date_04`);
    expect(json.advice).toBe('Write the date as 2026-01-31; the day has to exist.');
    const x12 = describeFinding(asked, { guide: GUIDE_837P, form: 'x12' });
    expect(x12.place).toBe('interchange 1, group 1, set 1, segment 2 BHT, BHT04');
    expect(x12.advice).toContain('20260131 (CCYYMMDD)');
  });
});

describe('describeFinding of what a guide does not know', () => {
  it('says what the finding says', () => {
    const text = describeFinding(
      finding('group-control-number', { interchange: 1, group: 1, segmentId: 'GE', element: 1 }),
      {
        guide: GUIDE_837P,
      },
    );
    expect(text.name).toBeUndefined();
    expect(text.place).toBe('interchange 1, group 1, GE, GE01');
  });

  it('shows a key of a stranger on one line, short, and reads no prototype', () => {
    const key = `\u202e\n<b>${'x'.repeat(10_000)}`;
    const findings = findingsOf(spoiltClaim(`${AT.clm}/patient_control_number_01`, 'A', key));
    const [{ text, place }] = findings.map((one) => describeFinding(one, { guide: GUIDE_837P })) as [FindingText];
    expect(text).toContain('has no property "??<b>xxx');
    expect(text.length + place.length).toBeLessThan(700);
    for (const name of ['constructor', '__proto__', 'toString', 'a/b~c']) {
      const at = {
        interchange: 1,
        group: 1,
        transaction: 1,
        pointer: `/heading/${name.replace('~', '~0').replace('/', '~1')}`,
      };
      const told = describeFinding(finding('property-unknown', at), { guide: GUIDE_837P });
      expect(told.text).toBe(`The guide has no property "${name}" here`);
      expect(told.path).toEqual(['heading', name]);
    }
  });
});

describe('what is no finding of this release', () => {
  it('is given with its place, and words that say so', () => {
    const found = {
      level: 'element',
      code: '7',
      reason: 'element-of-tomorrow',
      severity: 'error',
      snip: 1,
      at: { segmentId: 'BEG', element: 1 },
    };
    const words = describeFinding(found as unknown as Finding, { guide: BASE_850 }); // as another release kept it
    expect(words).toMatchObject({
      code: 'IK403 7',
      text: 'This release does not know element-of-tomorrow',
    });
    expect(words.place).toContain('BEG01');
  });

  it('is refused where it is none at all', () => {
    expect(() => describeFinding({} as Finding)).toThrow(expect.objectContaining({ code: 'X12_OPTION_INVALID' }));
  });
});

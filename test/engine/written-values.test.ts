import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DocumentInput } from '../../src/engine/document.js';
import { changed, fixture, segmentsOf } from './changed-document.js';
import { fullEngine } from './guides.js';

const engine = fullEngine({ clock: () => Date.UTC(2026, 3, 1, 9, 30) });
const INQUIRY = await fixture(engine, 'eligibility-inquiry-270');

function told(document: DocumentInput): string[] {
  const { findings } = engine.generate(document, { findings: 'report' });
  return findings.map(
    ({ severity, code, reason, at }) => `${severity} ${code} ${reason} ${at.segmentId} ${at.element}`,
  );
}

function headed(st: Readonly<Record<string, unknown>>): DocumentInput {
  return changed(INQUIRY, 'transaction_set_header_ST', st);
}

describe('ST03 of a document that was read', () => {
  it('is told where it names another set than the guide, whatever the header of the set says', () => {
    for (const other of ['005010X221A1', 'ANYTHING'])
      expect(told(headed({ implementation_convention_reference_03: other }))).toEqual([
        'error I6 element-code-not-used ST 3',
      ]);
  });

  it('may be another maintenance level of the guide', () => {
    expect(told(headed({ implementation_convention_reference_03: '005010X279' }))).toEqual([]);
  });
});

describe('ST02', () => {
  it('is filled up to four digits, when it is digits', () => {
    const { bytes } = engine.generate(headed({ transaction_set_control_number_02: 7 }), { findings: 'report' });
    expect(segmentsOf(bytes, 'ST')).toEqual(['ST*270*0007*005010X279A1']);
  });

  it.each([
    ['a blank', ' '],
    ['no number', Number.NaN],
    ['a negative number', -1],
    ['a fraction', 1.5],
    ['a letter', 'A'],
  ])('is never made another text: %s is told', (_, value) => {
    const lines = told(headed({ transaction_set_control_number_02: value }));
    expect(lines.filter((line) => /^error [46] element-(too-short|blank) ST 2$/.test(line))).not.toEqual([]);
  });
});

describe('an ST02 that is neither text nor a number', () => {
  it.each([[true], [{}], [['0007', '0008']], [7n], [null]])('is told: %s', (value) => {
    expect(told(headed({ transaction_set_control_number_02: value }))[0]).toMatch(/^error (1|6|12) [\w-]+ ST 2$/);
  });
});

it.each([
  ['a list of one', ['0007']],
  ['components of which only the first is there', { component_01: '0007' }],
])('an ST02 in %s is that number, in the SE, too', (_, value) => {
  const { bytes } = engine.generate(headed({ transaction_set_control_number_02: value }), { findings: 'report' });
  expect([...segmentsOf(bytes, 'ST'), ...segmentsOf(bytes, 'SE')].join()).toMatch(/^ST\*270\*0007\*\w+,SE\*\d+\*0007$/);
});

describe('a line of a claim that cannot be added up', () => {
  it.each([
    ['lacks its amount', { line_item_charge_amount_02: undefined }, 'error 1 element-required-missing SV1 2'],
    ['has no number', { line_item_charge_amount_02: 'A' }, 'error 6 element-not-numeric SV1 2'],
  ])('is told, and nothing of the sum: it %s', async (_, members, wanted) => {
    const claim = await fixture(engine, 'claim-837p');
    expect(told(changed(claim, 'professional_service_SV1', members))).toEqual([wanted]);
    const key = 'line_item_charge_amount_02';
    expect(told(changed(claim, 'professional_service_SV1', { [key]: 99 }))).toEqual([
      'error undefined rule-balance CLM 2',
    ]);
  });

  it('is told where its service is missing', async () => {
    const claim = await fixture(engine, 'claim-837p');
    const lines = changed(claim, 'service_line_number_LX_loop', { professional_service_SV1: undefined });
    expect(told(lines)).toEqual(['error I8 segment-under-minimum SV1 undefined']);
  });
});

describe('the length that binary data declares', () => {
  const ENVELOPE = 'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260131*0905*';
  const TWO_EVENTS = [
    `${ENVELOPE}U*00401*000000042*0*T*:`,
    'GS*QM*AA*BB*20260131*0905*42*X*004010',
    'ST*214*0001',
    'B10*LD*H*FB',
    'LX*1',
    'AT7***ED*A2*20310201*005301',
    'EFI*ZZ',
    'BIN*4*X~*>',
    'LX*2',
    'AT7***ED*A2*20310201*005301',
    'SE*9*0001',
    'GE*1*42',
    'IEA*1*000000042~',
  ].join('~');
  // The second is of a set without guide.
  const ATTACHMENT = readFileSync(new URL('../../fixtures/binary-275/input.edi', import.meta.url), 'latin1');

  it.each([
    ['214', TWO_EVENTS, 99],
    ['275', ATTACHMENT, '99'],
  ])(
    'is told in a %s when it is not that of the octets: who reads would take other segments for data',
    async (_, text, other) => {
      const document = await engine.parse(Buffer.from(text, 'latin1'));
      expect(told(document)).toEqual([]);
      const wrong = changed(document, 'binary_data_segment_BIN', { length_of_binary_data_01: other });
      expect(told(wrong)).toEqual(['error 6 binary-length BIN 2']);
    },
  );
});

it('checks a date by its qualifier when it comes as a list of one', () => {
  const list = { subscriber_birth_date_02: ['MARCH'] };
  expect(told(changed(INQUIRY, 'subscriber_demographic_information_DMG', list))).toEqual([
    'error 8 element-date DMG 2',
  ]);
});

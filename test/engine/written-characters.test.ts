import { describe, expect, it } from 'vitest';
import { createCharacterSet } from '../../src/charset/character-set.js';
import { REPAIR_NAMES, type RepairName } from '../../src/charset/repairs.js';
import type { DocumentInput } from '../../src/engine/document.js';
import { visitItems, type WriteItem } from '../../src/engine/document-items.js';
import type { GenerateOptions } from '../../src/engine/engine-options.js';
import type { WrittenRepair } from '../../src/engine/written-characters.js';
import { changed, fixture, segmentsOf } from './changed-document.js';
import { fullEngine } from './guides.js';

const engine = fullEngine({ clock: () => Date.UTC(2026, 3, 1, 9, 30) });
const INQUIRY = await fixture(engine, 'eligibility-inquiry-270');
const ORDER = await fixture(engine, 'purchase-order-850');
const CLAIM = await fixture(engine, 'claim-837p');
const ALL = Object.fromEntries(REPAIR_NAMES.map((name) => [name, true]));
const LAST_NAME =
  '/interchanges/0/groups/0/transactions/0/data/detail/information_source_level_HL_loop/0/information_receiver_level_HL_loop/0' +
  '/subscriber_level_HL_loop/0/subscriber_name_NM1_loop/subscriber_name_NM1/subscriber_last_name_03';

function named(lastName: string): DocumentInput {
  return changed(INQUIRY, 'subscriber_name_NM1', { subscriber_last_name_03: lastName });
}

function report(document: DocumentInput, options: GenerateOptions = {}) {
  return engine.generate(document, { ...options, findings: 'report' });
}

function subscriber(document: DocumentInput, options: GenerateOptions): string | undefined {
  return segmentsOf(report(document, options).bytes, 'NM1').find((line) => line.startsWith('NM1*IL'));
}

describe('the set, when writing', () => {
  it('names element, character, offset and pointer of every character outside, not just of the first', () => {
    const { findings } = report(named('Núñez'), { characterSet: 'ExtendedHipaa' });
    expect(findings.map(({ reason, code, severity, character }) => ({ reason, code, severity, character }))).toEqual([
      { reason: 'element-character-set', code: '6', severity: 'error', character: { name: 'U+00FA', offset: 1 } },
      { reason: 'element-character-set', code: '6', severity: 'error', character: { name: 'U+00F1', offset: 2 } },
    ]);
    expect(findings[0]?.at).toMatchObject({
      segmentId: 'NM1',
      segment: 9,
      loopId: '2100C',
      element: 3,
      dataElement: '1035',
      pointer: LAST_NAME,
    });
  });

  it('writes no bytes with one, unless asked to report, and has no quarrel with its own letters', () => {
    expect(() => engine.generate(named('Núñez'), { characterSet: 'Basic' })).toThrow(/The data has 4 errors/);
    expect(engine.generate(named('Núñez'), { characterSet: 'Extended' }).findings).toEqual([]);
    expect(engine.generate(named('Núñez')).findings).toEqual([]);
    const own = createCharacterSet('Own', [
      [0x20, 0x7e],
      [0x15e, 0x15f],
    ]);
    expect(engine.generate(named('Şen'), { characterSet: own }).findings).toEqual([]);
    expect(report(named('Ñ'), { characterSet: own }).findings).toHaveLength(1);
  });

  it('checks by Extended where only repairs are asked for', () => {
    expect(report(named('Łęcka'), { repairs: { trimTrailingSpaces: true } }).findings).toHaveLength(2);
  });

  it('refuses a set or repair that it does not know', () => {
    const written = (options: unknown) => () => engine.generate(INQUIRY, options as GenerateOptions); // wrong on purpose
    expect(written({ characterSet: 'basic' })).toThrow(/characterSet of generate must be 'Basic', 'Extended'/);
    expect(written({ repairs: { upperCase: true } })).toThrow(
      /repairs of generate has no option upperCase. Did you mean uppercase/,
    );
  });

  it('reports a control character once, and with its offset', () => {
    const { findings } = report(named('DO\tE'), { characterSet: 'Basic' });
    expect(findings).toMatchObject([{ reason: 'element-character-set', character: { name: 'U+0009', offset: 2 } }]);
  });

  it('reaches components and repetitions, codes too, each with its position', () => {
    const code = changed(CLAIM, 'health_care_code_information_02', { diagnosis_code_02: 'r509' });
    expect(report(code, { characterSet: 'Basic' }).findings).toMatchObject([
      {
        at: { segmentId: 'HI', element: 2, component: 2, dataElement: '1271' },
        character: { name: 'U+0072', offset: 0 },
      },
    ]);
    const types = changed(INQUIRY, 'subscriber_eligibility_or_benefit_inquiry_EQ', {
      service_type_code_01: ['30', 'é'],
    });
    const reported = report(types, { characterSet: 'Basic' }).findings.filter((one) => one.character !== undefined);
    expect(reported).toMatchObject([{ at: { segmentId: 'EQ', element: 1, repetition: 2 } }]);
  });
});

describe('repairs, when writing', () => {
  it.each<[RepairName, string, string]>([
    ['removeDiacritical', 'Núñez', 'Nunez'],
    ['replaceConfusable', 'O’Brien', "O'Brien"],
    ['replaceNonBasicCharacters', 'a_b', 'A-B'],
    ['uppercase', 'Doe', 'DOE'],
    ['replaceDelimiterConflicts', 'A*B~C', 'A|B-C'],
    ['trimTrailingSpaces', 'DOE  ', 'DOE'],
  ])('%s alone', (repair, given, expected) => {
    const { bytes, repairs, findings } = engine.generate(named(given), {
      characterSet: 'ExtendedHipaa',
      repairs: { [repair]: true },
    });
    expect(findings).toEqual([]);
    expect(segmentsOf(bytes, 'NM1')[2]).toBe(`NM1*IL*1*${expected}*JANE****MI*M0001`);
    expect(new Set(repairs.map((one) => one.repair))).toEqual(new Set([repair]));
    expect(repairs[0]?.at).toMatchObject({ segmentId: 'NM1', element: 3, dataElement: '1035', pointer: LAST_NAME });
  });

  it('makes them in order, and lists each change with its place in the value as it came', () => {
    const { repairs, repairsTotal } = engine.generate(named('Peña – Ⅻ '), { characterSet: 'Basic', repairs: ALL });
    expect(subscriber(named('Peña – Ⅻ '), { characterSet: 'Basic', repairs: ALL })).toContain('*PENA - XII*');
    expect(repairs.map(({ repair, offset, from, to }) => ({ repair, offset, from, to }))).toEqual(
      expect.arrayContaining([
        { repair: 'removeDiacritical', offset: 2, from: 'U+00F1', to: 'N' },
        { repair: 'replaceConfusable', offset: 5, from: 'U+2013', to: '-' },
        { repair: 'trimTrailingSpaces', offset: 8, from: undefined, to: undefined },
      ]),
    );
    expect(repairsTotal).toBe(repairs.length);
  });

  it('trims zeros of decimals only, and never the digits of a date, time or whole number', () => {
    const priced = changed(ORDER, 'baseline_item_data_PO1', { unit_price_04: '9.50', product_service_id_07: '1.50' });
    const { bytes, repairs } = engine.generate(priced, { repairs: { trimTrailingZeroes: true } });
    expect(segmentsOf(bytes, 'PO1')[0]).toBe('PO1*1*12*EA*9.5**VP*1.50*UP*012345678905');
    expect(repairs).toMatchObject([{ repair: 'trimTrailingZeroes', at: { element: 4, dataElement: '212' } }]);
  });

  it('repairs dates, times and numbers before their type reads them', () => {
    const heading = 'beginning_of_hierarchical_transaction_BHT';
    const dated = changed(INQUIRY, heading, {
      transaction_set_creation_date_04: '2026–04–01 ',
      transaction_set_creation_time_05: '０９:30',
    });
    const repaired = engine.generate(dated, { repairs: { replaceConfusable: true, trimTrailingSpaces: true } });
    expect(segmentsOf(repaired.bytes, 'BHT')).toEqual(['BHT*0022*13*REQ1*20260401*0930']);
    const birth = changed(INQUIRY, 'subscriber_demographic_information_DMG', { subscriber_birth_date_02: '19800228 ' });
    expect(engine.generate(birth, { repairs: { trimTrailingSpaces: true } }).findings).toEqual([]);
    const price = changed(ORDER, 'baseline_item_data_PO1', { unit_price_04: '９.75' });
    expect(engine.generate(price, { repairs: { replaceConfusable: true } }).findings).toEqual([]);
  });

  it('never changes codes: of an element, a component, a repetition', () => {
    const composite = changed(CLAIM, 'health_care_code_information_02', { diagnosis_type_code_01: 'abf' });
    const result = report(composite, { characterSet: 'Extended', repairs: ALL });
    expect(segmentsOf(result.bytes, 'HI')[0]).toBe('HI*ABK:J0190*abf:R509');
    expect(result.repairs.filter((one) => one.at.segmentId === 'HI')).toEqual([]);
    expect(result.findings.map((one) => one.code)).toContain('7');
    const types = changed(INQUIRY, 'subscriber_eligibility_or_benefit_inquiry_EQ', {
      service_type_code_01: ['30', 'um', 'UM '],
    });
    expect(segmentsOf(report(types, { repairs: ALL }).bytes, 'EQ')).toEqual(['EQ*30^um^UM ']);
    const order = changed(ORDER, 'baseline_item_data_PO1', { unit_or_basis_for_measurement_code_03: 'ea' });
    expect(segmentsOf(report(order, { repairs: ALL }).bytes, 'PO1')[0]).toContain('*ea*');
  });

  it('repairs what is no code beside them, and says which component', () => {
    const pointed = changed(CLAIM, 'composite_medical_procedure_identifier_01', { description_07: 'Visité' });
    const { repairs } = report(pointed, { repairs: { removeDiacritical: true } });
    expect(repairs).toMatchObject([
      { repair: 'removeDiacritical', offset: 5, at: { segmentId: 'SV1', element: 1, component: 7 } },
    ]);
    expect(repairs[0]?.at.pointer).toMatch(/composite_medical_procedure_identifier_01\/description_07$/);
  });

  it('tells each change once though the members come in another order', () => {
    const name = { subscriber_first_name_04: 'Éva', subscriber_last_name_03: 'Dœ' };
    const turned = changed(INQUIRY, 'subscriber_name_NM1', {
      subscriber_last_name_03: undefined,
      subscriber_first_name_04: undefined,
    });
    const text = JSON.stringify(turned).replace('"subscriber_primary_identifier_09"', `"turned":0,$&`);
    const document = JSON.parse(text.replace('"turned":0', JSON.stringify(name).slice(1, -1)));
    const { repairs, bytes } = engine.generate(document, { repairs: { removeDiacritical: true } });
    expect(segmentsOf(bytes, 'NM1')[2]).toBe('NM1*IL*1*Doe*Eva****MI*M0001');
    expect(repairs.map((one) => one.at.element)).toEqual([3, 4]);
  });

  it('keeps a bounded list and counts all', () => {
    const small = fullEngine({ limits: { findings: 2 } });
    const { repairs, repairsTotal } = small.generate(named('á b á b á'), { repairs: { removeDiacritical: true } });
    expect([repairs.length, repairsTotal]).toEqual([2, 3]);
  });

  it('are not needed for delimiters that may be chosen', () => {
    const { bytes, repairs } = engine.generate(named('A*B'), {
      delimiters: 'choose',
      repairs: { replaceDelimiterConflicts: true },
    });
    expect(repairs).toEqual([]);
    expect(new TextDecoder().decode(bytes)).toContain('A*B');
    expect(subscriber(named('A*B'), { repairs: { replaceDelimiterConflicts: true } })).toContain('A|B');
    const other = { element: '|', component: '>', repetition: '^', segment: '~' };
    const piped = engine.generate(named('A*B|C'), { delimiters: other, repairs: { replaceDelimiterConflicts: true } });
    expect(new TextDecoder().decode(piped.bytes)).toContain('|A*B/C|');
  });

  it('tells a stream, set by set', async () => {
    const told: WrittenRepair[] = [];
    let bytes = '';
    const items: WriteItem[] = [];
    visitItems(named('Núñez'), (item) => items.push(item));
    const options = { repairs: { removeDiacritical: true }, onRepair: (one: WrittenRepair) => void told.push(one) };
    for await (const chunk of engine.generateStream(items, options)) bytes += new TextDecoder().decode(chunk);
    const whole = engine.generate(named('Núñez'), { repairs: { removeDiacritical: true } });
    expect(told).toEqual(whole.repairs);
    expect(bytes).toBe(new TextDecoder().decode(whole.bytes));
  });
});

describe('a value that repairs emptied', () => {
  const trim: GenerateOptions = { repairs: { trimTrailingSpaces: true } };

  it('is absent: trailing separators go, and nothing is found', () => {
    const blank = changed(INQUIRY, 'subscriber_name_NM1', {
      subscriber_first_name_04: '   ',
      subscriber_middle_name_or_initial_05: ' ',
    });
    const { bytes, findings } = engine.generate(blank, trim);
    expect(segmentsOf(bytes, 'NM1')[2]).toBe('NM1*IL*1*DOE*****MI*M0001');
    expect(findings).toEqual([]);
    const last = changed(INQUIRY, 'subscriber_trace_number_TRN', {
      trace_assigning_entity_additional_identifier_04: '  ',
    });
    expect(segmentsOf(engine.generate(last, trim).bytes, 'TRN')).toEqual(['TRN*1*T-1*9CLINIC001']);
  });

  it('is missing where it is mandatory: IK403 1', () => {
    const { findings } = report(
      changed(ORDER, 'beginning_segment_for_purchase_order_BEG', { purchase_order_number_03: '  ' }),
      trim,
    );
    expect(findings).toMatchObject([{ code: '1', at: { segmentId: 'BEG', element: 3 } }]);
  });

  it('counts for syntax notes: IK403 2', () => {
    const { findings } = report(
      changed(INQUIRY, 'subscriber_name_NM1', { subscriber_primary_identifier_09: '  ' }),
      trim,
    );
    expect(findings).toMatchObject([{ code: '2', at: { segmentId: 'NM1', element: 9 } }]);
  });

  it('leaves no composite behind', () => {
    const empty = changed(CLAIM, 'professional_service_SV1', {
      composite_medical_procedure_identifier_01: { procedure_code_02: '99213', description_07: '  ' },
    });
    expect(segmentsOf(report(empty, trim).bytes, 'SV1')[0]).toMatch(/^SV1\*:99213\*/);
    const pointer = changed(CLAIM, 'professional_service_SV1', {
      composite_diagnosis_code_pointer_07: { diagnosis_code_pointer_01: '  ' },
    });
    const { bytes, findings } = report(pointer, trim);
    expect(segmentsOf(bytes, 'SV1')[0]).toBe('SV1*HC:99213*100*UN*1');
    expect(findings).toMatchObject([{ code: expect.stringMatching(/^(1|I10|I13|I9|I6)$/), at: { element: 7 } }]);
  });

  it('takes the codes with it that would be filled in beside it', () => {
    const conditions = {
      condition_information_HI: [
        {
          health_care_code_information_01: { condition_code_02: '17' },
          health_care_code_information_02: { condition_code_02: ' ' },
        },
      ],
    };
    const claim = changed(CLAIM, 'claim_information_CLM_loop', conditions);
    expect(segmentsOf(report(claim).bytes, 'HI')).toContain('HI*BG:17*BG: ');
    const { bytes, findings } = report(claim, trim);
    expect(segmentsOf(bytes, 'HI')).toContain('HI*BG:17');
    expect(findings).toEqual([]);
  });

  it('is absent for the rules of the guide', () => {
    const organization = (subscriber_first_name_04: string): DocumentInput =>
      changed(INQUIRY, 'subscriber_name_NM1', { entity_type_qualifier_02: '2', subscriber_first_name_04 });
    expect(report(organization('JANE'), trim).findings.map((one) => one.rule)).toEqual(['E019']);
    expect(report(organization('  '), trim).findings).toEqual([]);
  });

  it('keeps its place among repetitions', () => {
    const name = changed(INQUIRY, 'subscriber_name_NM1', { subscriber_last_name_03: ['A', ' ', 'B', ' '] });
    expect(subscriber(name, trim)).toBe('NM1*IL*1*A^^B*JANE****MI*M0001');
  });
});

describe('lengths', () => {
  const long = 'ß'.repeat(31);

  it('are those of the repaired value', () => {
    const padded = named(`DOE${' '.repeat(80)}`);
    expect(report(padded).findings).toMatchObject([{ code: '5' }]);
    expect(engine.generate(padded, { repairs: { trimTrailingSpaces: true } }).findings).toEqual([]);
    expect(engine.generate(named(long)).findings).toEqual([]);
    expect(report(named(long), { repairs: { removeDiacritical: true } }).findings).toMatchObject([
      { code: '5', at: { segmentId: 'NM1', element: 3 } },
    ]);
  });
});

describe('envelopes and raw segments', () => {
  it('repairs no ids, but checks them', () => {
    const [first] = INQUIRY.interchanges;
    const header = {
      ...first?.header,
      senderQualifier: 'ZZ',
      senderId: 'Clinic',
      receiverQualifier: 'ZZ',
      receiverId: 'PAYER',
    };
    const [group] = first?.groups ?? [];
    const own = { applicationSenderCode: 'Labé', applicationReceiverCode: 'PAYER' };
    const document = {
      interchanges: [
        { header, groups: [{ transactions: group?.transactions ?? [], header: { ...group?.header, ...own } }] },
      ],
    };
    const { bytes, findings, repairs } = report(document, { characterSet: 'Basic', repairs: ALL });
    expect(repairs).toEqual([]);
    expect(new TextDecoder().decode(bytes)).toMatch(/\*ZZ\*Clinic {9}\*.*~GS\*HS\*Labé\*PAYER\*/s);
    expect(findings.map(({ reason, at, character }) => [reason, at.segmentId, at.element, character?.name])).toEqual([
      ...['U+006C', 'U+0069', 'U+006E', 'U+0069', 'U+0063'].map((name) => ['isa-sender', 'ISA', 6, name]),
      ...['U+0061', 'U+0062', 'U+00E9'].map((name) => ['group-header', 'GS', 2, name]),
    ]);
  });

  it('checks segments without a place, by their elements, and never repairs them', async () => {
    const text = new TextDecoder().decode(engine.generate(INQUIRY, { newline: '' }).bytes);
    const read = await engine.parse(text.replace('TRN*1', 'ZZZ*A>B^C*Ñandu~TRN*1').replace('GS*', 'ISX*é~GS*'));
    const { bytes, findings, repairs } = report(read, { characterSet: 'ExtendedHipaa', repairs: ALL });
    expect(new TextDecoder().decode(bytes)).toMatch(/ISX\*é~.*ZZZ\*A>B\^C\*Ñandu~/s);
    expect(repairs).toEqual([]);
    const named = findings.filter((one) => one.reason === 'element-character-set');
    expect(named.map(({ at, character }) => [at.segmentId, at.element, character])).toEqual([
      ['ISX', 1, { name: 'U+00E9', offset: 0 }],
      ['ZZZ', 2, { name: 'U+00D1', offset: 0 }],
    ]);
    // The repetition separator of the file is no data, whatever the set.
    expect(report(read, { characterSet: 'Basic' }).findings.map((one) => one.character?.name)).not.toContain('U+005E');
  });
});

/** The key of the first N1 that ends so: to name its position by another key would be to name it twice. */
function keyAt(text: string, suffix: string): string | undefined {
  const members = /"(?:segment|name)_N1":\{([^}]*)\}/.exec(text)?.[1] ?? '';
  return new RegExp(`"(\\w+${suffix})"`).exec(members)?.[1];
}

describe('sets without a guide', () => {
  const plain = fullEngine({ guides: [], clock: () => Date.UTC(2026, 3, 1, 9, 30) });
  const none = fullEngine({ guides: [], dictionaries: [] });

  async function generic(by: typeof engine, members: Record<string, unknown>): Promise<DocumentInput> {
    const bytes = engine.generate(ORDER, { newline: '' }).bytes;
    const document = await by.parse(bytes);
    const text = JSON.stringify(document);
    const key = /"(?:segment|name)_N1"/.exec(text)?.[0] ?? '';
    const inPlace = Object.entries(members).map(([name, value]) => [keyAt(text, name.slice(-3)) ?? name, value]);
    return changed(document, key.slice(1, -1), Object.fromEntries(inPlace));
  }

  it('repairs what the dictionary knows as no code, and checks all', async () => {
    const document = await generic(plain, { element_01: 'st', element_02: 'Peña ', element_09: 'é' });
    const { bytes, findings, repairs } = plain.generate(document, {
      characterSet: 'Extended',
      repairs: ALL,
      findings: 'report',
    });
    expect(segmentsOf(bytes, 'N1')[0]).toContain('*PENA*92*0001');
    expect(segmentsOf(bytes, 'N1')[0]).toMatch(/^N1\*.*\*é$/);
    expect(new Set(repairs.map(({ at }) => `${at.segmentId} ${at.element} ${at.dataElement}`))).toEqual(
      new Set(['N1 2 93']),
    );
    expect(findings.filter((one) => one.severity === 'error').map(({ reason }) => reason)).toEqual(['element-surplus']);
    const basic = plain.generate(document, { characterSet: 'Basic', repairs: ALL, findings: 'report' });
    const outside = basic.findings.filter((one) => one.reason === 'element-character-set');
    // The code stays as it is, too.
    expect(outside.map(({ at, character }) => `${at.element} ${character?.name}`)).toEqual([
      '1 U+0073',
      '1 U+0074',
      '9 U+00E9',
    ]);
    expect(outside.slice(2)).toMatchObject([
      {
        severity: 'error',
        at: { element: 9, pointer: expect.stringContaining('_N1/element_09') },
        character: { name: 'U+00E9' },
      },
    ]);
  });

  it('only checks where nothing is known', async () => {
    const document = await generic(none, { element_02: 'Peña' });
    expect(() => none.generate(document, { characterSet: 'ExtendedHipaa', repairs: ALL })).toThrow(/1 error/);
    const { bytes, repairs } = none.generate(document, { characterSet: 'Extended', repairs: ALL });
    expect(segmentsOf(bytes, 'N1')[0]).toContain('*Peña*');
    expect(repairs).toEqual([]);
  });

  it('drops what repairs emptied', async () => {
    const document = await generic(plain, { element_02: '  ', element_03: undefined, element_04: undefined });
    const { bytes, findings } = plain.generate(document, { repairs: { trimTrailingSpaces: true }, findings: 'report' });
    expect(segmentsOf(bytes, 'N1')[0]).toBe('N1*ST');
    // Without a name there would have to be an id.
    expect(findings.map(({ reason, at }) => `${reason} ${at.element}`)).toEqual(['element-conditional-missing 2']);
  });
});

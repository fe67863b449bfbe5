import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { jsonKeysOf, KEY_LENGTH, KEY_SHIFT } from '../../src/guide/plan/json-keys.js';
import type { GuidePlan } from '../../src/guide/plan/plan.js';
import { JsonText, JsonTexts } from '../../src/guide/read/json-text.js';
import { TransactionReader } from '../../src/guide/read/read-transaction.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import type { Finding } from '../../src/model/finding.js';
import { batchOf } from './batch.js';
import { SMALL_GUIDE } from './small-guide.js';

const ANSWER = compileGuide(await loadGuide('271-005010X279A1'));
const CLAIM = compileGuide(await loadGuide('837P-005010X222A1'));
const NOTICE = compileGuide(await loadGuide('856-004010'));
const ORDER = compileGuide(await loadGuide('850-004010'));
const SMALL = compileGuide(SMALL_GUIDE);

/** HL04 where the guide leaves it open. */
const CHILD_CODE = '"element":"736","type":"ID","min":1,"max":1';

/** One reader for sets one after another: what is written of each, what its objects are, and whether objects were needed for the text. */
function readerOf(plan: GuidePlan) {
  const found: Finding[] = [];
  const onFinding = (one: Finding) => found.push(one);
  const toText = new TransactionReader(plan, { onFinding, text: new JsonTexts('exact') });
  const toObjects = new TransactionReader(plan, { onFinding });
  return (segments: readonly string[]) => {
    const spy = vi.spyOn(JsonText.prototype, 'toObjects');
    const [written, built] = [toText, toObjects].map((reader) => {
      found.length = 0;
      reader.begin({ interchange: 1, group: 1, transaction: 1 });
      const batch = batchOf(segments.map((segment) => `${segment}~`).join(''));
      reader.segments(batch, 0, batch.count, 1);
      return { ...reader.end(), findings: [...found] };
    });
    const needed = spy.mock.calls.length;
    spy.mockRestore();
    expect(written?.findings).toEqual(built?.findings);
    expect(written?.unplaced).toEqual(built?.unplaced);
    expect(written?.text).toBe(JSON.stringify(built?.data));
    return { text: written?.text ?? '', needed };
  };
}

const SUBSCRIBER = [
  ...['ST*271*0001*005010X279A1', 'BHT*0022*11*REQ1*20260401*0931', 'HL*1**20*1', 'NM1*PR*2*ACME HEALTH*****PI*12345'],
  ...['HL*2*1*21*1', 'NM1*1P*2*GOOD CLINIC*****XX*1993999998', 'HL*3*2*22*0', 'NM1*IL*1*DOE*JANE****MI*M0001'],
];
const answer = (...body: string[]) => [...SUBSCRIBER, ...body, `SE*${SUBSCRIBER.length + body.length + 1}*0001`];
const EB = 'EB*1*IND*30^UC*MC*GOLD*27*.5';

describe('a set as text', () => {
  it('is written at once where it comes in the order of objects, and is what the objects say', () => {
    const read = readerOf(ANSWER);
    const whole = answer('DTP*291*D8*20260401', EB, 'MSG*ONE', 'MSG*TWO', EB, 'REF*1L*A', 'EB*I');
    expect(read(whole)).toMatchObject({ needed: 0 });
    expect(read(answer(EB, 'LS*2120', 'NM1*P3*1*WHO', 'LE*2120'))).toMatchObject({ needed: 0 });
    expect(read(answer(EB, 'LS*2120', 'NM1*P3*1*WHO', 'NM1*1P*1*WHO', 'LE*2120', EB))).toMatchObject({ needed: 0 });
  });

  it('has quotes and backslashes escaped, others as they are', () => {
    const read = readerOf(ANSWER);
    expect(read(answer(EB, 'MSG*A "QUOTE" AND \\', 'MSG*{}[],:'))).toMatchObject({ needed: 0 });
    expect(read(answer(EB, 'MSG*Ñandú', `MSG*${'LONG "'.repeat(400)}`, 'MSG*\u0001'))).toMatchObject({ needed: 0 });
    // A quote that is a delimiter stands in no value.
    expect(read(answer(EB, 'MSG*'))).toMatchObject({ needed: 0 });
  });

  it('has what is wrong with elements, without objects for the others', () => {
    const read = readerOf(ANSWER);
    for (const wrong of [
      'MSG',
      'MSG*A*B*C*D*E',
      'DTP*291*D8*20269999',
      'EB*1*XXX*30^^UC*MC*GOLD*27*1.2.3',
      'EB*1*IND**',
    ])
      expect(read(answer(EB, wrong, 'MSG*END'))).toMatchObject({ needed: 0 });
    expect(read([])).toEqual({ text: '{}', needed: 0 });
  });

  it('gathers repeats that do not follow one another', () => {
    const loops = answer(
      EB,
      'LS*2120',
      'NM1*P3*1*A',
      'NM1*1P*1*B',
      'NM1*P3*1*C',
      'NM1*1P*1*D',
      'LE*2120',
      EB,
      'MSG*END',
    );
    const repeats = [
      'ST*999*0001',
      'BHT*00',
      'HL*1**20*1',
      'NM1*PR*A',
      'HL*2*1*22*0',
      'REF*1L*A',
      'REF*6P*B',
      'REF*1L*C',
    ];
    readerOf(ANSWER)(loops);
    expect(readerOf(SMALL)([...repeats, 'REF*6P*D', 'DTP*291*D8*20260401', 'SE*11*0001']).needed).toBe(1);
  });

  it.each([
    ['a level without HL', answer().filter((segment) => !segment.startsWith('HL*2'))],
    ['a level whose HL comes late', [...SUBSCRIBER.slice(0, 4), SUBSCRIBER[5] ?? '', SUBSCRIBER[4] ?? '', 'SE*7*0001']],
    ['HL04 that is wrong', answer(EB).map((segment) => segment.replace('22*0', '22*1').replace('20*1', '20*0'))],
    ['HL01 that is wrong', answer(EB).map((segment) => segment.replace('HL*3', 'HL*7'))],
    ['an LS without its LE', answer(EB, 'LS*2120', 'NM1*P3*1*WHO', EB)],
    ['an LE without its LS', answer(EB, 'NM1*P3*1*WHO', 'LE*2120', EB)],
    ['an LS without loops', answer(EB, 'LS*2120', 'LE*2120', EB)],
    ['two LS', answer(EB, 'LS*2120', 'NM1*P3*1*A', 'LE*2120', 'LS*2120', 'NM1*P3*1*B', 'LE*2120', EB)],
    [
      'an LS of another id before one more',
      answer(EB, 'LS*9', 'NM1*P3*1*A', 'LE*9', 'LS*2120', 'NM1*P3*1*B', 'LE*2120'),
    ],
    ['LS and LE with another id', answer(EB, 'LS*9', 'NM1*P3*1*WHO', 'LE*8', EB)],
    ['a segment that comes late', answer(EB, 'MSG*A', 'DTP*291*D8*20260401', 'N3*STREET', EB)],
    ['a segment too many', answer('N3*STREET', 'N3*STREET', 'N3*STREET', EB)],
    ['a segment of another level', answer(EB, 'NM1*PR*2*ACME', EB, 'BHT*0022*11')],
    ['unknown segments', answer(EB, 'ZZZ*1', 'MSG*A', 'XYZ', EB)],
    ['no end', SUBSCRIBER],
    [
      'sections in another order',
      ['ST*271*0001*005010X279A1', ...SUBSCRIBER.slice(2), SUBSCRIBER[1] ?? '', 'SE*9*0001'],
    ],
  ])('is what the objects say, with %s, and so are the sets behind it', (_, segments) => {
    const read = readerOf(ANSWER);
    for (const set of [segments, answer(EB), segments, segments, answer(EB), answer(EB), answer(EB)]) read(set);
  });

  it('keeps an HL in its place where levels stand in themselves', () => {
    const head = ['ST*856*0001', 'BSN*00*S1*20260401*0930'];
    const levels = (child: string, ...more: string[]) => [
      ...head,
      ...[
        `HL*1**S${child}`,
        `HL*2*1*O${child}`,
        'PRF*P1',
        `HL*3*2*I${child}`,
        'LIN**BP*A',
        'HL*4*2*I',
        'LIN**BP*B',
        ...more,
      ],
      ...['CTT*4', 'SE*12*0001'],
    ];
    const read = readerOf(NOTICE);
    for (const set of [levels(''), levels('*1'), levels('*0'), levels('', 'HL*5*1*O', 'HL*9*5*I')])
      expect(read(set)).toMatchObject({ needed: 0 });
    const asked = readerOf(
      compileGuide(JSON.parse(JSON.stringify(NOTICE.guide).replaceAll(CHILD_CODE, `${CHILD_CODE},"usage":"R"`))),
    );
    expect(asked(levels('*1')).needed).toBe(1);
    expect(asked(levels('*0')).needed).toBe(0);
  });

  it('goes back to a section that was closed', () => {
    const order = ['ST*850*0001', 'PO1*1*5*EA*9.5', 'SE*3*0001'];
    expect(readerOf(ORDER)(order).needed).toBe(0);
    expect(readerOf(ORDER)([...order, 'CUR*BY*USD', 'BEG*00*SA*P1**20260401']).needed).toBe(1);
  });

  it('leaves a composite that should not repeat to objects', () => {
    const head = [
      'ST*837*0001*005010X222A1',
      'BHT*0019*00*1*20260401*0931*CH',
      'HL*1**20*1',
      'NM1*85*2*A',
      'HL*2*1*22*0',
    ];
    const claim = ['NM1*IL*1*A', 'CLM*1*5***11:B:1*Y*A*Y*Y', 'LX*1', 'SV1*HC:99213^AB*5*UN*1***1', 'SE*10*0001'];
    expect(readerOf(CLAIM)([...head, ...claim]).text).toContain('"99213"');
  });

  it('holds the example of each kind: numbers, dates, composites, repetitions', () => {
    const text = readFileSync('fixtures/claim-837p/input.edi', 'latin1').replace(/\r?\n/g, '');
    const set = text.slice(text.indexOf('ST*')).split('~');
    const end = set.findIndex((segment) => segment.startsWith('SE*'));
    expect(readerOf(CLAIM)(set.slice(0, end + 1))).toMatchObject({ needed: 0 });
  });

  it('is made by objects after one that needed them, and at once again later', () => {
    const read = readerOf(SMALL);
    const set = (...body: string[]) => ['ST*999*0001', 'BHT*00', 'HL*1**20*1', 'NM1*PR*A', 'HL*2*1*22*0', ...body];
    const mixed = set('REF*1L*A', 'REF*6P*B', 'REF*1L*C');
    const needed = [mixed, mixed, mixed, mixed, mixed, mixed, mixed, mixed].map((one) => read(one).needed);
    expect(needed).toEqual([1, 0, 1, 0, 0, 1, 0, 0]);
  });
});

describe('the keys of a guide', () => {
  it('are as JSON has them, eight bytes to a number', () => {
    const keys = jsonKeysOf(SMALL) ?? expect.fail();
    const key = keys.sections.get('heading') ?? expect.fail();
    const length = key & KEY_LENGTH;
    const at = key >> KEY_SHIFT;
    const bytes = new Uint8Array(keys.words.slice(at, at + Math.ceil(length / 8)).buffer);
    expect(Buffer.from(bytes).toString('latin1', 0, length)).toBe(',"heading":');
    expect(jsonKeysOf(SMALL)).toBe(keys);
  });

  // Such a guide does not pass `checkGuide`; whoever takes guides to be sound may be given one.
  it.each(['10', '__proto__', 'Ñ_REF'])('are left to objects, where there is one as %s', (key) => {
    const plan = structuredClone({ sections: ['heading'], root: { slots: [] } });
    const slot = { kind: 'segment', key, row: 1, elements: [] };
    const root = { ...plan.root, image: { words: new Int32Array(4) }, slots: [slot] };
    expect(jsonKeysOf({ ...plan, root } as unknown as GuidePlan)).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { TransactionReader } from '../../src/guide/read/read-transaction.js';
import { encodeTransaction } from '../../src/guide/write/encode.js';
import { batchOf } from './batch.js';
import { SMALL_GUIDE } from './small-guide.js';
import { TextSink } from './text-sink.js';

const plan = compileGuide(SMALL_GUIDE);

function thereAndBack(segments: readonly string[]): string[] {
  const reader = new TransactionReader(plan, { onFinding: () => undefined });
  reader.begin({ interchange: 1, group: 1, transaction: 1 });
  const batch = batchOf(segments.map((segment) => `${segment}~`).join(''));
  for (let i = 0; i < batch.count; i++) reader.segment(batch, i, i + 1);
  const { data, unplaced } = reader.end();
  const sink = new TextSink();
  // Through JSON text, as documents travel.
  encodeTransaction(plan, JSON.parse(JSON.stringify(data)), sink, {
    controlNumber: '0001',
    unplaced,
    at: { interchange: 1 },
  });
  return sink.text.split('~').slice(0, -1);
}

const text = (max: number) => fc.stringMatching(new RegExp(`^[A-Z0-9][A-Z0-9 .&'-]{0,${max - 2}}[A-Z0-9]$`));
const number = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,5})(\.\d{1,3})?$/),
  fc.constantFrom('100.00', '.5', '0.10', '007', '-0', '12345678901234'),
);
// A point in an Nn is a fault that cannot come back: as JSON it reads as a decimal number.
const digits = fc.oneof(fc.stringMatching(/^-?\d{1,7}$/), fc.constantFrom('005', '05', '5', '000', '12A', '-0'));
const date = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10).replaceAll('-', ''));
const time = fc.constantFrom('0000', '2359', '093015', '0930151', '23595999');
const join = (tag: string, ...elements: (string | undefined)[]): string =>
  [tag, ...elements.map((element) => element ?? '')].join('*').replace(/\*+$/, '');

const bht = fc
  .tuple(
    fc.constantFrom('00', '18'),
    date,
    fc.option(time),
    fc.option(number),
    fc.option(digits),
    fc.option(digits),
    fc.option(text(3)),
    fc.option(text(4)),
  )
  .map((elements) => join('BHT', ...elements.map((element) => element ?? undefined)));
const eq = fc
  .tuple(
    fc.option(
      fc.array(fc.constantFrom('30', '1', 'UC', 'QQ'), { minLength: 1, maxLength: 4 }).map((types) => types.join('^')),
    ),
    fc.tuple(fc.constantFrom('HC', 'CJ'), fc.option(text(5)), fc.option(text(4))).map((parts) =>
      parts
        .map((part) => part ?? '')
        .join(':')
        .replace(/:+$/, ''),
    ),
  )
  .map(([types, procedure]) => join('EQ', types ?? undefined, procedure));
const loose = fc.constantFrom('ZZZ*1*2', 'REF*XX*9', 'MSG*a:b^c');
const subscriber = fc
  .tuple(
    fc.array(
      fc.tuple(fc.constantFrom('1L', '0F'), text(9)).map(([code, id]) => `REF*${code}*${id}`),
      { maxLength: 2 },
    ),
    fc.option(text(9).map((id) => `REF*6P*${id}`)),
    fc.boolean(),
    fc.array(
      fc
        .tuple(eq, fc.option(text(9).map((words) => `MSG*${words}`)))
        .map((pair) => pair.filter((each) => each !== null)),
      { maxLength: 3 },
    ),
    fc.option(loose),
  )
  .map(([members, policy, first, inquiries, odd]) => {
    const policies = policy === null ? [] : [policy];
    return [
      'HL',
      ...(first ? [...policies, ...members] : [...members, ...policies]),
      ...inquiries.flat(),
      ...(odd === null ? [] : [odd]),
    ];
  });
const set = fc
  .tuple(bht, fc.array(fc.array(subscriber, { maxLength: 3 }), { minLength: 1, maxLength: 3 }))
  .map(([beginning, sources]) => {
    const segments = ['ST*999*0001', beginning];
    let count = 0;
    for (const subscribers of sources) {
      const parent = ++count;
      segments.push(`HL*${parent}**20*${subscribers.length > 0 ? 1 : 0}`, 'NM1*PR*ACME');
      for (const [, ...rest] of subscribers) segments.push(`HL*${++count}*${parent}*22*0`, ...rest);
    }
    return [...segments, `SE*${segments.length + 1}*0001`];
  });

describe('reading, then writing', () => {
  it('gives back every canonical set, with findings or without', () => {
    fc.assert(
      fc.property(set, (segments) => {
        expect(thereAndBack(segments)).toEqual(segments);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['HL that nesting would not give', ['HL*5**20*1', 'NM1*PR*ACME', 'HL*9*5*22*0', 'HL*2*9*22']],
    ['HL of another level, or with more elements', ['HL*1**99*1*X', 'NM1*PR*ACME', 'HL*2*1*22*0**Y']],
    ['segments that have no place', ['HL*1**20*1', 'NM1*PR*ACME', 'XYZ*1', 'XYZ*2', 'HL*2*1*22*0', 'N3*street']],
    [
      'values of the wrong type',
      ['HL*1**20*1', 'NM1*XX*A NAME THAT IS FAR TOO LONG', 'HL*2*1*22*0', 'DTP*291*D8*2026-04-01'],
    ],
    [
      'surplus elements, components and repetitions',
      ['HL*1**20*1', 'NM1*PR*ACME*X*Y', 'HL*2*1*22*0', 'EQ*30^1^UC^30^1*HC:1:2:3::5*z', 'DTP*29^1*D8:x*20260401'],
    ],
    [
      'more segments than the maximum',
      ['HL*1**20*1', 'NM1*PR*ACME', 'HL*2*1*22*0', 'REF*1L*A', 'REF*1L*B', 'REF*1L*C', 'REF*6P*A'],
    ],
  ])('gives back %s', (_, body) => {
    const segments = ['ST*999*0001', 'BHT*00*20260401', ...body];
    segments.push(`SE*${segments.length + 1}*0001`);
    expect(thereAndBack(segments)).toEqual(segments);
  });
});

describe('a level whose HL is missing', () => {
  const NM1 = 'NM1*PR*ACME';

  it.each([
    ['that was counted', ['HL*2*1*22*0', 'EQ*30', 'HL*3*1*22*0', 'HL*4**20*1', NM1, 'HL*5*4*22*0']],
    ['that was not', ['HL*1**22*0', 'EQ*30', 'HL*2**22*0', 'HL*3**20*1', NM1, 'HL*4*3*22*0']],
  ])('%s comes back as it was', (_name, levels) => {
    const segments = ['ST*999*0001', 'BHT*00*20260401', ...levels];
    segments.push(`SE*${segments.length + 1}*0001`);
    expect(thereAndBack(segments)).toEqual(segments);
  });
});

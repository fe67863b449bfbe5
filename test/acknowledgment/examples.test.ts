import { describe, expect, it } from 'vitest';
import type { AcknowledgmentGuide } from '../../src/acknowledgment/acknowledgment-forms.js';
import { decodeFunctional } from '../../src/acknowledgment/decode-functional.js';
import { encodeFunctional } from '../../src/acknowledgment/encode-functional.js';
import type { FunctionalAcknowledgment } from '../../src/acknowledgment/functional-acknowledgment.js';
import { found, functional, readBack, set, setText, written } from './acknowledgments.js';

interface Example {
  readonly name: string;
  readonly guide?: AcknowledgmentGuide;
  readonly acknowledgment: FunctionalAcknowledgment;
  readonly controlNumber?: string;
  readonly text: readonly string[];
}

const DMG = { segment: 10, segmentId: 'DMG', loopId: '2100' };
const TRACE = { name: 'TRN02', id: 'T-1' };
const NOT_A_DATE = found(
  'element-date',
  { ...DMG, element: 2, dataElement: '1251' },
  { unit: TRACE, badValue: '19800230' },
);
const ONE_SET: FunctionalAcknowledgment = functional({
  verdict: 'R',
  accepted: 0,
  transactions: [set('0001', { verdict: 'R', codes: ['5'], findings: [NOT_A_DATE] })],
});

const EXAMPLES: readonly Example[] = [
  {
    name: 'a bad date inside a business unit, with its value',
    acknowledgment: ONE_SET,
    text: [
      'ST*999*0001*005010X231A1~',
      'AK1*HS*71*005010X279A1~',
      'AK2*270*0001*005010X279A1~',
      'IK3*DMG*10*2100*8~',
      'CTX*TRN02:T-1~',
      'IK4*2*1251*8*19800230~',
      'IK5*R*5~',
      'AK9*R*1*1*0~',
      'SE*9*0001~',
    ],
  },
  {
    name: 'a missing segment, a not-used element, and a set that is accepted between them',
    controlNumber: '0002',
    acknowledgment: functional({
      controlNumber: '72',
      verdict: 'P',
      included: 3,
      received: 3,
      accepted: 1,
      transactions: [
        set('0001'),
        set('0002', {
          verdict: 'R',
          codes: ['5'],
          findings: [found('segment-mandatory-missing', { segment: 2, segmentId: 'BHT' })],
        }),
        set('0003', {
          verdict: 'R',
          codes: ['I5'],
          findings: [
            found(
              'element-not-used',
              { segment: 4, segmentId: 'NM1', loopId: '2100', element: 10, dataElement: '706' },
              { badValue: '01' },
            ),
          ],
        }),
      ],
    }),
    text: [
      'ST*999*0002*005010X231A1~',
      'AK1*HS*72*005010X279A1~',
      'AK2*270*0001*005010X279A1~',
      'IK5*A~',
      'AK2*270*0002*005010X279A1~',
      'IK3*BHT*2**3~',
      'IK5*R*5~',
      'AK2*270*0003*005010X279A1~',
      'IK3*NM1*4*2100*8~',
      'IK4*10*706*I10*01~',
      'IK5*R*I5~',
      'AK9*P*3*3*1~',
      'SE*13*0002~',
    ],
  },
  {
    name: 'a segment that another one makes required',
    acknowledgment: functional({
      verdict: 'R',
      accepted: 0,
      transactions: [
        set('0001', {
          verdict: 'R',
          codes: ['I5'],
          findings: [
            found(
              'segment-dependent-missing',
              { segment: 14, segmentId: 'INS', loopId: '2100' },
              {
                trigger: {
                  interchange: 1,
                  segment: 13,
                  segmentId: 'DMG',
                  loopId: '2100',
                  element: 2,
                  dataElement: '1251',
                },
                unit: { name: 'TRN02', id: 'T-9' },
              },
            ),
          ],
        }),
      ],
    }),
    text: [
      'ST*999*0001*005010X231A1~',
      'AK1*HS*71*005010X279A1~',
      'AK2*270*0001*005010X279A1~',
      'IK3*INS*14*2100*I6~',
      'CTX*SITUATIONAL TRIGGER*DMG*13*2100*2*1251~',
      'CTX*TRN02:T-9~',
      'IK5*R*I5~',
      'AK9*R*1*1*0~',
      'SE*9*0001~',
    ],
  },
  {
    name: 'two errors in one repetition of a simple element',
    acknowledgment: functional({
      verdict: 'R',
      accepted: 0,
      transactions: [
        set('0001', {
          verdict: 'R',
          codes: ['5'],
          findings: (['element-too-long', 'element-code'] as const).map((reason) =>
            found(
              reason,
              { segment: 11, segmentId: 'EQ', loopId: '2110', element: 1, repetition: 3, dataElement: '1365' },
              { unit: TRACE, badValue: 'ZZZ' },
            ),
          ),
        }),
      ],
    }),
    text: [
      'ST*999*0001*005010X231A1~',
      'AK1*HS*71*005010X279A1~',
      'AK2*270*0001*005010X279A1~',
      'IK3*EQ*11*2110*8~',
      'CTX*TRN02:T-1~',
      'IK4*1::3*1365*5*ZZZ~',
      'IK4*1::3*1365*7*ZZZ~',
      'IK5*R*5~',
      'AK9*R*1*1*0~',
      'SE*10*0001~',
    ],
  },
  {
    name: 'a group that is rejected as a whole',
    acknowledgment: functional({
      controlNumber: '73',
      release: '004010X092A1',
      verdict: 'R',
      codes: ['2'],
      included: 5,
      received: 5,
      accepted: 0,
    }),
    text: ['ST*999*0001*005010X231A1~', 'AK1*HS*73*004010X092A1~', 'AK9*R*5*5*0*2~', 'SE*4*0001~'],
  },
];

const IN_A_997: readonly Example[] = [
  {
    name: 'the bad date in a 997 of 005010',
    guide: '997-005010',
    acknowledgment: ONE_SET,
    text: [
      'ST*997*0001~',
      'AK1*HS*71*005010X279A1~',
      'AK2*270*0001*005010X279A1~',
      'AK3*DMG*10*2100*8~',
      'AK4*2*1251*8*19800230~',
      'AK5*R*5~',
      'AK9*R*1*1*0~',
      'SE*8*0001~',
    ],
  },
  {
    name: 'a code of a guide, and what 004010 has no place for',
    guide: '997-004010',
    acknowledgment: functional({
      verdict: 'R',
      accepted: 0,
      transactions: [
        set('0001', {
          verdict: 'R',
          codes: ['I5', '5', '19'],
          findings: [
            found('segment-not-used', { segment: 4, segmentId: 'PRV', loopId: '2100A' }),
            found('element-repetitions', { segment: 4, segmentId: 'PRV', loopId: '2100A', element: 3, repetition: 2 }),
          ],
        }),
      ],
    }),
    text: [
      'ST*997*0001~',
      'AK1*HS*71~',
      'AK2*270*0001~',
      'AK3*PRV*4*2100*2~',
      'AK3*PRV*4*2100*8~',
      'AK4*3**3~',
      'AK5*R*5*1~',
      'AK9*R*1*1*0~',
      'SE*9*0001~',
    ],
  },
];

describe('acknowledgments by example', () => {
  it.each([...EXAMPLES, ...IN_A_997])('writes $name', async (example) => {
    const { guide = '999-005010X231A1', acknowledgment, controlNumber = '0001', text } = example;
    const data = encodeFunctional(acknowledgment, { guide, badValues: true });
    const bytes = written(guide, data, controlNumber);
    expect(setText(bytes)).toBe(text.join('\n'));
    expect(await readBack(bytes)).toEqual(data);
  });

  it.each(EXAMPLES)('reads $name', async ({ acknowledgment }) => {
    const data = encodeFunctional(acknowledgment, { guide: '999-005010X231A1', badValues: true });
    expect(decodeFunctional('999', data, { badValues: true })).toEqual(acknowledgment);
    const read = await readBack(written('999-005010X231A1', data));
    expect(decodeFunctional('999-005010X231A1', read, { badValues: true })).toEqual(acknowledgment);
  });

  it('keeps bad values to itself unless asked, on writing and on reading', () => {
    const silent = encodeFunctional(ONE_SET, { guide: '999-005010X231A1' });
    expect(JSON.stringify(silent)).not.toContain('19800230');
    const told = encodeFunctional(ONE_SET, { guide: '999-005010X231A1', badValues: true });
    expect(JSON.stringify(told)).toContain('19800230');
    expect(JSON.stringify(decodeFunctional('999', told))).not.toContain('19800230');
  });
});

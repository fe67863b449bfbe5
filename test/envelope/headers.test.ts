import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupElements,
  interchangeElements,
  readGroupHeader,
  readInterchangeHeader,
} from '../../src/envelope/headers.js';
import type { Delimiters } from '../../src/model/delimiters.js';

const DELIMITERS: Delimiters = { element: '*', component: ':', repetition: '^', segment: '~' };
const ISA = [
  '00',
  ' '.repeat(10),
  '00',
  ' '.repeat(10),
  'ZZ',
  'CLINIC01'.padEnd(15),
  '30',
  'PAYER01'.padEnd(15),
  '260401',
  '0930',
  '^',
  '00501',
  '000000071',
  '1',
  'T',
  ':',
];

function isaWith(element: number, value: string): string[] {
  return ISA.map((old, index) => (index === element - 1 ? value : old));
}

describe('ISA as typed values', () => {
  it.each(['1949-12-31', '2050-01-01', '1910-01-01'])(
    'writes %s as it stands: six digits would name another day',
    (date) => {
      const header = { ...readInterchangeHeader(ISA, DELIMITERS), date };
      expect(interchangeElements(header, DELIMITERS)[8]).toBe(date);
    },
  );

  it('takes ids without padding, dates and times in ISO form, numbers as text', () => {
    expect(readInterchangeHeader(ISA, DELIMITERS)).toEqual({
      authorizationInformationQualifier: '00',
      securityQualifier: '00',
      senderQualifier: 'ZZ',
      senderId: 'CLINIC01',
      receiverQualifier: '30',
      receiverId: 'PAYER01',
      date: '2026-04-01',
      time: '09:30',
      controlVersionNumber: '00501',
      controlNumber: '000000071',
      acknowledgmentRequestedCode: '1',
      usageIndicatorCode: 'T',
    });
  });

  it.each([
    [2, 'DEPT42    '],
    [4, ' SECRET   '],
    [6, '  CLINIC       '],
    [9, '491231'],
    [9, '500101'],
    [9, '260231'],
    [9, 'ABCDEF'],
    [10, '2359'],
    [10, '2400'],
    [11, 'U'],
    [11, '|'],
    [13, '00000007A'],
    [15, 'X'],
  ])('gives ISA%i back as received: %j', (element, value) => {
    const isa = isaWith(element, value);
    expect(interchangeElements(readInterchangeHeader(isa, DELIMITERS), DELIMITERS)).toEqual(isa);
  });

  it('keeps ISA11 only where the delimiters do not say it', () => {
    const { repetition: _, ...none } = DELIMITERS;
    expect(readInterchangeHeader(isaWith(11, 'U'), none).standardsId).toBeUndefined();
    expect(readInterchangeHeader(isaWith(11, '^'), none).standardsId).toBe('^');
    expect(readInterchangeHeader(ISA, DELIMITERS).standardsId).toBeUndefined();
  });
});

describe('GS as typed values', () => {
  it('gives any values back as received', () => {
    const value = fc.oneof(
      fc.constantFrom('20260401', '260401', '0930', '093059', '0930599', '09305999', '2400', '1/2'),
      fc.string({ maxLength: 9 }),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 8, maxLength: 8 }), (values) => {
        // A text in our own ISO form would be taken for a date; X12 has none such.
        fc.pre(values.every((text) => !/^\d{4}-\d\d-\d\d$|^\d\d:\d\d/.test(text)));
        expect(groupElements(readGroupHeader((position) => values[position - 1] ?? ''))).toEqual(values);
      }),
    );
  });

  it.each([
    ['0930', '09:30'],
    ['093059', '09:30:59'],
    ['0930597', '09:30:59.7'],
    ['09305999', '09:30:59.99'],
    ['0960', '0960'],
  ])('reads %s as %s', (raw, time) => {
    expect(readGroupHeader((position) => (position === 5 ? raw : '')).time).toBe(time);
  });
});

import { describe, expect, it } from 'vitest';
import {
  decodeInterchangeAcknowledgment,
  encodeInterchangeAcknowledgment,
} from '../../src/acknowledgment/interchange-result.js';
import type { InterchangeAcknowledgment } from '../../src/envelope/interchange-acknowledgment.js';
import { ALL_CODES } from '../conformance/all-codes.js';

const TA1: InterchangeAcknowledgment = {
  interchangeControlNumber: '000000071',
  interchangeDate: '2026-04-01',
  interchangeTime: '09:30',
  acknowledgmentCode: 'R',
  noteCode: '023',
};
const CODES = ALL_CODES.filter((name) => name.startsWith('interchange ')).map((name) => name.slice(-3));

describe('a received TA1', () => {
  it('says which interchange, the verdict, the code and its words', () => {
    expect(decodeInterchangeAcknowledgment(TA1)).toEqual({
      controlNumber: '000000071',
      date: '2026-04-01',
      time: '09:30',
      verdict: 'R',
      code: '023',
      text: 'The data ends before the IEA',
      finding: {
        level: 'interchange',
        code: '023',
        reason: 'iea-missing',
        severity: 'error',
        snip: 1,
        at: { interchange: 1 },
      },
    });
  });

  it('has no finding without an error, and a warning where the data was used', () => {
    const accepted = decodeInterchangeAcknowledgment({ ...TA1, acknowledgmentCode: 'A', noteCode: '000' });
    expect(accepted).toMatchObject({ verdict: 'A', text: 'The interchange has no error' });
    expect(accepted.finding).toBeUndefined();
    const noted = decodeInterchangeAcknowledgment({ ...TA1, acknowledgmentCode: 'E', noteCode: '021' });
    expect(noted.finding).toMatchObject({ code: '021', severity: 'warning' });
  });

  it('has words and a finding for every code, and of codes with one reason their own words', () => {
    const results = CODES.map((noteCode) => decodeInterchangeAcknowledgment({ ...TA1, noteCode }));
    expect(results.map(({ finding }) => finding?.code)).toEqual(CODES);
    expect(new Set(results.map(({ text }) => text)).size).toBe(CODES.length);
  });

  it.each([
    ['', '000', 'A'],
    ['', '', 'R'],
    ['Z', '025', 'R'],
    ['A', '', 'A'],
    ['R', '999', 'R'],
  ])('with verdict %j and code %j is %s', (acknowledgmentCode, noteCode, verdict) => {
    const result = decodeInterchangeAcknowledgment({ ...TA1, acknowledgmentCode, noteCode });
    expect(result.verdict).toBe(verdict);
    expect(result.finding === undefined).toBe(verdict === 'A');
    expect(result.text).not.toBe('');
  });

  it('is written as it was read', () => {
    expect(encodeInterchangeAcknowledgment(decodeInterchangeAcknowledgment(TA1))).toEqual(TA1);
    const accepted = { controlNumber: '71', date: '260401', time: '0930', verdict: 'A', code: '021' } as const;
    expect(encodeInterchangeAcknowledgment(accepted)).toMatchObject({
      interchangeControlNumber: '000000071',
      noteCode: '000',
    });
  });
});

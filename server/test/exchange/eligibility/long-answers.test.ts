import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { type AskedQuestion, judgeAnswer } from '../../../src/exchange/eligibility/judge-answer.js';
import type { JudgingLimits } from '../../../src/exchange/eligibility/judging-process.js';
import { LongAnswers } from '../../../src/exchange/eligibility/long-answers.js';
import { answerTo, PATIENT, RAW_CHECK } from '../../support/eligibility.js';
import { ENGINES } from '../../support/shared-engines.js';

const { lastName, firstName, memberId, dateOfBirth } = PATIENT;
const question: AskedQuestion = {
  asked: {
    traceId: 'MY-TRACE-1',
    traceNumbers: ['MY-TRN'],
    subscriber: { lastName, firstName, memberId, dateOfBirth },
  },
  traceId: 'MY-TRACE-1',
  interchangeNumber: '000000905',
  groupNumber: 905,
};
const sound = Buffer.from(await answerTo(Buffer.from(RAW_CHECK))).toString();
/** The answer with so many bytes of a segment before its SE. */
const filled = (segment: string, bytes: number): Uint8Array => {
  const end = sound.lastIndexOf('SE*');
  return Buffer.from(sound.slice(0, end) + segment.repeat(Math.floor(bytes / segment.length)) + sound.slice(end));
};

let long: LongAnswers;
const opened = (limits: Partial<JudgingLimits> = {}): LongAnswers => {
  long = new LongAnswers(limits);
  return long;
};
afterEach(() => long.close());
const givenOf = (bytes: Uint8Array) => ({ bytes, id: 'ec_1', sharedNumbers: [] });
const judged = (bytes: Uint8Array) => long.judge('a', { question, given: givenOf(bytes) });

describe('a long answer of a payer', () => {
  it('is told from a short one by its bytes and its segments', () => {
    const answers = opened();
    const isLong = (bytes: Uint8Array): boolean => answers.isLong(bytes);
    expect(isLong(Buffer.from(sound))).toBe(false);
    expect(isLong(filled('EB*1**30~', 2_000))).toBe(false);
    expect(isLong(filled('LS~', 4_000))).toBe(true);
    expect(isLong(filled('MSG*WHATEVER THE PLAN HAS TO SAY ABOUT ITSELF, AT SOME LENGTH~', 40_000))).toBe(true);
    expect(isLong(Buffer.from('hello'))).toBe(false);
  });

  it('is judged aside as it would be at once: shown, foreign or unreadable', async () => {
    opened();
    const codecs = await ENGINES.get();
    const bytes = filled('EB*1**30~', 50_000);
    for (const one of [bytes, Buffer.from(String(bytes).replaceAll('MY-TR', 'NO-TR')), bytes.subarray(0, 40_000)]) {
      const atOnce = await judgeAnswer(codecs, question, givenOf(one));
      expect(await judged(one)).toEqual(JSON.parse(JSON.stringify(atOnce)));
    }
  });

  it('that takes too long is too large, and the next one is judged', async () => {
    opened({ mostMs: 1_500 });
    const began = performance.eventLoopUtilization();
    expect(await judged(filled('HL*9*1*22*1~', 3_900_000))).toEqual({ failure: 'too-large' });
    // Half a minute of work, of which this thread has done none.
    expect(performance.eventLoopUtilization(began).active).toBeLessThan(2_500);
    expect(await judged(filled('EB*1**30~', 50_000))).toMatchObject({ response: { errors: [] } });
  });

  it('that takes too much memory, or grows too much, is too large', async () => {
    opened({ memoryMb: 90, mostMs: 50_000 });
    expect(await judged(filled('EB*1**30~', 3_900_000))).toEqual({ failure: 'too-large' });
    await long.close();
    opened({ mostBytes: 100_000 });
    expect(await judged(filled('EB*1**30~', 50_000))).toEqual({ failure: 'too-large' });
  });
});

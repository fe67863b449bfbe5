import { describe, expect, it } from 'vitest';
import { type AskedEligibility, answersTo, matchAnswer } from '../../src/eligibility/match-answer.js';
import type { EligibilityResponse } from '../../src/eligibility/response.js';

const JANE = { memberId: 'M0001', lastName: "O'Dell", firstName: 'Jane', dateOfBirth: '19800228' };
const asked: AskedEligibility = { traceId: 'B-1', traceNumbers: ['T-1'], subscriber: JANE };
const benefitsInformation = [{ code: '1' }];

function answer(more: Partial<EligibilityResponse>): EligibilityResponse {
  return { dependents: [], errors: [], benefitsInformation, ...more };
}

const echo = {
  meta: { traceId: 'B-1' },
  subscriberTraceNumbers: [{ traceTypeCode: '2', referenceIdentification: 'T-1' }],
};

describe('matching an answer to its question', () => {
  it('matches when our numbers and the person come back, however they are spelt', () => {
    const subscriber = { memberId: 'M-0001', lastName: 'ODELL', firstName: 'JANE', dateOfBirth: '19800228' };
    expect(matchAnswer(asked, answer({ ...echo, subscriber })).verdict).toBe('match');
  });

  it.each([
    ['BHT03', { ...echo, meta: { traceId: 'B-2' } }],
    ['TRN', { ...echo, subscriberTraceNumbers: [{ traceTypeCode: '2', referenceIdentification: 'T-2' }] }],
  ])('never takes an answer with another %s', (_, numbers) => {
    expect(matchAnswer(asked, answer({ ...numbers, subscriber: JANE })).verdict).toBe('mismatch');
  });

  it('takes blanks behind a number for none of it, whoever has written them', () => {
    const padded = { traceId: 'B-1   ', trace: 'T-1 ' };
    const subscriberTraceNumbers = [{ traceTypeCode: '2', referenceIdentification: padded.trace }];
    const came = answer({ meta: { traceId: padded.traceId }, subscriberTraceNumbers, subscriber: JANE });
    expect(matchAnswer(asked, came).verdict).toBe('match');
    const sent = { ...asked, traceId: padded.traceId, traceNumbers: [padded.trace] };
    for (const one of [came, answer({ ...echo, subscriber: JANE })])
      expect(matchAnswer(sent, one).verdict).toBe('match');
    expect(matchAnswer(asked, answer({ ...echo, meta: { traceId: ' B-1' }, subscriber: JANE })).verdict).toBe(
      'mismatch',
    );
  });

  it("takes the payer's own trace number for no echo", () => {
    const subscriberTraceNumbers = [{ traceTypeCode: '1', referenceIdentification: 'P-9' }];
    expect(matchAnswer(asked, answer({ subscriberTraceNumbers, subscriber: JANE })).verdict).toBe('unconfirmed');
  });

  it('warns of a missing echo, and takes the person for it', () => {
    const match = matchAnswer(asked, answer({ subscriber: JANE }));
    expect(match.verdict).toBe('unconfirmed');
    expect(match.checks).toContainEqual({ what: 'trace-number', result: 'missing' });
  });

  it('takes a corrected id for the same person after an echo, and for another without', () => {
    const subscriber = { ...JANE, memberId: 'M0002' };
    expect(matchAnswer(asked, answer({ ...echo, subscriber })).verdict).toBe('match');
    expect(matchAnswer(asked, answer({ subscriber })).verdict).toBe('mismatch');
  });

  it('tells a sibling apart who has the same member id', () => {
    const subscriber = { ...JANE, firstName: 'JOAN', dateOfBirth: '19820101' };
    expect(matchAnswer(asked, answer({ ...echo, subscriber })).verdict).toBe('mismatch');
  });

  const twin = { memberId: 'M0002', firstName: 'Joan' };
  it.each([
    ['everything, where no birth date says so', { memberId: 'M7777', lastName: 'Ruiz', firstName: 'Ana' }],
    ['id and first name, as of a twin', { ...JANE, ...twin }],
    ['both names beside the id of a family', { memberId: 'M0001', lastName: 'Ruiz', firstName: 'Ana' }],
    ['id and birth date, as of a namesake', { ...JANE, memberId: 'M7777', dateOfBirth: '19440606' }],
  ])('never takes an answer about another person for an echo: %s', (_, subscriber) => {
    const { dateOfBirth: __, ...known } = JANE;
    const question = 'dateOfBirth' in subscriber ? asked : { ...asked, subscriber: known };
    expect(matchAnswer(question, answer({ ...echo, subscriber })).verdict).toBe('mismatch');
  });

  it.each([
    ['a new id with a new last name', { ...JANE, memberId: 'M0002', lastName: 'Ruiz' }],
    ['names exchanged', { ...JANE, lastName: 'Jane', firstName: "O'Dell" }],
    ['a first name alone, which twins of one id have', { ...JANE, firstName: 'Joan' }],
  ])('leaves open after an echo: %s', (_, subscriber) => {
    expect(matchAnswer(asked, answer({ ...echo, subscriber })).verdict).toBe('unconfirmed');
  });

  it.each([
    ['middle name', { firstName: 'JANE A' }],
    ['second name', { lastName: "O'DELL-RUIZ" }],
    ['suffix', { lastName: 'ODELL JR' }],
  ])('takes a name with a %s beside it for the same', (_, more) => {
    expect(matchAnswer(asked, answer({ ...echo, subscriber: { ...JANE, ...more } })).verdict).toBe('match');
    expect(matchAnswer(asked, answer({ subscriber: { ...JANE, ...more } })).verdict).toBe('unconfirmed');
  });

  it('takes numbers that other questions have had for no echo, and another one for another answer', () => {
    const shared = { ...asked, sharedNumbers: ['B-1', 'T-1'] };
    expect(matchAnswer(shared, answer({ ...echo, subscriber: JANE })).verdict).toBe('unconfirmed');
    expect(matchAnswer(shared, answer({ ...echo, subscriber: { ...JANE, memberId: 'M0002' } })).verdict).toBe(
      'mismatch',
    );
    expect(matchAnswer(shared, answer({ ...echo, meta: { traceId: 'B-2' }, subscriber: JANE })).verdict).toBe(
      'mismatch',
    );
    const halfShared = { ...asked, sharedNumbers: ['B-1'] };
    expect(matchAnswer(halfShared, answer({ ...echo, subscriber: JANE })).verdict).toBe('match');
  });

  it('leaves open what differs in the birth date alone, or says nobody', () => {
    expect(matchAnswer(asked, answer({ ...echo, subscriber: { ...JANE, dateOfBirth: '19800229' } })).verdict).toBe(
      'unconfirmed',
    );
    expect(matchAnswer(asked, answer(echo)).verdict).toBe('unconfirmed');
  });

  it('takes a rejection without person by its echo', () => {
    const rejected = { meta: { traceId: 'B-1' }, dependents: [], errors: [{ code: '42' }] };
    expect(matchAnswer(asked, rejected).verdict).toBe('match');
  });

  const child = { lastName: "O'Dell", firstName: 'Tim', dateOfBirth: '20150301' };
  it('compares the dependent, also where a payer answers about one as a subscriber', () => {
    const question = { ...asked, dependent: child };
    expect(matchAnswer(question, answer({ ...echo, subscriber: JANE, dependents: [child] })).verdict).toBe('match');
    expect(matchAnswer(question, answer({ ...echo, subscriber: child })).verdict).toBe('match');
    const other = { ...child, firstName: 'Tom', dateOfBirth: '20170101' };
    expect(matchAnswer(question, answer({ ...echo, subscriber: JANE, dependents: [other] })).verdict).toBe('mismatch');
  });

  describe('of a dependent asked about without a birth date', () => {
    const { dateOfBirth: _, ...unborn } = child;
    const question = { ...asked, dependent: unborn };
    it.each([
      ['a brother, by the same family id', { subscriber: JANE, dependents: [{ ...child, firstName: 'Tom' }] }],
      ['a brother with an id of his own', { subscriber: { ...child, firstName: 'Tom', memberId: 'M0003' } }],
      ['the subscriber, as payers do who know no dependents', { subscriber: JANE }],
    ])('shows no benefits of %s', (__, more) => {
      expect(matchAnswer(question, answer({ ...echo, ...more })).verdict).toBe('mismatch');
    });

    it('shows no benefits of a father for a son of the same name', () => {
      const father = { ...JANE, firstName: 'Tim' };
      const son = { ...asked, subscriber: father, dependent: unborn };
      expect(matchAnswer(son, answer({ ...echo, subscriber: father })).verdict).toBe('mismatch');
      expect(matchAnswer(son, answer({ ...echo, subscriber: { ...child, memberId: 'M0001' } })).verdict).toBe('match');
    });

    it('takes who has just the family id and last name for the dependent, where nobody said more', () => {
      const subscriber = { memberId: 'M0001', lastName: "O'Dell" };
      const question = { ...asked, subscriber, dependent: { firstName: 'Tim' } };
      expect(matchAnswer(question, answer({ ...echo, subscriber: { ...subscriber, firstName: 'Tim' } })).verdict).toBe(
        'match',
      );
    });

    it('shows nobody of another birth date where that alone was asked', () => {
      const question = { ...asked, dependent: { dateOfBirth: '20150301' } };
      const more = { subscriber: { ...JANE, dateOfBirth: '19800228' } };
      expect(matchAnswer(question, answer({ ...echo, ...more })).verdict).toBe('mismatch');
    });

    it('leaves open another family id', () => {
      const more = { subscriber: { ...JANE, memberId: 'M7777' }, dependents: [child] };
      expect(matchAnswer(question, answer({ ...echo, ...more })).verdict).toBe('unconfirmed');
    });
  });

  it('leaves open a nickname of a dependent who was born on the same day', () => {
    const more = { subscriber: JANE, dependents: [{ ...child, firstName: 'Timothy' }] };
    expect(matchAnswer({ ...asked, dependent: child }, answer({ ...echo, ...more })).verdict).toBe('unconfirmed');
    // Twins of one family: without an echo nothing says that it is not the other one.
    expect(matchAnswer({ ...asked, dependent: child }, answer(more)).verdict).toBe('mismatch');
  });

  it('keeps a rejection that tells of the subscriber alone', () => {
    const rejected = answer({ ...echo, subscriber: JANE, errors: [{ code: '77' }] });
    expect(matchAnswer({ ...asked, dependent: child }, { ...rejected, benefitsInformation: undefined }).verdict).toBe(
      'match',
    );
  });

  it('takes benefits of the subscriber alone for no answer about the dependent', () => {
    const question = { ...asked, dependent: child };
    const subscribers = answer({ ...echo, subscriber: JANE });
    expect(matchAnswer(question, subscribers).verdict).toBe('mismatch');
    expect(answersTo(question, [subscribers])).toEqual([]);
  });

  it('leaves the answers of other patients out of a batch', () => {
    const ours = answer({ ...echo, subscriber: JANE });
    const theirs = answer({ subscriber: { memberId: 'M7777' } });
    expect(answersTo(asked, [theirs, ours]).map((one) => one.answer)).toEqual([ours]);
  });

  it('says no value', () => {
    const text = JSON.stringify(matchAnswer(asked, answer({ ...echo, subscriber: JANE })));
    expect(text).not.toContain('M0001');
    expect(text).not.toContain('1980');
  });
});

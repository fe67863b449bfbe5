import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { EligibilityResponse } from '../../src/eligibility/response.js';
import { eligibilityResponseSchema } from '../../src/eligibility/response-schema.js';
import { answersOf, HEAD, interchange271, RECEIVER, SOURCE, SUBSCRIBER } from './response-fixture.js';

const FIXTURE = new URL('../../fixtures/eligibility-answer-without-levels/input.edi', import.meta.url);
const validate = new Ajv2020({ strict: false }).compile(eligibilityResponseSchema);

const [levelA, ...nameA] = SOURCE;
const [levelB, ...nameB] = RECEIVER;
const [levelC, ...nameC] = SUBSCRIBER;

/** The benefits of each answer, by the name of its patient, after holding the answers against the schema. */
function benefits(answers: readonly EligibilityResponse[]): readonly string[] {
  return answers.map((answer) => {
    expect(validate(answer) || validate.errors).toBe(true);
    const patient = answer.dependents[0] ?? answer.subscriber;
    return [patient?.firstName ?? '-', ...(answer.benefitsInformation ?? []).map(({ code }) => code)].join(' ');
  });
}

function missingLevels(answer: EligibilityResponse | undefined): readonly string[] {
  return (answer?.warnings ?? []).flatMap(({ description = '' }) => / HL, loop (\w+)/.exec(description)?.[1] ?? []);
}

describe('a 271 that lacks HL segments', () => {
  it('shows benefits that nothing stands around, and warns of each missing level', async () => {
    const answers = await answersOf(readFileSync(FIXTURE, 'utf8'));
    expect(benefits(answers)).toEqual(['- 1 C A F']);
    const [answer] = answers;
    expect(missingLevels(answer)).toEqual(['2000A', '2000B', '2000C']);
    expect(answer?.warnings?.map(({ code }) => code)).toEqual([
      'response::271::segment_mandatory_missing',
      'response::271::loop_under_minimum',
      'response::271::loop_under_minimum',
      'response::271::segment_mandatory_missing',
    ]);
    expect(answer?.planStatus).toMatchObject([{ statusCode: '1', planDetails: 'GOLD PLAN' }]);
    expect(answer?.benefitsInformation?.[3]).toMatchObject({
      compositeMedicalProcedureIdentifier: { procedureCode: '97110' },
      benefitsServiceDelivery: [{ quantity: '20' }],
      additionalInformation: [{ description: 'VISITS OF ALL THERAPISTS TOGETHER' }],
    });
    expect(answer?.payer).toBeUndefined();
    expect(answer?.subscriber).toBeUndefined();
  });

  it('shows who it is about, where names are all that tells the levels', async () => {
    const answers = await answersOf(interchange271(...HEAD, ...nameA, ...nameB, ...nameC, 'EB*1**30', 'EB*6**98'));
    expect(benefits(answers)).toEqual(['JANE 1 6']);
    expect(answers[0]).toMatchObject({
      payer: { name: 'ACME HEALTH', payorIdentification: '12345' },
      provider: { providerName: 'GOOD CLINIC', npi: '1993999998' },
      subscriber: { memberId: 'M0001' },
      subscriberTraceNumbers: [{ referenceIdentification: 'T-1' }],
    });
    expect(missingLevels(answers[0])).toEqual(['2000A', '2000B', '2000C']);
    expect(answers[0]?.warnings).toHaveLength(3);
  });

  it.each([
    ['payer', [...nameA, levelB, ...nameB, levelC, ...nameC], '2000A'],
    ['provider', [levelA, ...nameA, ...nameB, levelC, ...nameC], '2000B'],
    ['subscriber', [levelA, ...nameA, levelB, ...nameB, ...nameC.slice(1)], '2000C'],
  ])('shows all there is without the HL of the %s', async (_level, segments, loop) => {
    const answers = await answersOf(interchange271(...HEAD, ...segments, 'EB*1**30'));
    expect(benefits(answers)).toEqual(['JANE 1']);
    expect(answers[0]).toMatchObject({
      payer: { name: 'ACME HEALTH' },
      provider: { providerName: 'GOOD CLINIC' },
      subscriber: { memberId: 'M0001' },
    });
    expect(missingLevels(answers[0])).toEqual([loop]);
  });

  it('tells one patient from the next by their names', async () => {
    const rick = ['NM1*IL*1*ROE*RICK****MI*M0002', 'EB*6**30'];
    const subscribers = interchange271(...HEAD, ...nameA, ...nameB, ...nameC, 'EB*1**30', ...rick);
    expect(benefits(await answersOf(subscribers))).toEqual(['JANE 1', 'RICK 6']);
    const levels = [...HEAD, ...SOURCE, ...RECEIVER, 'HL*3*2*22*1', ...nameC];
    const [answer, ...others] = await answersOf(interchange271(...levels, 'EB*1**30', 'NM1*03*1*DOE*TIM', 'EB*6**30'));
    expect(others).toEqual([]);
    expect(answer?.dependents).toMatchObject([{ firstName: 'TIM' }]);
    expect(missingLevels(answer)).toEqual(['2000D']);
  });
});

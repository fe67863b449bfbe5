import { createEngine } from 'ediloom';
import {
  createRequestCodec,
  createResponseCodec,
  type EligibilityRequest,
  type EligibilityResponse,
} from 'ediloom/eligibility';
import { loadGuide } from 'ediloom/guides';
import { describe, expect, it } from 'vitest';
import { APPROVED_MOCKS, type ApprovedMock } from '../../../src/exchange/mock-payers/approved.js';
import { createMockPayers } from '../../../src/exchange/mock-payers/create-mock-payers.js';
import { MOCK_PLANS } from '../../../src/exchange/mock-payers/plans.js';
import { ENGINES } from '../../support/shared-engines.js';

const clock = { now: () => Date.UTC(2026, 0, 31, 9, 5) };
const mocks = createMockPayers(clock, ENGINES);
const [question, answer] = await Promise.all([loadGuide('270-005010X279A1'), loadGuide('271-005010X279A1')]);
const engine = createEngine({ guides: [question, answer] });
const requests = createRequestCodec(question);
const responses = createResponseCodec(answer);

const payerOf = ({ payer }: ApprovedMock) => ({ primaryPayerId: payer, platformId: 'AAAAA' }) as never;

function requestOf({ payer, subscriber, dependent, serviceTypes }: ApprovedMock): EligibilityRequest {
  const { relation, ...person } = dependent ?? {};
  return {
    tradingPartnerServiceId: payer,
    tradingPartnerName: 'A PAYER',
    provider: { organizationName: 'PROVIDER NAME', npi: '1999999984' },
    subscriber,
    ...(dependent === undefined ? {} : { dependents: [{ ...person, individualRelationshipCode: relation }] }),
    encounter: { serviceTypeCodes: serviceTypes },
  } as EligibilityRequest;
}

async function ask(
  mock: ApprovedMock,
): Promise<{ readonly x12: string; readonly answers: readonly EligibilityResponse[]; readonly errors: number }> {
  const { document, problems } = requests.encode(requestOf(mock), {
    sender: { qualifier: 'ZZ', id: 'ME' },
    receiver: { qualifier: 'ZZ', id: 'MOCK' },
    transactionId: 'TRACE-7',
    traceOriginator: '9TEST00000',
    now: clock.now(),
  });
  expect(problems).toEqual([]);
  if (document === undefined) throw new Error('There is no 270.');
  const bytes = await mocks.answer(engine.generate(document).bytes);
  const read = await engine.parse(bytes);
  const [interchange] = read.interchanges;
  const findings = [
    ...(interchange?.findings ?? []),
    ...(interchange?.groups ?? []).flatMap((group) => [
      ...group.findings,
      ...group.transactions.flatMap((set) => set.findings),
    ]),
  ];
  return { x12: Buffer.from(bytes).toString(), answers: responses.decode(read), errors: findings.length };
}

describe('mock payers', () => {
  it.each(
    APPROVED_MOCKS.map(
      (mock) =>
        [
          `${mock.payer} ${mock.subscriber.memberId ?? mock.subscriber.ssn} ${mock.subscriber.firstName ?? ''}`,
          mock,
        ] as const,
    ),
  )('answer %s with a 271 in which nothing is wrong', async (_, mock) => {
    expect(mocks.check(requestOf(mock), payerOf(mock))).toEqual([]);
    const { x12, answers, errors } = await ask(mock);
    expect(errors).toBe(0);
    expect(answers).toHaveLength(1);
    const [got] = answers;
    expect(got?.warnings).toBeUndefined();
    expect(got?.meta).toMatchObject({
      traceId: 'TRACE-7',
      applicationMode: 'test',
      senderId: 'MOCK',
      submitterId: 'ME',
    });
    expect(got?.subscriberTraceNumbers).toMatchObject([{ traceTypeCode: '2', referenceIdentification: 'TRACE-7' }]);
    const { outcome, dependent, answersAsSubscriber } = mock;
    if (outcome.kind === 'aaa') {
      expect(got?.errors.map(({ code }) => code)).toEqual([outcome.code]);
      expect(got?.benefitsInformation).toBeUndefined();
    } else {
      expect(got?.errors).toEqual([]);
      expect(got?.benefitsInformation?.[0]?.code).toBe(outcome.kind === 'inactive' ? '6' : '1');
      if (outcome.kind === 'plan')
        expect(got?.benefitsInformation).toHaveLength(MOCK_PLANS[outcome.plan]?.benefits.length ?? 0);
    }
    expect(got?.dependents.map(({ firstName }) => firstName)).toEqual(
      dependent !== undefined && !answersAsSubscriber ? [dependent.firstName] : [],
    );
    // The same each time.
    expect((await ask(mock)).x12).toBe(x12);
  });

  it('look beneficiaries up', async () => {
    const mock = APPROVED_MOCKS.find(({ payer }) => payer === 'MBILU');
    if (mock === undefined) throw new Error('There is none.');
    expect((await ask(mock)).answers[0]?.subscriber?.memberId).toBe('1AA2CC3DD45');
  });

  it('take no other request, and say what differs from the nearest one', () => {
    const mock = APPROVED_MOCKS.find(({ subscriber }) => subscriber.memberId === 'AETNA12345');
    if (mock === undefined) throw new Error('There is none.');
    const sound = requestOf(mock);
    const check = (change: object) => mocks.check({ ...sound, ...change } as EligibilityRequest, payerOf(mock));
    expect(check({ subscriber: { ...mock.subscriber, firstName: 'Janet' } })).toEqual([
      { pointer: '/subscriber/firstName', expected: 'Jane' },
    ]);
    expect(check({ subscriber: { ...mock.subscriber, gender: 'F' } })).toEqual([
      { pointer: '/subscriber/gender', expected: undefined },
    ]);
    expect(check({ encounter: { serviceTypeCodes: ['35'] } })).toEqual([
      { pointer: '/encounter/serviceTypeCodes', expected: '["30"]' },
    ]);
    expect(check({ encounter: { serviceTypeCodes: ['30', '35'] } })).toHaveLength(1);
    expect(check({ encounter: undefined })).toEqual([]);
    expect(check({ encounter: { dateOfService: '20260101' } })).toEqual([]);
    expect(check({ externalPatientId: 'x', controlNumber: '123456789', portalUsername: 'u' })).toEqual([]);
    expect(mocks.check(sound, { primaryPayerId: 'NOBODY' } as never)).toMatchObject([
      { pointer: '/tradingPartnerServiceId' },
    ]);
    expect(JSON.stringify(check({ subscriber: { lastName: 'REALPERSON', memberId: 'REAL' } }))).not.toContain('REAL');
  });
});

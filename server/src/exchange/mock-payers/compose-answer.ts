import type { EligibilityRequest, EligibilityResponse, RequestTrace } from 'ediloom/eligibility';
import { CORRECT, RESUBMIT } from '../eligibility/followup-actions.js';
import type { ApprovedMock, MockOutcome } from './approved.js';
import { MOCK_PLANS, type MockPlan } from './plans.js';

/** Of the mock payer that looks beneficiaries up. */
const FOUND_MEMBER = '1AA2CC3DD45';

export interface MockQuestion {
  readonly request: EligibilityRequest;
  readonly traces: readonly RequestTrace[];
  /** CCYYMMDD: the day of the answer. */
  readonly today: string;
}

/** The answer of a mock payer, as JSON. It says back who asked and about whom. */
export function composeAnswer(mock: ApprovedMock, question: MockQuestion): EligibilityResponse {
  const { request, traces } = question;
  const common = {
    meta: { traceId: request.submitterTransactionIdentifier },
    payer: {
      entityIdentifier: 'Payer',
      entityType: 'Non-Person Entity',
      name: request.tradingPartnerName ?? request.tradingPartnerServiceId,
      payorIdentification: request.tradingPartnerServiceId,
      contactInformation: {
        name: 'PROVIDER SERVICES',
        contacts: [{ communicationMode: 'Telephone', communicationNumber: '5555550100' }],
      },
    },
    provider: providerOf(request),
    subscriberTraceNumbers: traces.map((trace) => ({ traceTypeCode: '2', ...trace })),
    errors: [],
  } satisfies Partial<EligibilityResponse>;
  const people = peopleOf(mock, request);
  if (mock.outcome.kind === 'aaa') return rejectedAnswer({ ...common, ...people }, mock.outcome.code);
  const plan = MOCK_PLANS[mock.outcome.plan];
  if (plan === undefined) throw new Error(`There is no plan ${mock.outcome.plan}.`);
  return { ...common, ...people, ...benefitsOf(mock.outcome, plan, question.today) };
}

function providerOf({ provider }: EligibilityRequest): EligibilityResponse['provider'] {
  const isPerson = provider.organizationName === undefined;
  return {
    entityIdentifier: 'Provider',
    entityType: isPerson ? 'Person' : 'Non-Person Entity',
    providerName: provider.organizationName ?? provider.lastName,
    ...(isPerson && provider.firstName !== undefined ? { providerFirstName: provider.firstName } : {}),
    ...(provider.npi === undefined ? {} : { npi: provider.npi }),
  };
}

type People = Pick<EligibilityResponse, 'subscriber' | 'dependents'>;

function peopleOf(
  { subscriber, dependent, answersAsSubscriber, payer }: ApprovedMock,
  request: EligibilityRequest,
): People {
  const address = { address1: '12 HARBOR LANE', city: 'PORTLAND', state: 'ME', postalCode: '04101' };
  const { firstName = 'JANE', lastName, memberId = FOUND_MEMBER, dateOfBirth } = subscriber;
  const holder = {
    entityIdentifier: 'Insured or Subscriber',
    entityType: 'Person',
    memberId: payer === 'MBILU' ? FOUND_MEMBER : memberId,
    ...{ firstName, lastName, address },
    ...(dateOfBirth === undefined ? {} : { dateOfBirth }),
  } as const;
  if (dependent === undefined)
    return { subscriber: { ...holder, relationToSubscriberCode: '18', insuredIndicator: 'Y' }, dependents: [] };
  const person = {
    entityType: 'Person',
    firstName: dependent.firstName,
    lastName: dependent.lastName,
    dateOfBirth: dependent.dateOfBirth,
  } as const;
  if (answersAsSubscriber) {
    return { subscriber: { ...person, entityIdentifier: 'Insured or Subscriber', memberId, address }, dependents: [] };
  }
  const said = request.dependents?.[0]?.individualRelationshipCode ?? dependent.relation;
  const relation = said === '01' || said === '19' ? said : dependent.relation;
  return {
    subscriber: holder,
    dependents: [
      { ...person, entityIdentifier: 'Dependent', relationToSubscriberCode: relation, insuredIndicator: 'N', address },
    ],
  };
}

function benefitsOf({ kind }: MockOutcome, plan: MockPlan, today: string): Partial<EligibilityResponse> {
  const year = today.slice(0, 4);
  const numbers = {
    ...(plan.groupNumber === undefined ? {} : { groupNumber: plan.groupNumber }),
    ...(plan.groupDescription === undefined ? {} : { groupDescription: plan.groupDescription }),
    ...(plan.planNumber === undefined ? {} : { planNumber: plan.planNumber }),
  };
  const about = Object.keys(numbers).length > 0 ? { planInformation: numbers } : {};
  if (kind === 'inactive') {
    return {
      ...about,
      planDateInformation: { planBegin: `${Number(year) - 2}0101`, planEnd: `${Number(year) - 1}1231` },
      benefitsInformation: [{ code: '6', coverageLevelCode: 'IND', serviceTypeCodes: ['30'], planCoverage: plan.name }],
    };
  }
  return { ...about, planDateInformation: { plan: `${year}0101-${year}1231` }, benefitsInformation: plan.benefits };
}

/** Which level a code is said at, and what to do then. */
const REJECTIONS = {
  '42': ['payer', RESUBMIT],
  '43': ['provider', CORRECT],
  '72': ['subscriber', CORRECT],
  '73': ['subscriber', CORRECT],
  '75': ['subscriber', CORRECT],
  '79': ['payer', CORRECT],
} as const;

function rejectedAnswer(answer: EligibilityResponse, code: keyof typeof REJECTIONS): EligibilityResponse {
  const [level, followupAction] = REJECTIONS[code];
  return { ...answer, [level]: { ...answer[level], aaaErrors: [{ field: 'AAA', code, followupAction }] } };
}

import { createHash } from 'node:crypto';
import type { Benefit, EligibilityRequest, EligibilityResponse, RequestTrace } from 'ediloom/eligibility';
import { CORRECT } from '../eligibility/followup-actions.js';
import type { Level, Order } from './orders.js';

export interface SimulatedQuestion {
  readonly request: EligibilityRequest;
  readonly traces: readonly RequestTrace[];
  /** CCYYMMDD. */
  readonly today: string;
}

/** A plausible answer to any request: the same for the same member, service types and year. */
export function composeSimulated(order: Order, question: SimulatedQuestion): EligibilityResponse {
  const { request, traces, today } = question;
  const { kind } = order.does;
  const meta = kind === 'other-trace' ? 'ANOTHERCHECK' : request.submitterTransactionIdentifier;
  const answer: EligibilityResponse = {
    meta: { traceId: meta },
    payer: {
      entityIdentifier: 'Payer',
      entityType: 'Non-Person Entity',
      name: request.tradingPartnerName ?? request.tradingPartnerServiceId,
      payorIdentification: request.tradingPartnerServiceId,
    },
    provider: {
      entityIdentifier: 'Provider',
      providerName: request.provider.organizationName ?? request.provider.lastName,
      npi: request.provider.npi,
    },
    ...peopleOf(request),
    subscriberTraceNumbers: traces.map(({ referenceIdentification, ...trace }) => ({
      traceTypeCode: '2',
      ...trace,
      referenceIdentification: kind === 'other-trace' ? 'ANOTHERCHECK' : referenceIdentification,
    })),
    errors: [],
  };
  if (order.does.kind === 'rejection') return rejected(answer, order.does);
  const plan = order.does.kind === 'benefits' ? order.does.plan : 'active';
  return { ...answer, ...benefitsOf(plan, request, today) };
}

function peopleOf({
  subscriber,
  dependents = [],
}: EligibilityRequest): Pick<EligibilityResponse, 'subscriber' | 'dependents'> {
  const nameOf = (person: typeof subscriber) => ({
    entityType: 'Person' as const,
    firstName: person.firstName,
    lastName: person.lastName,
    ...(person.dateOfBirth === undefined ? {} : { dateOfBirth: person.dateOfBirth }),
  });
  return {
    subscriber: {
      ...nameOf(subscriber),
      // Payers know whom they cover, and the name is demanded.
      lastName: subscriber.lastName ?? 'DOE',
      entityIdentifier: 'Insured or Subscriber',
      memberId: subscriber.memberId,
    },
    dependents: dependents.map((dependent) => ({
      ...nameOf(dependent),
      entityIdentifier: 'Dependent' as const,
      relationToSubscriberCode: dependent.individualRelationshipCode ?? '19',
      insuredIndicator: 'N' as const,
    })) as EligibilityResponse['dependents'],
  };
}

const PLANS = ['Tideline PPO', 'Tideline HMO', 'Harbor Choice', 'Granite Basic'] as const;

function benefitsOf(
  plan: 'active' | 'inactive' | 'medicare-secondary',
  { subscriber, encounter }: EligibilityRequest,
  today: string,
): Partial<EligibilityResponse> {
  const year = today.slice(0, 4);
  const asked = encounter?.serviceTypeCodes ?? [];
  const serviceTypes = asked.length === 0 ? ['30'] : asked;
  const seed = createHash('sha256')
    .update(`${subscriber.memberId ?? ''} ${serviceTypes.join()} ${year}`)
    .digest();
  const numberOf = (place: number, choices: number) => (seed[place] ?? 0) % choices;
  const planCoverage = PLANS[numberOf(0, PLANS.length)] ?? PLANS[0];
  if (plan === 'inactive') {
    return {
      planDateInformation: { planEnd: `${Number(year) - 1}1231` },
      benefitsInformation: [{ code: '6', serviceTypeCodes: serviceTypes, planCoverage }] as readonly Benefit[],
    };
  }
  const deductible = 250 * (1 + numberOf(1, 8));
  const left = Math.floor((deductible * numberOf(2, 100)) / 100);
  const benefits: readonly object[] = [
    { code: '1', coverageLevelCode: 'IND', serviceTypeCodes: serviceTypes, planCoverage },
    {
      code: 'C',
      coverageLevelCode: 'IND',
      serviceTypeCodes: ['30'],
      timeQualifierCode: '23',
      benefitAmount: String(deductible),
      inPlanNetworkIndicatorCode: 'Y',
    },
    {
      code: 'C',
      coverageLevelCode: 'IND',
      serviceTypeCodes: ['30'],
      timeQualifierCode: '29',
      benefitAmount: String(left),
      inPlanNetworkIndicatorCode: 'Y',
    },
    ...serviceTypes.map((code, place) => ({
      ...{ code: 'B', coverageLevelCode: 'IND', serviceTypeCodes: [code] },
      ...{ benefitAmount: String(10 + 5 * numberOf(3 + (place % 20), 12)), inPlanNetworkIndicatorCode: 'Y' },
    })),
    ...(plan === 'medicare-secondary'
      ? [
          {
            code: 'R',
            serviceTypeCodes: ['30'],
            insuranceTypeCode: '12',
            benefitsRelatedEntities: [
              { entityIdentifier: 'Primary Payer', entityType: 'Non-Person Entity', entityName: 'GRANITE BASIC' },
            ],
          },
        ]
      : []),
  ];
  return {
    planDateInformation: { plan: `${year}0101-${year}1231` },
    // Made of codes alone; the codec writes what texts there are.
    benefitsInformation: benefits as EligibilityResponse['benefitsInformation'],
  };
}

function rejected(
  answer: EligibilityResponse,
  { code, level }: { readonly code: string; readonly level: Level | undefined },
): EligibilityResponse {
  const patient = (answer.dependents ?? []).length > 0 ? 'dependent' : 'subscriber';
  // Nobody is rejected who was not asked about.
  const at = level === undefined || level === 'dependent' ? patient : level;
  const aaaErrors = [{ field: 'AAA', code, followupAction: CORRECT }];
  if (at !== 'dependent') return { ...answer, [at]: { ...answer[at], aaaErrors } };
  const [dependent, ...others] = answer.dependents ?? [];
  return { ...answer, dependents: [{ ...dependent, aaaErrors }, ...others] as EligibilityResponse['dependents'] };
}

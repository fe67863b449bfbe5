import type { EligibilityResponse } from 'ediloom/eligibility';
import type { Fact, FactGroup } from '../blocks.js';
import { type AskedPeople, membersOf, type NamedMember } from './asked-people.js';
import { planBenefits } from './coverage.js';
import { addressLines, contactLines, personName } from './parties.js';
import { date, joined, lines, words } from './words.js';

type Member = NonNullable<EligibilityResponse['subscriber']>;

/** Who is asked about, by whom, and whose plan it is. @param asked whom the answer may leave unnamed. */
export function factGroups(response: EligibilityResponse, asked?: AskedPeople): readonly FactGroup[] {
  const { subscriber, dependents } = membersOf(response, asked);
  const [dependent] = dependents;
  const groups: readonly FactGroup[] = [
    memberGroup(dependent === undefined ? 'Patient (the subscriber)' : 'Subscriber', subscriber),
    ...dependents.map((one) => memberGroup('Patient (a dependent)', one)),
    { title: 'Plan', facts: planFacts(response, response.dependents[0] ?? response.subscriber ?? {}) },
    { title: 'Plan dates', facts: dateFacts(response) },
    { title: 'Payer', facts: payerFacts(response) },
    { title: 'Provider', facts: providerFacts(response) },
  ];
  return groups.filter(({ facts }) => facts.length > 0);
}

const GENDERS: Readonly<Record<string, string>> = { M: 'Male', F: 'Female', U: 'Not stated' };

function memberGroup(title: string, { member, isAsked }: NamedMember): FactGroup {
  return { title: isAsked ? `${title}, as asked about` : title, facts: memberFacts(member) };
}

function memberFacts(member: Member): readonly Fact[] {
  const { gender, address, dateOfBirth } = member;
  return given([
    ['Name', personName(member)],
    ['Member ID', member.memberId],
    ['Date of birth', dateOfBirth && date(dateOfBirth)],
    ['Gender', gender && (GENDERS[gender] ?? gender)],
    ['Relation', member.insuredIndicator === 'Y' ? undefined : member.relationToSubscriber],
    ['Address', address && addressLines(address)],
  ]);
}

/** Never shown: who has to know them has them elsewhere. */
const SECRET_REFERENCES: ReadonlySet<string> = new Set([
  ...['socialSecurityNumber', 'federalTaxpayersIdentificationNumber', 'personalIdentificationNumber'],
  ...['userIdentification', 'electronicDevicePin', 'submitterIdentificationNumber'],
]);
/** Shown in the facts before the rest. */
const FIRST_REFERENCES: ReadonlySet<string> = new Set([
  ...['planNumber', 'planDescription', 'groupNumber', 'groupDescription', 'memberId'],
  ...['planNetworkIdNumber', 'planNetworkIdDescription'],
]);

/** The names of a plan and its kinds of insurance, which benefits need not say again. */
export function planNames({ benefitsInformation = [] }: EligibilityResponse): ReadonlySet<string> {
  return new Set(
    planBenefits(benefitsInformation).flatMap(({ planCoverage, insuranceType, insuranceTypeCode }) =>
      [planCoverage, insuranceType ?? insuranceTypeCode].flatMap((name) => name ?? []),
    ),
  );
}

function planFacts({ planInformation = {}, benefitsInformation = [] }: EligibilityResponse, member: Member) {
  const plans = planBenefits(benefitsInformation);
  const { planNumber = member.planNumber, planDescription = member.planDescription } = planInformation;
  const { groupNumber = member.groupNumber, groupDescription = member.groupDescription } = planInformation;
  const { planNetworkIdNumber = member.planNetworkIdNumber } = planInformation;
  const { planNetworkIdDescription = member.planNetworkDescription } = planInformation;
  const rest = Object.entries(planInformation).filter(
    ([name]) => !SECRET_REFERENCES.has(name) && !FIRST_REFERENCES.has(name),
  );
  return given([
    ['Plan', lines([planDescription, ...plans.map(({ planCoverage }) => planCoverage)])],
    ['Insurance', lines(plans.map(({ insuranceType, insuranceTypeCode }) => insuranceType ?? insuranceTypeCode))],
    ['Plan number', planNumber],
    ['Group', joined([groupNumber, groupDescription], ', ')],
    ['Network', joined([planNetworkIdNumber, planNetworkIdDescription], ', ')],
    ...rest.map(([name, value]) => [words(name), value] as const),
  ]);
}

function dateFacts({ planDateInformation = {} }: EligibilityResponse): readonly Fact[] {
  return given(Object.entries(planDateInformation).map(([name, value]) => [words(name), value && date(value)]));
}

function payerFacts({ payer = {} }: EligibilityResponse): readonly Fact[] {
  return given([
    ['Name', joined([payer.firstName, payer.name ?? payer.lastName], ' ')],
    ['Payer ID', payer.payorIdentification ?? payer.naic ?? payer.centersForMedicareAndMedicaidPlanId],
    ['Contact', payer.contactInformation && contactLines(payer.contactInformation)],
  ]);
}

function providerFacts({ provider = {} }: EligibilityResponse): readonly Fact[] {
  return given([
    ['Name', joined([provider.providerFirstName, provider.providerOrgName ?? provider.providerName], ' ')],
    ['NPI', provider.npi],
    ['Provider no.', provider.serviceProviderNumber],
    ['Taxonomy', provider.referenceIdentification],
    ['Address', provider.address && addressLines(provider.address)],
  ]);
}

function given(facts: readonly (readonly [string, string | undefined])[]): readonly Fact[] {
  return facts.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [[label, value] as const]));
}

import type fastCheck from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { ClaimType } from '../claims/claim-type.js';
import { requireForm } from '../model/check-options.js';
import type { JsonObject } from '../model/json.js';
import { amount, type DrawnLine, drawnLine, type LineAround, paidOf, soundLine } from './claims/sound-lines.js';
import { day, people } from './claims/sound-people.js';

type Fc = typeof fastCheck;

export interface SoundClaimsOptions {
  /** How many lines each claim has. Default: 1 to 5. */
  readonly lines?: number;
}

/**
 * Claims that break no rule, for fast-check, which is handed in: amounts add up, what another payer has paid balances to the cent, numbers
 * pass their checks, dates are in order and of 2025. Fewer properties than `claimRequests` has: what claims are made of every day. The data is
 * made up.
 */
export function soundClaims(fc: Fc, type: ClaimType, { lines }: SoundClaimsOptions = {}): Arbitrary<JsonObject> {
  requireForm('soundClaims', 'fc', fc?.record, 'function');
  const drawn = fc.record({
    parties: drawnParties(fc, type),
    lines: fc.array(drawnLine(fc), { minLength: lines ?? 1, maxLength: lines ?? 5 }),
    claim: drawnClaim(fc),
  });
  return drawn.map(({ parties, lines, claim }) => requestOf(type, parties, lines, claim));
}

interface Parties {
  readonly submitter: JsonObject;
  readonly billing: JsonObject;
  readonly patient: JsonObject;
  readonly memberId: string;
  /** The subscriber is another person. */
  readonly isDependent: boolean;
  readonly providers: JsonObject;
  readonly facility: JsonObject | undefined;
}

function drawnParties(fc: Fc, type: ClaimType): Arbitrary<Parties> {
  const { address, employerId, memberId, npi, organizationName, patient, phoneNumber, provider } = people(fc);
  const contactInformation = fc.record({ name: fc.constant('CLAIMS DESK'), phoneNumber });
  const id = type === 'institutional' ? 'taxId' : 'submitterIdentification';
  const specialty = type === 'dental' ? '1223G0001X' : '207Q00000X';
  const providers: Readonly<Record<ClaimType, Readonly<Record<string, Arbitrary<JsonObject>>>>> = {
    professional: { rendering: provider(specialty), referring: provider(), supervising: provider() },
    institutional: { attending: provider(specialty), operatingPhysician: provider(), rendering: provider() },
    dental: { rendering: provider(specialty), referring: provider(), assistantSurgeon: provider(specialty) },
  };
  const facilityNpi = type === 'institutional' ? 'identificationCode' : 'npi';
  return fc.record({
    submitter: fc.record({ organizationName, contactInformation, [id]: memberId }) as Arbitrary<JsonObject>,
    billing: fc.record({
      ...{ organizationName, npi, employerId, address, taxonomyCode: fc.constant(specialty) },
    }) as Arbitrary<JsonObject>,
    patient,
    memberId,
    isDependent: fc.boolean(),
    // A bill of a hospital names who attends; all others are where they are needed.
    providers: fc.record(providers[type], {
      requiredKeys: type === 'institutional' ? ['attending'] : [],
    }) as Arbitrary<JsonObject>,
    facility: fc.option(fc.record({ organizationName, [facilityNpi]: npi, address }) as Arbitrary<JsonObject>, {
      nil: undefined,
    }),
  });
}

interface ClaimDraw {
  readonly number: number;
  readonly serviceDate: string;
  readonly replaces: boolean;
  /** Another payer has decided before. */
  readonly isSecondary: boolean;
  readonly diagnoses: readonly string[];
  readonly note: boolean;
}

function drawnClaim(fc: Fc): Arbitrary<ClaimDraw> {
  return fc.record({
    number: fc.integer({ min: 1, max: 99_999_999 }),
    serviceDate: day(fc, 2025, 2025),
    replaces: fc.boolean(),
    isSecondary: fc.boolean(),
    diagnoses: fc.uniqueArray(fc.constantFrom('J069', 'I10', 'E785', 'K3580', 'R1031', 'M545'), {
      ...{ minLength: 1, maxLength: 4 },
    }),
    note: fc.boolean(),
  });
}

const OTHER_PAYER = '99902';

function requestOf(type: ClaimType, parties: Parties, drawn: readonly DrawnLine[], claim: ClaimDraw): JsonObject {
  const around: LineAround = {
    serviceDate: claim.serviceDate,
    diagnoses: claim.diagnoses.length,
    other: claim.isSecondary ? { id: OTHER_PAYER, decided: '20260105' } : undefined,
  };
  const claimInformation: JsonObject = {
    patientControlNumber: `PCN${claim.number}`,
    claimChargeAmount: amount(sum(drawn.map(({ cents }) => cents))),
    ...{ claimFilingCode: 'CI', claimFrequencyCode: claim.replaces ? '7' : '1', planParticipationCode: 'A' },
    ...{ benefitsAssignmentCertificationIndicator: 'Y', releaseInformationCode: 'Y' },
    ...(claim.replaces ? { claimSupplementalInformation: { claimControlNumber: `ICN${claim.number}` } } : {}),
    ...(parties.facility === undefined ? {} : { serviceFacilityLocation: parties.facility }),
    ...OF_TYPE[type](claim),
    ...(claim.isSecondary ? { otherSubscriberInformation: otherSubscriber(type, drawn) } : {}),
    serviceLines: drawn.map((line, at) => soundLine(type, line, at, around)),
  };
  return {
    ...{
      tradingPartnerServiceId: '99901',
      tradingPartnerName: 'NORTH HEALTH',
      receiver: { organizationName: 'NORTH HEALTH' },
    },
    ...{ submitter: parties.submitter, billing: parties.billing, ...parties.providers },
    ...patients(parties, claim),
    claimInformation,
  };
}

function patients({ patient, memberId, isDependent }: Parties, { isSecondary }: ClaimDraw): JsonObject {
  const coverage: JsonObject = { memberId, paymentResponsibilityLevelCode: isSecondary ? 'S' : 'P' };
  if (!isDependent) return { subscriber: { ...coverage, ...patient } };
  const subscriber: JsonObject = { ...coverage, firstName: 'PAUL', lastName: 'HART', groupNumber: 'G100' };
  return { subscriber, dependent: { ...patient, relationshipToSubscriberCode: '19' } };
}

/** What only one type has. */
const OF_TYPE: Readonly<Record<ClaimType, (claim: ClaimDraw) => JsonObject>> = {
  professional: ({ diagnoses, note }) => ({
    ...{ placeOfServiceCode: '11', signatureIndicator: 'Y', healthCareCodeInformation: coded(diagnoses) },
    ...(note ? { claimNote: { additionalInformation: 'SEE CHART' } } : {}),
  }),
  institutional: ({ diagnoses: [principal = 'J069', ...others], serviceDate, note }) => ({
    placeOfServiceCode: '13',
    claimCodeInformation: { admissionTypeCode: '1', admissionSourceCode: '1', patientStatusCode: '01' },
    claimDateInformation: { statementBeginDate: serviceDate, statementEndDate: serviceDate },
    principalDiagnosis: { qualifierCode: 'ABK', principalDiagnosisCode: principal },
    ...(others.length === 0
      ? {}
      : {
          otherDiagnosisInformationList: [
            others.map((otherDiagnosisCode) => ({ qualifierCode: 'ABF', otherDiagnosisCode })),
          ],
        }),
    ...(note ? { billingNote: 'SEE CHART' } : {}),
  }),
  dental: ({ diagnoses, note }) => ({
    ...{ placeOfServiceCode: '11', signatureIndicator: 'Y', healthCareCodeInformation: coded(diagnoses) },
    ...(note ? { claimNotes: ['SEE CHART'] } : {}),
  }),
};

function coded(diagnoses: readonly string[]): JsonObject[] {
  return diagnoses.map((diagnosisCode, at) => ({ diagnosisTypeCode: at === 0 ? 'ABK' : 'ABF', diagnosisCode }));
}

function otherSubscriber(type: ClaimType, lines: readonly DrawnLine[]): JsonObject | JsonObject[] {
  const other: JsonObject = {
    ...{ paymentResponsibilityLevelCode: 'P', individualRelationshipCode: '18', claimFilingIndicatorCode: 'BL' },
    ...{ payerPaidAmount: amount(sum(lines.map(paidOf))), benefitsAssignmentCertificationIndicator: 'Y' },
    releaseOfInformationCode: 'Y',
    otherSubscriberName: {
      ...{ otherInsuredQualifier: '1', otherInsuredLastName: 'HART', otherInsuredFirstName: 'MINA' },
      ...{ otherInsuredIdentifierTypeCode: 'MI', otherInsuredIdentifier: 'OTH777' },
    },
    otherPayerName: {
      ...{ otherPayerOrganizationName: 'FIRST PLAN', otherPayerIdentifierTypeCode: 'PI' },
      otherPayerIdentifier: OTHER_PAYER,
    },
  };
  return type === 'institutional' ? other : [other];
}

function sum(all: readonly number[]): number {
  return all.reduce((total, one) => total + one, 0);
}

import type { JsonObject } from '../../model/json.js';
import type { Warn } from '../claim-problem.js';
import type { ClaimType } from '../claim-type.js';
import { facilityOfClaim, placeOfLine, renderingByNpi } from './equal-places.js';
import {
  atMost,
  entriesAtMost,
  extensionOfPhone,
  leftOut,
  nameWithNumber,
  numberedProviders,
  onlyYes,
  organizationFirst,
  threeNumbers,
  wholePair,
} from './exclusions.js';
import { filledWith, intoList, oneOf, onlyWithout, renamed } from './homes.js';
import { institutionalHomes, numberWithQualifier, qualifiedAs } from './institutional-homes.js';
import {
  organizationOnly,
  otherSubscriberAlone,
  payerNamed,
  personOnly,
  planNumbersOfBilling,
  statementOfOneDay,
  submitterFromBilling,
  subscriberBesideDependent,
} from './own-steps.js';
import { orderingToLines, providersByRole } from './provider-list.js';
import { numbersAsList } from './provider-numbers.js';
import { each, eachLine, inOrder, type Step, within } from './step.js';

/** The normal form of a request: what another request that says the same comes to as well. */
export function normalClaim(type: ClaimType, request: JsonObject, warn: Warn): JsonObject {
  return FOR_ALL(STEPS[type](request, warn), warn);
}

/** A contact of those kinds of numbers. */
function contact(...numbers: readonly string[]): Step {
  return within('contactInformation', inOrder(extensionOfPhone, nameWithNumber('name', numbers)));
}
const CONTACT = contact('phoneNumber', 'faxNumber', 'email');
const CONTACT_OF_PERSON = contact('phoneNumber');

/** HCP09 and HCP10, HCP11 and HCP12: an element and its qualifier. */
function pairsOfPricing(service: string, unit: string): Step {
  return inOrder(wholePair(service, 'repricedApprovedHCPCSCode'), wholePair(unit, 'repricedApprovedServiceUnitCount'));
}

const REPORT = leftOut('attachmentId');

/** What all three have. */
const FOR_ALL = inOrder(
  leftOut('usageIndicator'),
  payerNamed,
  within(
    'tradingPartnerSecondaryIdentifiers',
    atMost(3, ['payerIdentificationNumber', 'employerIdentificationNumber', 'claimOfficeNumber', 'naic']),
  ),
  within('subscriber', organizationFirst),
  ...['submitter', 'billing'].map((name) => within(name, CONTACT)),
  ...['subscriber', 'dependent'].map((name) => within(name, CONTACT_OF_PERSON)),
  within(
    'claimInformation',
    inOrder(
      within('serviceFacilityLocation', inOrder(extensionOfPhone, nameWithNumber('phoneName', ['phoneNumber']))),
      within('claimSupplementalInformation', each('reportInformations', REPORT)),
      each(
        'serviceLines',
        inOrder(
          leftOut('assignedNumber'),
          each('serviceLineSupplementalInformation', REPORT),
          each('serviceLineSupplementalInformations', REPORT),
        ),
      ),
    ),
  ),
  subscriberBesideDependent,
);

/** Professional and dental. */
const PRACTICE = inOrder(
  filledWith('claimIdentifier', 'CH'),
  within(
    'subscriber',
    inOrder(
      filledWith('paymentResponsibilityLevelCode', 'P'),
      oneOf('groupNumber', 'policyNumber'),
      renamed('policyNumber', 'groupNumber'),
      onlyWithout('subscriberGroupName', ['groupNumber']),
    ),
  ),
  within(
    'claimInformation',
    inOrder(
      intoList('fileInformation', 'fileInformationList', 'last'),
      within('claimSupplementalInformation', intoList('reportInformation', 'reportInformations', 'first')),
      each('otherSubscriberInformation', onlyWithout('otherInsuredGroupName', ['insuranceGroupOrPolicyNumber'])),
    ),
  ),
  planNumbersOfBilling,
  submitterFromBilling('submitterIdentification'),
  within('submitter', organizationFirst),
  within('billing', inOrder(organizationFirst, oneOf('employerId', 'ssn'))),
  within('rendering', organizationFirst),
  within('dependent', oneOf('memberId', 'ssn')),
  within('payToPlan', wholePair('secondaryIdentifierTypeCode', 'secondaryIdentifier')),
  eachLine(within('renderingProvider', organizationFirst)),
  within(
    'claimInformation',
    inOrder(
      onlyYes('patientSignatureSourceCode', 'homeboundIndicator', 'predeterminationOfBenefits'),
      each(
        'otherSubscriberInformation',
        inOrder(
          onlyYes('patientSignatureGeneratedForPatient'),
          within('otherPayerName', onlyYes('otherPayerClaimAdjustmentIndicator')),
          inOrder(
            ...[
              ...['otherPayerRenderingProvider', 'otherPayerServiceFacilityLocation'],
              ...['otherPayerSupervisingProvider', 'otherPayerBillingProvider'],
            ].map((list) => entriesAtMost(1, [list])),
          ),
          numberedProviders({
            otherPayerReferringProvider: 'otherPayerReferringProviderIdentifier',
            otherPayerRenderingProvider: 'otherPayerRenderingProviderSecondaryIdentifier',
            otherPayerServiceFacilityLocation: 'otherPayerServiceFacilityLocationSecondaryIdentifier',
            otherPayerSupervisingProvider: 'otherPayerSupervisingProviderIdentifier',
            otherPayerBillingProvider: 'otherPayerBillingProviderIdentifier',
          }),
        ),
      ),
    ),
  ),
);

const ALL = ['0B', '1G', 'G2', 'LU'];
const LINE_PROVIDERS: Readonly<Record<string, readonly string[]>> = {
  renderingProvider: ALL,
  purchasedServiceProvider: ['0B', '1G', 'G2'],
  supervisingProvider: ALL,
  orderingProvider: ['0B', '1G', 'G2'],
  referringProvider: ['0B', '1G', 'G2'],
};

const PROFESSIONAL = inOrder(
  providersByRole('professional'),
  orderingToLines,
  PRACTICE,
  within(
    'claimInformation',
    within(
      'claimNote',
      oneOf(
        ...['additionalInformation', 'certificationNarrative'],
        ...['goalRehabOrDischargePlans', 'diagnosisDescription', 'thirdPartOrgNotes'],
      ),
    ),
  ),
  within('referring', personOnly),
  within('supervising', personOnly),
  eachLine(
    inOrder(
      ...Object.entries(LINE_PROVIDERS).map(([name, qualifiers]) => within(name, numbersAsList(qualifiers))),
      ...['supervisingProvider', 'orderingProvider', 'referringProvider'].map((name) => within(name, personOnly)),
      within('orderingProvider', inOrder(CONTACT, threeNumbers)),
      oneOf('additionalNotes', 'goalRehabOrDischargePlans'),
      within('drugIdentification', oneOf('pharmacyPrescriptionNumber', 'linkSequenceNumber')),
    ),
  ),
  placeOfLine('professionalService'),
  renderingByNpi,
  facilityOfClaim('npi'),
);

const DENTAL = inOrder(
  PRACTICE,
  within('billing', oneOf('commercialNumber', 'locationNumber')),
  within('claimInformation', filledWith('planParticipationCode', 'A')),
  within(
    'claimInformation',
    within('orthodonticTotalMonthsOfTreatment', onlyWithout('treatmentIndicator', ['monthsCount', 'monthsRemaining'])),
  ),
  eachLine(within('serviceLineDateInformation', oneOf('priorPlacementDate', 'estimatedPriorPlacementDate'))),
  eachLine(within('linePricingRepricingInformation', pairsOfPricing('serviceIdQualifier', 'measurementUnitCode'))),
  placeOfLine('dentalService'),
  facilityOfClaim('npi'),
);

/** NTE of the claim, in the order in which they are written. */
const NOTES = [
  ...['allergies', 'goalRehabOrDischargePlans', 'diagnosisDescription', 'dme', 'medications'],
  ...['nutritionalRequirments', 'ordersForDiscipLinesAndTreatments', 'functionalLimitsOrReasonHomebound'],
  ...['reasonsPatientLeavesHome', 'timesAndReasonsPatientNotAtHome', 'unusualHomeOrSocialEnv', 'safetyMeasures'],
  ...['supplementalPlanOfTreatment', 'updatedInformation'],
];

/** Providers by what the qualifier of their number is called. */
const PAIRS = {
  secondaryIdentificationQualifierCode: {
    claim: ['billing', 'attending', 'rendering', 'referring'],
    line: ['renderingProvider', 'referringProvider'],
  },
  identificationQualifierCode: {
    claim: ['operatingPhysician', 'otherOperatingPhysician'],
    line: ['operatingPhysician', 'otherOperatingPhysician'],
  },
};

const WHOLE_PAIRS = inOrder(
  ...Object.entries(PAIRS).flatMap(([qualifier, { claim, line }]) => {
    const pair = wholePair(qualifier, 'secondaryIdentifier');
    return [...claim.map((name) => within(name, pair)), eachLine(inOrder(...line.map((name) => within(name, pair))))];
  }),
  within(
    'claimInformation',
    within('serviceFacilityLocation', wholePair('secondaryIdentificationQualifierCode', 'secondaryIdentifier')),
  ),
);

/** Who refers has no number of a place. */
const OF_REFERRING = ['0B', '1G', 'G2'];

const INSTITUTIONAL = inOrder(
  filledWith('claimIdentifier', 'CH'),
  providersByRole('institutional'),
  within(
    'subscriber',
    inOrder(
      oneOf('groupNumber', 'policyNumber'),
      renamed('policyNumber', 'groupNumber'),
      oneOf('memberId', 'standardHealthId'),
    ),
  ),
  institutionalHomes,
  WHOLE_PAIRS,
  within('receiver', oneOf('receiverId', 'taxId')),
  within(
    'billing',
    inOrder(
      organizationOnly,
      qualifiedAs('G2', 'LU'),
      onlyWithout('commercialNumber', ['secondaryIdentifier']),
      onlyWithout('locationNumber', ['secondaryIdentifier', 'commercialNumber']),
      numberWithQualifier(['G2', 'LU'], 'singles'),
    ),
  ),
  within('rendering', numberWithQualifier(ALL, 'singles')),
  within('referring', inOrder(qualifiedAs(...OF_REFERRING), numberWithQualifier(OF_REFERRING, 'singles'))),
  eachLine(
    inOrder(
      within('renderingProvider', numberWithQualifier(ALL, 'references')),
      within(
        'referringProvider',
        inOrder(qualifiedAs(...OF_REFERRING), numberWithQualifier(OF_REFERRING, 'references')),
      ),
    ),
  ),
  submitterFromBilling('taxId'),
  within('billingPayToPlanName', oneOf('payerIdentificationNumber', 'claimOfficeNumber', 'naic')),
  eachLine(within('drugIdentification', oneOf('pharmacyPrescriptionNumber', 'linkSequenceNumber'))),
  eachLine(
    within(
      'lineRepricingInformation',
      pairsOfPricing('productOrServiceIDQualifier', 'repricedApprovedServiceUnitCode'),
    ),
  ),
  within(
    'claimInformation',
    inOrder(
      within(
        'claimPricingInformation',
        wholePair('repricedApprovedServiceUnitCode', 'repricedApprovedServiceUnitCount'),
      ),
      within('claimSupplementalInformation', intoList('reportInformation', 'reportInformations', 'first')),
      within('claimNotes', entriesAtMost(10, NOTES)),
      within('otherSubscriberInformation', within('otherPayerName', onlyYes('otherPayerClaimAdjustmentIndicator'))),
      each('otherSubscriberInformation', within('otherPayerName', onlyYes('otherPayerClaimAdjustmentIndicator'))),
      otherSubscriberAlone,
      statementOfOneDay,
    ),
  ),
  facilityOfClaim('identificationCode'),
);

const STEPS: Readonly<Record<ClaimType, Step>> = {
  professional: PROFESSIONAL,
  institutional: INSTITUTIONAL,
  dental: DENTAL,
};

import type { ClaimType } from './claim-type.js';
import type { DentalClaim } from './types/dental-claim.js';
import type { InstitutionalClaim } from './types/institutional-claim.js';
import type { ProfessionalClaim } from './types/professional-claim.js';

interface Requests {
  readonly professional: ProfessionalClaim;
  readonly institutional: InstitutionalClaim;
  readonly dental: DentalClaim;
}

/** A claim to begin with, of nobody: an office visit, a day in a hospital's outpatient department, a filling. It keeps all rules of its type. */
export function claimExample<Type extends ClaimType>(type: Type): Requests[Type] {
  return EXAMPLES[type];
}

const SUBMITTER = {
  organizationName: 'Lake Clinic',
  contactInformation: { name: 'Billing Office', phoneNumber: '6125550140' },
} as const;

const BILLING = {
  organizationName: 'Lake Clinic',
  npi: '1999999984',
  employerId: '412345678',
  address: { address1: '12 Shore Road', city: 'Duluth', state: 'MN', postalCode: '558020012' },
} as const;

const SUBSCRIBER = {
  memberId: 'AETNA12345',
  firstName: 'Jane',
  lastName: 'Doe',
  dateOfBirth: '20040404',
  gender: 'F',
  paymentResponsibilityLevelCode: 'P',
  address: { address1: '5 Oak Avenue', city: 'Duluth', state: 'MN', postalCode: '558030005' },
} as const;

const AGREED = {
  claimFilingCode: 'CI',
  claimFrequencyCode: '1',
  signatureIndicator: 'Y',
  benefitsAssignmentCertificationIndicator: 'Y',
  releaseInformationCode: 'Y',
} as const;

const PROFESSIONAL: ProfessionalClaim = {
  tradingPartnerServiceId: '60054',
  submitter: { ...SUBMITTER, submitterIdentification: 'LAKECLINIC' },
  receiver: { organizationName: 'Aetna' },
  billing: { ...BILLING, taxonomyCode: '261QP2300X' },
  subscriber: SUBSCRIBER,
  claimInformation: {
    ...AGREED,
    patientControlNumber: 'VISIT-1001',
    claimChargeAmount: '128.50',
    placeOfServiceCode: '11',
    planParticipationCode: 'A',
    healthCareCodeInformation: [{ diagnosisTypeCode: 'ABK', diagnosisCode: 'J029' }],
    serviceLines: [
      {
        serviceDate: '20260112',
        professionalService: {
          procedureIdentifier: 'HC',
          procedureCode: '99213',
          lineItemChargeAmount: '128.50',
          measurementUnit: 'UN',
          serviceUnitCount: '1',
          compositeDiagnosisCodePointers: { diagnosisCodePointers: ['1'] },
        },
        providerControlNumber: 'VISIT-1001-1',
      },
    ],
  },
};

const INSTITUTIONAL: InstitutionalClaim = {
  tradingPartnerServiceId: '60054',
  submitter: { ...SUBMITTER, taxId: 'LAKECLINIC' },
  receiver: { organizationName: 'Aetna' },
  billing: { ...BILLING, taxonomyCode: '282N00000X' },
  subscriber: SUBSCRIBER,
  attending: { firstName: 'Amy', lastName: 'Cole', npi: '1999999984' },
  claimInformation: {
    claimFilingCode: 'CI',
    claimFrequencyCode: '1',
    benefitsAssignmentCertificationIndicator: 'Y',
    releaseInformationCode: 'Y',
    planParticipationCode: 'A',
    patientControlNumber: 'DAY-1002',
    claimChargeAmount: '310.00',
    placeOfServiceCode: '13',
    claimCodeInformation: { admissionTypeCode: '3', admissionSourceCode: '1', patientStatusCode: '01' },
    claimDateInformation: { statementBeginDate: '20260112', statementEndDate: '20260112' },
    principalDiagnosis: { qualifierCode: 'ABK', principalDiagnosisCode: 'S8001XA' },
    serviceLines: [
      {
        serviceDate: '20260112',
        lineItemControlNumber: 'DAY-1002-1',
        institutionalService: {
          serviceLineRevenueCode: '0320',
          procedureIdentifier: 'HC',
          procedureCode: '73560',
          lineItemChargeAmount: '310.00',
          measurementUnit: 'UN',
          serviceUnitCount: '1',
        },
      },
    ],
  },
};

const DENTAL: DentalClaim = {
  tradingPartnerServiceId: '60054',
  submitter: { ...SUBMITTER, submitterIdentification: 'LAKECLINIC' },
  receiver: { organizationName: 'Aetna' },
  billing: { ...BILLING, taxonomyCode: '122300000X' },
  subscriber: SUBSCRIBER,
  claimInformation: {
    ...AGREED,
    planParticipationCode: 'A',
    patientControlNumber: 'TOOTH-1003',
    claimChargeAmount: '175.00',
    placeOfServiceCode: '11',
    serviceLines: [
      {
        serviceDate: '20260112',
        providerControlNumber: 'TOOTH-1003-1',
        dentalService: { procedureCode: 'D2391', lineItemChargeAmount: '175.00', procedureCount: 1 },
        teethInformation: [{ toothCode: '3', toothSurfaceCodes: ['O'] }],
      },
    ],
  },
};

const EXAMPLES: Requests = { professional: PROFESSIONAL, institutional: INSTITUTIONAL, dental: DENTAL };

import type { FormSchema, StringSchema } from '../../form/form-schema.js';
import {
  PLACE_OF_SERVICE_CODES,
  PROCEDURE_QUALIFIERS,
  PROVIDER_CODES,
  PROVIDER_QUALIFIERS,
  PROVIDER_TYPES,
  RECEIVER_CODES,
  SERVICE_TYPE_CODES,
  STATE_CODES,
} from './request-codes.js';

const ALPHANUMERIC = '^[A-Za-z0-9]+$';
const DATE: StringSchema = { type: 'string', pattern: '^\\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])$' };
const NINE_DIGITS: StringSchema = { type: 'string', pattern: '^\\d{9}$' };
const ANY: StringSchema = { type: 'string' };

function text(minLength: number, maxLength: number, pattern?: string): StringSchema {
  return { type: 'string', minLength, maxLength, ...(pattern === undefined ? {} : { pattern }) };
}

function code(codes: readonly string[]): StringSchema {
  return { type: 'string', enum: codes };
}

function list(items: FormSchema, maxItems: number): FormSchema {
  return { type: 'array', items, minItems: 1, maxItems };
}

function object(properties: Readonly<Record<string, FormSchema>>, required: readonly string[] = []): FormSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

function deprecated(schema: StringSchema): StringSchema {
  return { ...schema, deprecated: true };
}

const ADDRESS = {
  address1: text(1, 55),
  address2: text(1, 55),
  city: text(2, 30),
  state: code(STATE_CODES),
  postalCode: text(5, 9),
  countryCode: text(2, 2),
  countrySubDivisionCode: text(1, 3),
};

const FULL_ADDRESS = object(ADDRESS, ['address1', 'city']);

const PROVIDER_NUMBERS = {
  address: FULL_ADDRESS,
  contactNumber: deprecated(text(1, 50)),
  contractNumber: text(1, 50),
  devicePinNumber: text(1, 50),
  facilityIdNumber: text(1, 50),
  facilityNetworkIdNumber: text(1, 50),
  informationReceiverAdditionalIdentifierState: text(1, 80),
  medicaidProviderNumber: text(1, 50),
  medicareProviderNumber: text(1, 50),
  priorIdentifierNumber: text(1, 50),
  providerPlanNetworkIdNumber: text(1, 50),
  stateLicenceNumber: text(1, 50),
  submitterIdNumber: text(1, 50),
};

const ADDITIONAL_IDENTIFICATION = object({
  agencyClaimNumber: text(1, 50),
  contractNumber: text(1, 50),
  healthInsuranceClaimNumber: text(1, 50),
  identificationCardSerialNumber: text(1, 50),
  insurancePolicyNumber: text(1, 50),
  medicalRecordIdentificationNumber: text(1, 50),
  memberIdentificationNumber: text(1, 50),
  patientAccountNumber: text(1, 50),
  planNetworkIdentificationNumber: text(1, 50),
  planNumber: text(1, 50),
  policyNumber: text(1, 50),
});

const DIAGNOSIS = object(
  { diagnosisCode: text(1, 30, ALPHANUMERIC), diagnosisTypeCode: code(['BK', 'ABK', 'BF', 'ABF']) },
  ['diagnosisCode', 'diagnosisTypeCode'],
);

const PERSON = {
  additionalIdentification: ADDITIONAL_IDENTIFICATION,
  beginningCardIssueDate: DATE,
  beginningPlanIssueDate: DATE,
  dateOfBirth: DATE,
  endCardIssueDate: DATE,
  endPlanIssueDate: DATE,
  firstName: text(1, 35),
  gender: code(['M', 'F']),
  groupNumber: text(1, 50),
  healthCareCodeInformation: list(DIAGNOSIS, 8),
  idCard: text(1, 50),
  idCardIssueDate: DATE,
  lastName: text(1, 60),
  memberId: text(2, 80, '^[A-Za-z0-9- ]+$'),
  middleName: text(1, 25),
  planIssueDate: DATE,
  providerCode: code(PROVIDER_CODES),
  providerIdentifier: text(1, 50, ALPHANUMERIC),
  referenceIdentificationQualifier: code(PROVIDER_QUALIFIERS),
  ssn: NINE_DIGITS,
  suffix: text(1, 10),
};

const SUBSCRIBER = object({
  ...PERSON,
  // Without street and city only for the payer MBILUNOSSN, which wants the state: a rule says so.
  address: object(ADDRESS),
  birthSequenceNumber: text(1, 9, '^[0-9]$'),
  caseNumber: text(1, 50, ALPHANUMERIC),
  coverageLevelCode: ANY,
  medicaidRecipientIdentificationNumber: text(1, 50, ALPHANUMERIC),
  spendDownAmount: text(1, 15),
  spendDownTotalBilledAmount: text(1, 15),
});

const DEPENDENT = object({
  ...PERSON,
  address: FULL_ADDRESS,
  birthSequenceNumber: text(1, 9, '^[0-9]+$'),
  eligibilityCategory: text(1, 50),
  individualRelationshipCode: code(['01', '19', '34']),
  issueNumber: text(1, 50),
  memberId: deprecated(PERSON.memberId),
});

const PROCEDURE = {
  diagnosisCodePointer: list(text(1, 1, '^[1-8]$'), 4),
  procedureCode: text(1, 48),
  procedureModifiers: list(text(2, 2), 4),
  productOrServiceIDQualifier: code(PROCEDURE_QUALIFIERS),
};

const ENCOUNTER = object({
  ...PROCEDURE,
  beginningDateOfService: DATE,
  dateOfService: DATE,
  endDateOfService: DATE,
  industryCode: code(PLACE_OF_SERVICE_CODES),
  medicalProcedures: list(object(PROCEDURE, ['procedureCode', 'productOrServiceIDQualifier']), 98),
  priorAuthorizationOrReferralNumber: text(1, 50),
  referenceIdentificationQualifier: code(['9F', 'G1']),
  serviceTypeCodes: list(code(SERVICE_TYPE_CODES), 99),
});

const PROVIDER = object({
  ...PROVIDER_NUMBERS,
  employersId: deprecated(text(2, 80)),
  firstName: text(1, 35),
  lastName: text(1, 60),
  npi: text(10, 10, '^\\d{10}$'),
  organizationName: text(1, 60),
  payorId: text(2, 80),
  pharmacyProcessorNumber: text(2, 80),
  providerCode: code(RECEIVER_CODES),
  providerType: code(Object.values(PROVIDER_TYPES)),
  referenceIdentification: text(1, 50),
  serviceProviderNumber: text(2, 80),
  servicesPlanID: deprecated(text(2, 80)),
  ssn: NINE_DIGITS,
  taxId: NINE_DIGITS,
});

const INFORMATION_RECEIVER = object({
  ...PROVIDER_NUMBERS,
  federalTaxpayerIdentificationNumber: text(1, 50),
  nationalProviderIdentifier: text(1, 50),
  socialSecurityNumber: text(1, 50),
});

/** The JSON Schema of an eligibility request, as data; `checkRequest` also judges what a schema cannot say. */
export const eligibilityRequestSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Eligibility request',
  ...object(
    {
      controlNumber: deprecated(text(9, 9)),
      dependents: list(DEPENDENT, 1),
      eligibilitySearchId: ANY,
      encounter: ENCOUNTER,
      externalPatientId: { type: 'string', maxLength: 36 },
      informationReceiverName: INFORMATION_RECEIVER,
      portalPassword: text(1, 50),
      portalUsername: text(1, 50),
      provider: PROVIDER,
      submitterTransactionIdentifier: text(1, 50),
      subscriber: SUBSCRIBER,
      tradingPartnerName: text(1, 60),
      // NM109 has at least two characters.
      tradingPartnerServiceId: text(2, 80),
    },
    ['provider', 'subscriber', 'tradingPartnerServiceId'],
  ),
} as const;

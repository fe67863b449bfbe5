import type {
  PLACE_OF_SERVICE_CODES,
  PROCEDURE_QUALIFIERS,
  PROVIDER_CODES,
  PROVIDER_QUALIFIERS,
  PROVIDER_TYPES,
  RECEIVER_CODES,
  SERVICE_TYPE_CODES,
  STATE_CODES,
} from './request-codes.js';

/** `YYYYMMDD`. */
export type RequestDate = string;

/** A question to a payer: is this person covered, and for what? */
export interface EligibilityRequest {
  /** @deprecated Ignored: control numbers are made by whoever sends. */
  readonly controlNumber?: string;
  /** The payer's id; leading zeros count. */
  readonly tradingPartnerServiceId: string;
  /** The payer's name; default its id. */
  readonly tradingPartnerName?: string;
  /** The provider's login at the payer's portal. */
  readonly portalUsername?: string;
  readonly portalPassword?: string;
  /** Ties several checks of one person together; not sent. */
  readonly externalPatientId?: string;
  /** Not sent. */
  readonly eligibilitySearchId?: string;
  /** BHT03, by which the answer is found. Default: the option `transactionId`. */
  readonly submitterTransactionIdentifier?: string;
  /** @deprecated Use `provider`. */
  readonly informationReceiverName?: InformationReceiver;
  /** Who asks: a name and one identifier. */
  readonly provider: RequestProvider;
  /** At least one of memberId, dateOfBirth and lastName; a payer must search by these and firstName. */
  readonly subscriber: RequestSubscriber;
  /** At most one, and only who has no member id of their own. */
  readonly dependents?: readonly RequestDependent[];
  /** What is asked; default service type 30, health benefit plan coverage, today. */
  readonly encounter?: RequestEncounter;
}

export interface RequestAddress {
  readonly address1?: string;
  readonly address2?: string;
  readonly city?: string;
  readonly state?: (typeof STATE_CODES)[number];
  readonly postalCode?: string;
  readonly countryCode?: string;
  readonly countrySubDivisionCode?: string;
}

/** Numbers of who asks, that only some payers want. */
export interface ProviderNumbers {
  readonly contractNumber?: string;
  /** @deprecated Use `contractNumber`. */
  readonly contactNumber?: string;
  readonly devicePinNumber?: string;
  readonly facilityIdNumber?: string;
  readonly facilityNetworkIdNumber?: string;
  /** The state of `stateLicenceNumber`. */
  readonly informationReceiverAdditionalIdentifierState?: string;
  readonly medicaidProviderNumber?: string;
  readonly medicareProviderNumber?: string;
  readonly priorIdentifierNumber?: string;
  readonly providerPlanNetworkIdNumber?: string;
  readonly stateLicenceNumber?: string;
  readonly submitterIdNumber?: string;
  readonly address?: RequestAddress;
}

export interface RequestProvider extends ProviderNumbers {
  readonly organizationName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** Default `provider`. */
  readonly providerType?: (typeof PROVIDER_TYPES)[keyof typeof PROVIDER_TYPES];
  /** Ten digits, the last a check digit. */
  readonly npi?: string;
  readonly taxId?: string;
  readonly ssn?: string;
  readonly serviceProviderNumber?: string;
  readonly payorId?: string;
  readonly pharmacyProcessorNumber?: string;
  /** @deprecated */
  readonly servicesPlanID?: string;
  /** @deprecated */
  readonly employersId?: string;
  readonly providerCode?: (typeof RECEIVER_CODES)[number];
  /** Taxonomy code; needs `providerCode`. */
  readonly referenceIdentification?: string;
}

/** @deprecated Use the same members of `provider`. */
export interface InformationReceiver extends ProviderNumbers {
  readonly nationalProviderIdentifier?: string;
  readonly socialSecurityNumber?: string;
  readonly federalTaxpayerIdentificationNumber?: string;
}

/** What subscriber and dependent share. */
export interface RequestPerson {
  readonly memberId?: string;
  readonly firstName?: string;
  readonly middleName?: string;
  /** Without suffix. */
  readonly lastName?: string;
  readonly suffix?: string;
  readonly dateOfBirth?: RequestDate;
  readonly gender?: 'M' | 'F';
  readonly ssn?: string;
  readonly groupNumber?: string;
  /** When it differs from memberId. */
  readonly idCard?: string;
  readonly additionalIdentification?: AdditionalIdentification;
  readonly address?: RequestAddress;
  readonly birthSequenceNumber?: string;
  readonly idCardIssueDate?: RequestDate;
  readonly beginningCardIssueDate?: RequestDate;
  readonly endCardIssueDate?: RequestDate;
  readonly planIssueDate?: RequestDate;
  readonly beginningPlanIssueDate?: RequestDate;
  readonly endPlanIssueDate?: RequestDate;
  /** Another provider, such as the referring one: all three together. */
  readonly providerCode?: (typeof PROVIDER_CODES)[number];
  readonly referenceIdentificationQualifier?: (typeof PROVIDER_QUALIFIERS)[number];
  readonly providerIdentifier?: string;
  /** Codes without dot; the first ABK, the others ABF. */
  readonly healthCareCodeInformation?: readonly RequestDiagnosis[];
}

export interface RequestSubscriber extends RequestPerson {
  readonly caseNumber?: string;
  readonly medicaidRecipientIdentificationNumber?: string;
  /** Not sent. */
  readonly coverageLevelCode?: string;
  readonly spendDownAmount?: string;
  readonly spendDownTotalBilledAmount?: string;
}

export interface RequestDependent extends Omit<RequestPerson, 'memberId'> {
  /** @deprecated Not sent: who has a member id is a subscriber. */
  readonly memberId?: string;
  /** 01 spouse, 19 child, 34 other adult. */
  readonly individualRelationshipCode?: '01' | '19' | '34';
  readonly issueNumber?: string;
  readonly eligibilityCategory?: string;
}

export interface AdditionalIdentification {
  readonly agencyClaimNumber?: string;
  readonly contractNumber?: string;
  readonly healthInsuranceClaimNumber?: string;
  readonly identificationCardSerialNumber?: string;
  readonly insurancePolicyNumber?: string;
  readonly medicalRecordIdentificationNumber?: string;
  readonly memberIdentificationNumber?: string;
  readonly patientAccountNumber?: string;
  readonly planNetworkIdentificationNumber?: string;
  readonly planNumber?: string;
  readonly policyNumber?: string;
}

export interface RequestDiagnosis {
  readonly diagnosisTypeCode: 'ABK' | 'ABF' | 'BK' | 'BF';
  readonly diagnosisCode: string;
}

/** A procedure by its code, up to four modifiers, and the diagnoses it is for: 1 to 8, places in healthCareCodeInformation. */
export interface RequestProcedure {
  readonly productOrServiceIDQualifier: (typeof PROCEDURE_QUALIFIERS)[number];
  readonly procedureCode: string;
  readonly procedureModifiers?: readonly string[];
  readonly diagnosisCodePointer?: readonly string[];
}

export interface RequestEncounter extends Partial<RequestProcedure> {
  readonly serviceTypeCodes?: readonly (typeof SERVICE_TYPE_CODES)[number][];
  /** A single day; without any date the payer answers for its today. */
  readonly dateOfService?: RequestDate;
  readonly beginningDateOfService?: RequestDate;
  readonly endDateOfService?: RequestDate;
  /** Several procedures in one check. */
  readonly medicalProcedures?: readonly RequestProcedure[];
  /** Place of service. */
  readonly industryCode?: (typeof PLACE_OF_SERVICE_CODES)[number];
  /** 9F referral, G1 prior authorization. */
  readonly referenceIdentificationQualifier?: '9F' | 'G1';
  readonly priorAuthorizationOrReferralNumber?: string;
}

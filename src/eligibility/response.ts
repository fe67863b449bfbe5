import type { Benefit } from './benefit.js';
import type { CodeOf, Open, TextOf } from './open-code.js';
import type { ContactInformation, ResponseAddress } from './response-contact.js';
import type { DateName, ReferenceName, ReferenceTwin } from './response-names.js';
import type { BENEFIT_TEXTS } from './texts/benefit-texts.js';
import type {
  DEPENDENT_ENTITY_TEXTS,
  ENTITY_TYPE_TEXTS,
  PAYER_ENTITY_TEXTS,
  PROVIDER_ENTITY_TEXTS,
  RELATION_TEXTS,
  SUBSCRIBER_ENTITY_TEXTS,
} from './texts/entity-texts.js';
import type { FOLLOW_UP_TEXTS, REJECT_TEXTS } from './texts/reject-texts.js';

/**
 * The answer about one patient: what one 271 says, or the 999 or TA1 that came in its place. Codes are those of the
 * standard with its texts beside them; a payer's own values pass through unchanged. Dates are `CCYYMMDD`.
 */
export interface EligibilityResponse {
  /** Of the check: given by whoever made it. */
  readonly id?: string | undefined;
  readonly eligibilitySearchId?: string | undefined;
  /** ISA13. @deprecated */
  readonly controlNumber?: string | undefined;
  /** ISA13. @deprecated */
  readonly reassociationKey?: string | undefined;
  /** The payer's own id: NM109 of loop 2100A. */
  readonly tradingPartnerServiceId?: string | undefined;
  /** `ERROR` when there is no 271. */
  readonly status?: string | undefined;
  /** IK501 of a 999. */
  readonly transactionSetAcknowledgement?: string | undefined;
  /** IK502 of a 999. */
  readonly implementationTransactionSetSyntaxError?: string | undefined;
  readonly meta?: ResponseMeta | undefined;
  readonly payer?: ResponsePayer | undefined;
  readonly provider?: ResponseProvider | undefined;
  readonly subscriber?: ResponseMember | undefined;
  /** The patient, when that is not the subscriber; otherwise empty. */
  readonly dependents: readonly ResponseMember[];
  readonly subscriberTraceNumbers?: readonly TraceNumber[] | undefined;
  readonly planInformation?: PlanInformation | undefined;
  /** `CCYYMMDD` or `CCYYMMDD-CCYYMMDD`; a dependent's dates replace the subscriber's. */
  readonly planDateInformation?: PlanDates | undefined;
  /** The benefits whose code is 1 to 8, in short. @deprecated */
  readonly planStatus?: readonly PlanStatus[] | undefined;
  /** One for each EB segment, in order. */
  readonly benefitsInformation?: readonly Benefit[] | undefined;
  /** The AAA errors of all levels. */
  readonly errors: readonly RejectError[];
  readonly warnings?: readonly ResponseWarning[] | undefined;
  /** The interchange as it was received. */
  readonly x12?: string | undefined;
}

export interface ResponseMeta {
  /** ISA06. */
  readonly senderId?: string | undefined;
  /** ISA08. */
  readonly submitterId?: string | undefined;
  readonly billerId?: string | undefined;
  /** ISA15. */
  readonly applicationMode?: Open<'production' | 'test' | 'information'> | undefined;
  /** BHT03 of the answer. */
  readonly traceId?: string | undefined;
  /** BHT03 of the question. */
  readonly outboundTraceId?: string | undefined;
}

export interface ResponsePayer {
  readonly entityIdentifier?: TextOf<typeof PAYER_ENTITY_TEXTS> | undefined;
  readonly entityType?: TextOf<typeof ENTITY_TYPE_TEXTS> | undefined;
  readonly name?: string | undefined;
  readonly lastName?: string | undefined;
  readonly firstName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly suffix?: string | undefined;
  readonly payorIdentification?: string | undefined;
  readonly federalTaxpayersIdNumber?: string | undefined;
  readonly npi?: string | undefined;
  readonly etin?: string | undefined;
  readonly naic?: string | undefined;
  readonly centersForMedicareAndMedicaidPlanId?: string | undefined;
  /** @deprecated */
  readonly employersId?: string | undefined;
  readonly contactInformation?: ContactInformation | undefined;
  readonly aaaErrors?: readonly RejectError[] | undefined;
}

export interface ResponseProvider {
  readonly entityIdentifier?: TextOf<typeof PROVIDER_ENTITY_TEXTS> | undefined;
  readonly entityType?: TextOf<typeof ENTITY_TYPE_TEXTS> | undefined;
  /** The organization, or the person's last name. */
  readonly providerName?: string | undefined;
  /** The organization. */
  readonly providerOrgName?: string | undefined;
  readonly providerFirstName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly suffix?: string | undefined;
  readonly npi?: string | undefined;
  readonly ssn?: string | undefined;
  readonly federalTaxpayersIdNumber?: string | undefined;
  readonly payorIdentification?: string | undefined;
  readonly serviceProviderNumber?: string | undefined;
  readonly pharmacyProcessorNumber?: string | undefined;
  readonly servicesPlanID?: string | undefined;
  /** @deprecated */
  readonly employersId?: string | undefined;
  /** PRV01. */
  readonly providerCode?: string | undefined;
  /** PRV03. */
  readonly referenceIdentification?: string | undefined;
  readonly address?: ResponseAddress | undefined;
  readonly aaaErrors?: readonly RejectError[] | undefined;
}

/** A subscriber or a dependent. */
export interface ResponseMember {
  readonly entityIdentifier?: TextOf<typeof SUBSCRIBER_ENTITY_TEXTS & typeof DEPENDENT_ENTITY_TEXTS> | undefined;
  readonly entityType?: TextOf<typeof ENTITY_TYPE_TEXTS> | undefined;
  readonly lastName?: string | undefined;
  readonly firstName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly suffix?: string | undefined;
  readonly memberId?: string | undefined;
  readonly uniqueHealthIdentifier?: string | undefined;
  readonly dateOfBirth?: string | undefined;
  readonly gender?: Open<'M' | 'F' | 'U'> | undefined;
  readonly address?: ResponseAddress | undefined;
  readonly ssn?: string | undefined;
  readonly groupNumber?: string | undefined;
  readonly groupDescription?: string | undefined;
  readonly planNumber?: string | undefined;
  readonly planDescription?: string | undefined;
  readonly planNetworkIdNumber?: string | undefined;
  readonly planNetworkDescription?: string | undefined;
  /** Y for the subscriber, N for a dependent. */
  readonly insuredIndicator?: Open<'Y' | 'N'> | undefined;
  readonly relationToSubscriberCode?: CodeOf<typeof RELATION_TEXTS> | undefined;
  readonly relationToSubscriber?: TextOf<typeof RELATION_TEXTS> | undefined;
  readonly maintenanceTypeCode?: string | undefined;
  readonly maintenanceReasonCode?: string | undefined;
  readonly birthSequenceNumber?: string | undefined;
  readonly healthCareDiagnosisCodes?: readonly DiagnosisCode[] | undefined;
  /** MPI01 to MPI05: military service. */
  readonly informationStatusCode?: string | undefined;
  readonly employmentStatusCode?: string | undefined;
  readonly governmentServiceAffiliationCode?: string | undefined;
  readonly description?: string | undefined;
  readonly militaryServiceRankCode?: string | undefined;
  readonly dateTimePeriodFormatQualifier?: Open<'D8' | 'RD8'> | undefined;
  readonly dateTimePeriod?: string | undefined;
  readonly startDateTimePeriod?: string | undefined;
  readonly endDateTimePeriod?: string | undefined;
  readonly responseProvider?: ResponseProvider | undefined;
  readonly aaaErrors?: readonly RejectError[] | undefined;
}

export interface DiagnosisCode {
  readonly diagnosisTypeCode?: string | undefined;
  readonly diagnosisCode?: string | undefined;
}

export interface TraceNumber {
  readonly traceTypeCode?: Open<'1' | '2'> | undefined;
  readonly traceType?: string | undefined;
  readonly referenceIdentification?: string | undefined;
  readonly originatingCompanyIdentifier?: string | undefined;
  readonly secondaryReferenceIdentification?: string | undefined;
}

export type PlanInformation = { readonly [name in ReferenceName | ReferenceTwin]?: string | undefined };

export type PlanDates = { readonly [name in DateName]?: string | undefined };

/** @deprecated */
export interface PlanStatus {
  readonly statusCode?: CodeOf<typeof BENEFIT_TEXTS> | undefined;
  readonly status?: TextOf<typeof BENEFIT_TEXTS> | undefined;
  readonly planDetails?: string | undefined;
  readonly serviceTypeCodes?: readonly string[] | undefined;
}

/** An AAA segment: why a request, or a part of it, is rejected. */
export interface RejectError {
  /** `AAA`; absent in errors that no payer sent. */
  readonly field?: string | undefined;
  /** AAA03. */
  readonly code?: CodeOf<typeof REJECT_TEXTS> | undefined;
  readonly description?: TextOf<typeof REJECT_TEXTS> | undefined;
  /** The text of AAA04. */
  readonly followupAction?: TextOf<typeof FOLLOW_UP_TEXTS> | undefined;
  /** Such as `Loop 2100B`. */
  readonly location?: string | undefined;
  /** For people; not to be matched on. */
  readonly possibleResolutions?: string | undefined;
}

/** What was repaired, passed through or left out. Never holds a value of the data. */
export interface ResponseWarning {
  readonly code: string;
  readonly description: string;
}

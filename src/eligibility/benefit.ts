import type { CodeOf, Open, TextOf } from './open-code.js';
import type { ContactInformation, ResponseAddress } from './response-contact.js';
import type { BenefitDateName, BenefitReferenceName } from './response-names.js';
import type { CODE_LIST_TEXTS } from './texts/additional-texts.js';
import type {
  BENEFIT_TEXTS,
  COVERAGE_LEVEL_TEXTS,
  INSURANCE_TYPE_TEXTS,
  NETWORK_TEXTS,
  PROCEDURE_QUALIFIER_TEXTS,
  QUANTITY_TEXTS,
  TIME_TEXTS,
} from './texts/benefit-texts.js';
import type { DELIVERY_QUANTITY_TEXTS, PATTERN_TEXTS, PATTERN_TIME_TEXTS, UNIT_TEXTS } from './texts/delivery-texts.js';
import type { ENTITY_TYPE_TEXTS, RELATED_ENTITY_TEXTS } from './texts/entity-texts.js';
import type { SERVICE_TYPE_TEXTS } from './texts/service-type-texts.js';

/** An EB segment and what follows it: loop 2110C or 2110D. */
export interface Benefit {
  readonly code?: CodeOf<typeof BENEFIT_TEXTS> | undefined;
  readonly name?: TextOf<typeof BENEFIT_TEXTS> | undefined;
  readonly coverageLevelCode?: CodeOf<typeof COVERAGE_LEVEL_TEXTS> | undefined;
  readonly coverageLevel?: TextOf<typeof COVERAGE_LEVEL_TEXTS> | undefined;
  readonly serviceTypeCodes?: readonly CodeOf<typeof SERVICE_TYPE_TEXTS>[] | undefined;
  readonly serviceTypes?: readonly TextOf<typeof SERVICE_TYPE_TEXTS>[] | undefined;
  readonly insuranceTypeCode?: CodeOf<typeof INSURANCE_TYPE_TEXTS> | undefined;
  readonly insuranceType?: TextOf<typeof INSURANCE_TYPE_TEXTS> | undefined;
  readonly planCoverage?: string | undefined;
  readonly timeQualifierCode?: CodeOf<typeof TIME_TEXTS> | undefined;
  readonly timeQualifier?: TextOf<typeof TIME_TEXTS> | undefined;
  /** Decimal text without surplus zeros. */
  readonly benefitAmount?: string | undefined;
  /** A fraction of one, such as `0.2`. */
  readonly benefitPercent?: string | undefined;
  readonly quantityQualifierCode?: CodeOf<typeof QUANTITY_TEXTS> | undefined;
  readonly quantityQualifier?: TextOf<typeof QUANTITY_TEXTS> | undefined;
  readonly benefitQuantity?: string | undefined;
  readonly authOrCertIndicator?: Open<'N' | 'U' | 'Y'> | undefined;
  readonly inPlanNetworkIndicatorCode?: CodeOf<typeof NETWORK_TEXTS> | undefined;
  readonly inPlanNetworkIndicator?: TextOf<typeof NETWORK_TEXTS> | undefined;
  readonly compositeMedicalProcedureIdentifier?: BenefitProcedure | undefined;
  readonly benefitsServiceDelivery?: readonly ServiceDelivery[] | undefined;
  readonly benefitsAdditionalInformation?: BenefitReferences | undefined;
  readonly benefitsDateInformation?: BenefitDates | undefined;
  readonly additionalInformation?: readonly { readonly description?: string | undefined }[] | undefined;
  readonly eligibilityAdditionalInformationList?: readonly AdditionalInformation[] | undefined;
  /** The first of the list. @deprecated */
  readonly eligibilityAdditionalInformation?: AdditionalInformation | undefined;
  readonly benefitsRelatedEntities?: readonly RelatedEntity[] | undefined;
  /** The first of the list. @deprecated */
  readonly benefitsRelatedEntity?: RelatedEntity | undefined;
  /** LS01. */
  readonly headerLoopIdentifierCode?: string | undefined;
  /** LE01. */
  readonly trailerLoopIdentifierCode?: string | undefined;
}

/** EB13 and EB14. */
export interface BenefitProcedure {
  readonly productOrServiceIDQualifierCode?: CodeOf<typeof PROCEDURE_QUALIFIER_TEXTS> | undefined;
  readonly productOrServiceIDQualifier?: TextOf<typeof PROCEDURE_QUALIFIER_TEXTS> | undefined;
  readonly procedureCode?: string | undefined;
  readonly procedureModifiers?: readonly string[] | undefined;
  /** End of a range of codes. */
  readonly productOrServiceID?: string | undefined;
  readonly diagnosisCodePointer?: readonly string[] | undefined;
}

/** An HSD segment: how much, how often. */
export interface ServiceDelivery {
  readonly quantityQualifierCode?: CodeOf<typeof DELIVERY_QUANTITY_TEXTS> | undefined;
  readonly quantityQualifier?: TextOf<typeof DELIVERY_QUANTITY_TEXTS> | undefined;
  readonly quantity?: string | undefined;
  readonly unitForMeasurementQualifierCode?: CodeOf<typeof UNIT_TEXTS> | undefined;
  readonly unitForMeasurementQualifier?: TextOf<typeof UNIT_TEXTS> | undefined;
  /** The text once more. @deprecated */
  readonly unitForMeasurementCode?: TextOf<typeof UNIT_TEXTS> | undefined;
  readonly sampleSelectionModulus?: string | undefined;
  readonly timePeriodQualifierCode?: string | undefined;
  readonly timePeriodQualifier?: string | undefined;
  readonly numOfPeriods?: string | undefined;
  readonly deliveryOrCalendarPatternQualifierCode?: CodeOf<typeof PATTERN_TEXTS> | undefined;
  readonly deliveryOrCalendarPatternQualifier?: TextOf<typeof PATTERN_TEXTS> | undefined;
  /** The text once more. */
  readonly deliveryOrCalendarPatternCode?: TextOf<typeof PATTERN_TEXTS> | undefined;
  readonly deliveryPatternTimeQualifierCode?: CodeOf<typeof PATTERN_TIME_TEXTS> | undefined;
  readonly deliveryPatternTimeQualifier?: TextOf<typeof PATTERN_TIME_TEXTS> | undefined;
  /** The text once more. */
  readonly deliveryPatternTimeCode?: TextOf<typeof PATTERN_TIME_TEXTS> | undefined;
}

export type BenefitReferences = { readonly [name in BenefitReferenceName]?: string | undefined };

/** `CCYYMMDD` or `CCYYMMDD-CCYYMMDD`; the lists hold admissions and discharges when there are several. */
export type BenefitDates = { readonly [name in BenefitDateName]?: string | undefined } & {
  readonly admissions?: readonly DatePeriod[] | undefined;
  readonly discharges?: readonly DatePeriod[] | undefined;
};

/** A date, or both ends of a range. */
export interface DatePeriod {
  readonly date?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** An III segment. */
export interface AdditionalInformation {
  readonly codeListQualifierCode?: CodeOf<typeof CODE_LIST_TEXTS> | undefined;
  readonly codeListQualifier?: TextOf<typeof CODE_LIST_TEXTS> | undefined;
  readonly industryCode?: string | undefined;
  /** The place of service, when that is what the code means. */
  readonly industry?: string | undefined;
  readonly codeCategory?: string | undefined;
  readonly injuredBodyPartName?: string | undefined;
}

/** Loop 2120C or 2120D: somebody who has to do with a benefit. */
export interface RelatedEntity {
  readonly entityIdentifier?: TextOf<typeof RELATED_ENTITY_TEXTS> | undefined;
  readonly entityType?: TextOf<typeof ENTITY_TYPE_TEXTS> | undefined;
  readonly entityName?: string | undefined;
  readonly entityFirstname?: string | undefined;
  readonly entityMiddlename?: string | undefined;
  readonly entitySuffix?: string | undefined;
  /** NM108. */
  readonly entityIdentification?: string | undefined;
  readonly entityIdentificationValue?: string | undefined;
  readonly entityRelationship?: string | undefined;
  readonly address?: ResponseAddress | undefined;
  readonly contactInformation?: ContactInformation | undefined;
  readonly providerInformation?:
    | { readonly providerCode?: string | undefined; readonly referenceIdentification?: string | undefined }
    | undefined;
}

import {
  BENEFIT_DATES,
  BENEFIT_REFERENCE_TWINS,
  BENEFIT_REFERENCES,
  PLAN_DATES,
  PLAN_REFERENCE_TWINS,
  PLAN_REFERENCES,
} from './response-names.js';
import { CODE_LIST_TEXTS } from './texts/additional-texts.js';
import {
  BENEFIT_TEXTS,
  COVERAGE_LEVEL_TEXTS,
  INSURANCE_TYPE_TEXTS,
  NETWORK_TEXTS,
  PROCEDURE_QUALIFIER_TEXTS,
  QUANTITY_TEXTS,
  TIME_TEXTS,
} from './texts/benefit-texts.js';
import { DELIVERY_QUANTITY_TEXTS, PATTERN_TEXTS, PATTERN_TIME_TEXTS, UNIT_TEXTS } from './texts/delivery-texts.js';
import {
  CONTACT_TEXTS,
  DEPENDENT_ENTITY_TEXTS,
  ENTITY_TYPE_TEXTS,
  PAYER_ENTITY_TEXTS,
  PROVIDER_ENTITY_TEXTS,
  RELATED_ENTITY_TEXTS,
  RELATION_TEXTS,
  SUBSCRIBER_ENTITY_TEXTS,
  TRACE_TEXTS,
} from './texts/entity-texts.js';
import { FOLLOW_UP_TEXTS, REJECT_TEXTS } from './texts/reject-texts.js';
import { SERVICE_TYPE_TEXTS } from './texts/service-type-texts.js';

/** A JSON Schema as far as this file writes one. */
export interface ResponseSchemaNode {
  readonly type: 'string' | 'array' | 'object';
  /** Known values: payers send others, and these pass. */
  readonly examples?: readonly string[];
  readonly items?: ResponseSchemaNode;
  readonly properties?: Readonly<Record<string, ResponseSchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

type Codes = Readonly<Record<string, string>>;

const text: ResponseSchemaNode = { type: 'string' };
const texts = list(text);

const address = object({
  address1: text,
  address2: text,
  city: text,
  state: text,
  postalCode: text,
  countryCode: text,
  countrySubDivisionCode: text,
});

const contactInformation = object({
  name: text,
  contacts: list(object({ communicationMode: textIn(CONTACT_TEXTS), communicationNumber: text })),
});

const errors = list(
  object({
    field: text,
    ...pair('code', 'description', REJECT_TEXTS),
    followupAction: textIn(FOLLOW_UP_TEXTS),
    location: text,
    possibleResolutions: text,
  }),
);

const providerReference = { providerCode: text, referenceIdentification: text };

const provider = object({
  entityIdentifier: textIn(PROVIDER_ENTITY_TEXTS),
  entityType: textIn(ENTITY_TYPE_TEXTS),
  ...named(['providerName', 'providerOrgName', 'providerFirstName', 'middleName', 'suffix', 'npi', 'ssn'], text),
  ...named(['federalTaxpayersIdNumber', 'payorIdentification', 'serviceProviderNumber'], text),
  ...named(['pharmacyProcessorNumber', 'servicesPlanID', 'employersId'], text),
  ...providerReference,
  address,
  aaaErrors: errors,
});

const payer = object({
  entityIdentifier: textIn(PAYER_ENTITY_TEXTS),
  entityType: textIn(ENTITY_TYPE_TEXTS),
  ...named(
    ['name', 'lastName', 'firstName', 'middleName', 'suffix', 'payorIdentification', 'npi', 'etin', 'naic'],
    text,
  ),
  ...named(['federalTaxpayersIdNumber', 'centersForMedicareAndMedicaidPlanId', 'employersId'], text),
  contactInformation,
  aaaErrors: errors,
});

const relatedEntity = object({
  entityIdentifier: textIn(RELATED_ENTITY_TEXTS),
  entityType: textIn(ENTITY_TYPE_TEXTS),
  ...named(['entityName', 'entityFirstname', 'entityMiddlename', 'entitySuffix', 'entityIdentification'], text),
  ...named(['entityIdentificationValue', 'entityRelationship'], text),
  address,
  contactInformation,
  providerInformation: object(providerReference),
});

const additional = object({
  ...pair('codeListQualifierCode', 'codeListQualifier', CODE_LIST_TEXTS),
  ...named(['industryCode', 'industry', 'codeCategory', 'injuredBodyPartName'], text),
});

const delivery = object({
  ...pair('quantityQualifierCode', 'quantityQualifier', DELIVERY_QUANTITY_TEXTS),
  quantity: text,
  ...pair('unitForMeasurementQualifierCode', 'unitForMeasurementQualifier', UNIT_TEXTS),
  unitForMeasurementCode: textIn(UNIT_TEXTS),
  sampleSelectionModulus: text,
  ...pair('timePeriodQualifierCode', 'timePeriodQualifier', TIME_TEXTS),
  numOfPeriods: text,
  ...pair('deliveryOrCalendarPatternQualifierCode', 'deliveryOrCalendarPatternQualifier', PATTERN_TEXTS),
  deliveryOrCalendarPatternCode: textIn(PATTERN_TEXTS),
  ...pair('deliveryPatternTimeQualifierCode', 'deliveryPatternTimeQualifier', PATTERN_TIME_TEXTS),
  deliveryPatternTimeCode: textIn(PATTERN_TIME_TEXTS),
});

const stays = list(object(named(['date', 'startDate', 'endDate'], text)));

const benefit = object({
  ...pair('code', 'name', BENEFIT_TEXTS),
  ...pair('coverageLevelCode', 'coverageLevel', COVERAGE_LEVEL_TEXTS),
  serviceTypeCodes: list(codeIn(SERVICE_TYPE_TEXTS)),
  serviceTypes: list(textIn(SERVICE_TYPE_TEXTS)),
  ...pair('insuranceTypeCode', 'insuranceType', INSURANCE_TYPE_TEXTS),
  planCoverage: text,
  ...pair('timeQualifierCode', 'timeQualifier', TIME_TEXTS),
  benefitAmount: text,
  benefitPercent: text,
  ...pair('quantityQualifierCode', 'quantityQualifier', QUANTITY_TEXTS),
  benefitQuantity: text,
  authOrCertIndicator: text,
  ...pair('inPlanNetworkIndicatorCode', 'inPlanNetworkIndicator', NETWORK_TEXTS),
  compositeMedicalProcedureIdentifier: object({
    ...pair('productOrServiceIDQualifierCode', 'productOrServiceIDQualifier', PROCEDURE_QUALIFIER_TEXTS),
    procedureCode: text,
    procedureModifiers: texts,
    productOrServiceID: text,
    diagnosisCodePointer: texts,
  }),
  benefitsServiceDelivery: list(delivery),
  benefitsAdditionalInformation: object({
    ...named(Object.values(BENEFIT_REFERENCES), text),
    ...named(Object.values(BENEFIT_REFERENCE_TWINS), text),
    medicaidRecepientIdNumber: text,
  }),
  benefitsDateInformation: object({
    ...named(Object.values(BENEFIT_DATES), text),
    admissions: stays,
    discharges: stays,
  }),
  additionalInformation: list(object({ description: text })),
  eligibilityAdditionalInformationList: list(additional),
  eligibilityAdditionalInformation: additional,
  benefitsRelatedEntities: list(relatedEntity),
  benefitsRelatedEntity: relatedEntity,
  headerLoopIdentifierCode: text,
  trailerLoopIdentifierCode: text,
});

/** The JSON Schema of an answer. Known codes and texts are examples, for payers send others. */
export const eligibilityResponseSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:ediloom:eligibility:response',
  title: 'Answer to an eligibility request',
  ...object({
    ...named(['id', 'eligibilitySearchId', 'controlNumber', 'reassociationKey', 'tradingPartnerServiceId'], text),
    ...named(['status', 'transactionSetAcknowledgement', 'implementationTransactionSetSyntaxError', 'x12'], text),
    meta: object(named(['senderId', 'submitterId', 'billerId', 'applicationMode', 'traceId', 'outboundTraceId'], text)),
    payer,
    provider,
    subscriber: member(SUBSCRIBER_ENTITY_TEXTS),
    dependents: list(member(DEPENDENT_ENTITY_TEXTS)),
    subscriberTraceNumbers: list(
      object({
        ...pair('traceTypeCode', 'traceType', TRACE_TEXTS),
        ...named(['referenceIdentification', 'originatingCompanyIdentifier', 'secondaryReferenceIdentification'], text),
      }),
    ),
    planInformation: object({
      ...named(Object.values(PLAN_REFERENCES), text),
      ...named(Object.values(PLAN_REFERENCE_TWINS), text),
    }),
    planDateInformation: object(named(Object.values(PLAN_DATES), text)),
    planStatus: list(
      object({ ...pair('statusCode', 'status', BENEFIT_TEXTS), planDetails: text, serviceTypeCodes: texts }),
    ),
    benefitsInformation: list(benefit),
    errors,
    warnings: list(object({ code: text, description: text })),
  }),
  required: ['dependents', 'errors'],
} as const;

function member(entities: Codes): ResponseSchemaNode {
  return object({
    entityIdentifier: textIn(entities),
    entityType: textIn(ENTITY_TYPE_TEXTS),
    ...named(['lastName', 'firstName', 'middleName', 'suffix', 'memberId', 'uniqueHealthIdentifier'], text),
    ...named(
      ['dateOfBirth', 'gender', 'ssn', 'groupNumber', 'groupDescription', 'planNumber', 'planDescription'],
      text,
    ),
    ...named(['planNetworkIdNumber', 'planNetworkDescription', 'insuredIndicator', 'maintenanceTypeCode'], text),
    ...named(['maintenanceReasonCode', 'birthSequenceNumber', 'informationStatusCode', 'employmentStatusCode'], text),
    ...named(['governmentServiceAffiliationCode', 'description', 'militaryServiceRankCode'], text),
    ...named(['dateTimePeriodFormatQualifier', 'dateTimePeriod', 'startDateTimePeriod', 'endDateTimePeriod'], text),
    ...pair('relationToSubscriberCode', 'relationToSubscriber', RELATION_TEXTS),
    address,
    healthCareDiagnosisCodes: list(object({ diagnosisTypeCode: text, diagnosisCode: text })),
    responseProvider: provider,
    aaaErrors: errors,
  });
}

function object(properties: Readonly<Record<string, ResponseSchemaNode>>): ResponseSchemaNode {
  return { type: 'object', additionalProperties: false, properties };
}

function list(items: ResponseSchemaNode): ResponseSchemaNode {
  return { type: 'array', items };
}

function named(names: readonly string[], node: ResponseSchemaNode): Readonly<Record<string, ResponseSchemaNode>> {
  return Object.fromEntries(names.map((name) => [name, node]));
}

function codeIn(codes: Codes): ResponseSchemaNode {
  return { type: 'string', examples: Object.keys(codes) };
}

function textIn(codes: Codes): ResponseSchemaNode {
  return { type: 'string', examples: Object.values(codes) };
}

function pair(code: string, name: string, codes: Codes): Readonly<Record<string, ResponseSchemaNode>> {
  return { [code]: codeIn(codes), [name]: textIn(codes) };
}

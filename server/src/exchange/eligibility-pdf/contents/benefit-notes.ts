import type { Benefit } from 'ediloom/eligibility';
import { addressLines, contactLines, entityId, entityName } from './parties.js';
import { date, joined, words } from './words.js';

type Delivery = NonNullable<Benefit['benefitsServiceDelivery']>[number];

/** Everything that a benefit says beside its amounts, a line each. */
export function notesOf(benefit: Benefit): readonly string[] {
  const { additionalInformation = [], benefitsServiceDelivery = [] } = benefit;
  return [
    ...procedureOf(benefit),
    ...benefitsServiceDelivery.map(deliveryOf),
    ...authorizationOf(benefit),
    ...datesOf(benefit),
    ...referencesOf(benefit),
    ...placesOf(benefit),
    ...additionalInformation.flatMap(({ description }) => description ?? []),
    ...(benefit.benefitsRelatedEntities ?? []).map((entity) => {
      const { entityIdentifier, address, contactInformation } = entity;
      const parts = [
        entityName(entity),
        entityId(entity),
        linesOf(contactInformation && contactLines(contactInformation)),
      ];
      return joined([entityIdentifier, joined([...parts, linesOf(address && addressLines(address))], ', ')], ': ');
    }),
  ].filter((note) => note !== '');
}

function linesOf(text: string | undefined): string {
  return text?.replaceAll('\n', ', ') ?? '';
}

/** EB13: what it is about, where that is no service type. */
function procedureOf({ compositeMedicalProcedureIdentifier: about }: Benefit): readonly string[] {
  if (about?.procedureCode === undefined) return [];
  const { procedureCode, productOrServiceID: last, procedureModifiers = [] } = about;
  const codes = joined([procedureCode, last], ' to ');
  return [joined([`Procedure ${codes}`, ...procedureModifiers.map((one) => `modifier ${one}`)], ', ')];
}

/** EB11. */
function authorizationOf({ authOrCertIndicator: code }: Benefit): readonly string[] {
  if (code === 'Y') return ['Authorization or certification required'];
  return code === 'N' ? ['No authorization or certification required'] : [];
}

/** HSD: how many, how often. */
function deliveryOf(delivery: Delivery): string {
  const { quantity, quantityQualifier, sampleSelectionModulus: each, unitForMeasurementQualifier: unit } = delivery;
  const { numOfPeriods, timePeriodQualifier, timePeriodQualifierCode } = delivery;
  const period = (timePeriodQualifier ?? timePeriodQualifierCode)?.toLowerCase();
  const pattern = [delivery.deliveryOrCalendarPatternQualifier, delivery.deliveryPatternTimeQualifier];
  return joined(
    [
      joined([quantity, quantityQualifier?.toLowerCase()], ' '),
      each === undefined && unit === undefined ? undefined : `per ${joined([each, unit?.toLowerCase()], ' ')}`,
      period === undefined ? undefined : `per ${joined([numOfPeriods, period], ' ')}`,
      ...pattern,
    ],
    ', ',
  );
}

/** DTP. */
function datesOf({ benefitsDateInformation = {} }: Benefit): readonly string[] {
  return Object.entries(benefitsDateInformation).flatMap(([name, value]) => {
    if (typeof value === 'string') return [`${words(name)}: ${date(value)}`];
    return (value ?? []).map(
      ({ date: day, startDate, endDate }) => `${words(name)}: ${joined([day, startDate, endDate].map(dateOf), ' to ')}`,
    );
  });
}

function dateOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : date(text);
}

/** REF. */
function referencesOf({ benefitsAdditionalInformation = {} }: Benefit): readonly string[] {
  return Object.entries(benefitsAdditionalInformation).flatMap(([name, value]) =>
    value === undefined || name === 'medicaidRecepientIdNumber' ? [] : [`${words(name)}: ${value}`],
  );
}

/** III: where it may take place, or what it is about. */
function placesOf({ eligibilityAdditionalInformationList = [] }: Benefit): readonly string[] {
  return eligibilityAdditionalInformationList.map(({ industry, industryCode, codeListQualifier, ...more }) => {
    if (industry !== undefined) return `Place of service: ${industry}`;
    return joined([codeListQualifier, joined([industryCode, more.codeCategory, more.injuredBodyPartName], ', ')], ': ');
  });
}

import { invalid } from '../../problems.js';
import type { Partnerships } from '../../store/tables.js';
import type { PartnershipUpdate } from './schemas.js';

/** Which acknowledgments the partner gets, and over what. */
export type AckConfiguration = NonNullable<PartnershipUpdate['ackConfiguration']>;
/** What one transaction set that is not valid does to its file. */
export type ProcessingConfiguration = NonNullable<PartnershipUpdate['processingConfiguration']>;

/** Which answers to what is sent are waited for, and how long. */
export type ExpectedAcknowledgments = NonNullable<PartnershipUpdate['expectedAcknowledgments']>;

type Columns = Pick<Partnerships, 'ack_configuration' | 'processing_configuration' | 'expected_acknowledgments'>;

/** The columns of what a request's schema has let through. */
export function configurationColumns(given: PartnershipUpdate): Columns {
  const { ackConfiguration, processingConfiguration, expectedAcknowledgments } = given;
  return {
    ack_configuration: ackConfiguration === undefined ? null : JSON.stringify(ackConfiguration),
    processing_configuration: processingConfiguration === undefined ? null : JSON.stringify(processingConfiguration),
    expected_acknowledgments: expectedAcknowledgments === undefined ? null : JSON.stringify(expectedAcknowledgments),
  };
}

/** What {@link configurationColumns} wrote; `undefined`: acknowledgments were never configured, and none are sent. */
export function ackConfigurationOf({
  ack_configuration,
}: Pick<Columns, 'ack_configuration'>): AckConfiguration | undefined {
  return ack_configuration === null ? undefined : (JSON.parse(ack_configuration) as AckConfiguration);
}

/** As {@link ackConfigurationOf}. */
export function processingConfigurationOf({
  processing_configuration,
}: Pick<Columns, 'processing_configuration'>): ProcessingConfiguration | undefined {
  return processing_configuration === null
    ? undefined
    : (JSON.parse(processing_configuration) as ProcessingConfiguration);
}

/** As {@link ackConfigurationOf}. */
export function expectedAcknowledgmentsOf({
  expected_acknowledgments,
}: Pick<Columns, 'expected_acknowledgments'>): ExpectedAcknowledgments | undefined {
  return expected_acknowledgments === null
    ? undefined
    : (JSON.parse(expected_acknowledgments) as ExpectedAcknowledgments);
}

/** @throws Problem `invalid` where none is named that is waited for: the partner would never be late. */
export function demandExpected(given: ExpectedAcknowledgments | undefined): void {
  if (given === undefined) return;
  const { interchange, functional, claims } = given;
  if ((interchange ?? functional ?? claims) !== undefined) return;
  const message =
    'No answer is expected. Name interchange, functional or claims, or leave expectedAcknowledgments out.';
  throw invalid(message, { errors: [{ path: '/expectedAcknowledgments', message }] });
}

const DAY_MS = 86_400_000;
/** Days in which an interchange is known again by its number. */
const DUPLICATE_DAYS = 365;

/** Milliseconds in which an interchange is known again by its ids and ISA13; `undefined`: the partnership does not look. */
export function duplicateWindowMs(partnership: Pick<Columns, 'processing_configuration'>): number | undefined {
  const { check = true, windowDays = DUPLICATE_DAYS } = processingConfigurationOf(partnership)?.duplicates ?? {};
  return check ? windowDays * DAY_MS : undefined;
}

import { decimal } from '../../mapping/lenses/decimal.js';
import { list } from '../../mapping/lenses/list.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import { ENTITY_TYPE_TEXTS, RELATED_ENTITY_TEXTS } from '../texts/entity-texts.js';
import { PLACE_OF_SERVICE_TEXTS } from '../texts/place-of-service-texts.js';
import { SERVICE_TYPE_TEXTS } from '../texts/service-type-texts.js';
import {
  ADDITIONAL_PAIRS,
  BENEFIT_PAIRS,
  codeOf,
  DELIVERY_PAIRS,
  PROCEDURE_PAIRS,
  settlePairs,
  textOfCode,
} from './code-pairs.js';
import { entries, isObject, part, set, textAt } from './json.js';
import { settleContacts } from './normal-party.js';

const SILENT = { tell: () => undefined };

/** Brings one entry of `benefitsInformation` to normal form, in place. */
export function settleBenefit(benefit: JsonObject): void {
  settlePairs(benefit, BENEFIT_PAIRS);
  settleServiceTypes(benefit);
  for (const name of ['benefitAmount', 'benefitPercent']) {
    const value = textAt(benefit, name);
    if (value !== undefined) set(benefit, name, decimal.put(value, SILENT, undefined));
  }
  settlePairs(part(benefit, 'compositeMedicalProcedureIdentifier'), PROCEDURE_PAIRS);
  for (const delivery of entries(benefit, 'benefitsServiceDelivery')) settlePairs(delivery, DELIVERY_PAIRS);
  settleMedicaidNumber(part(benefit, 'benefitsAdditionalInformation'));
  for (const [list, day] of STAYS) settleStays(part(benefit, 'benefitsDateInformation'), list, day);
  settleList(benefit, 'eligibilityAdditionalInformationList', 'eligibilityAdditionalInformation');
  for (const one of both(benefit, 'eligibilityAdditionalInformationList', 'eligibilityAdditionalInformation'))
    settleAdditional(one);
  settleList(benefit, 'benefitsRelatedEntities', 'benefitsRelatedEntity');
  for (const one of both(benefit, 'benefitsRelatedEntities', 'benefitsRelatedEntity')) settleEntity(one);
  set(benefit, 'headerLoopIdentifierCode', undefined);
  set(benefit, 'trailerLoopIdentifierCode', undefined);
}

/** `planStatus` of the benefits: those whose code is 1 to 8, in short. */
export function statusOf(benefit: JsonObject): JsonObject | undefined {
  if (!/^[1-8]$/.test(textAt(benefit, 'code') ?? '')) return undefined;
  const status: JsonObject = {};
  set(status, 'statusCode', benefit.code);
  set(status, 'status', benefit.name);
  set(status, 'planDetails', benefit.planCoverage);
  set(status, 'serviceTypeCodes', benefit.serviceTypeCodes);
  return status;
}

const STAYS = [
  ['admissions', 'admission'],
  ['discharges', 'discharge'],
] as const;

function settleServiceTypes(benefit: JsonObject): void {
  const given = benefit.serviceTypeCodes ?? benefit.serviceTypes;
  if (given === undefined) return;
  const codes = texts(given).map((one) => codeOf(SERVICE_TYPE_TEXTS, one) ?? one);
  benefit.serviceTypeCodes = benefit.serviceTypeCodes === undefined ? codes : texts(given);
  benefit.serviceTypes = texts(benefit.serviceTypeCodes).map((code) => textOfCode(SERVICE_TYPE_TEXTS, code));
}

function texts(value: JsonValue): readonly string[] {
  const read = list.put(value, SILENT, undefined);
  return Array.isArray(read) ? read.map(String) : [];
}

// The old spelling is still filled.
function settleMedicaidNumber(references: JsonObject): void {
  const number = references.medicaidRecipientIdNumber ?? references.medicaidRecepientIdNumber;
  set(references, 'medicaidRecipientIdNumber', number);
  set(references, 'medicaidRecepientIdNumber', number);
}

// The list has every stay, ranges first; the single property has the first.
function settleStays(dates: JsonObject, list: string, day: string): void {
  const single = textAt(dates, day);
  const given = entries(dates, list);
  const stays = given.length > 0 ? given.map(period) : single === undefined ? [] : [period({ date: single })];
  const sorted = [...stays.filter(isRange), ...stays.filter((stay) => !isRange(stay))];
  const [first] = sorted;
  set(dates, list, first === undefined ? undefined : sorted);
  if (first !== undefined)
    dates[day] = isRange(first) ? `${first.startDate ?? ''}-${first.endDate ?? ''}` : (first.date ?? '');
}

function isRange(stay: JsonObject): boolean {
  return stay.date === undefined;
}

function period(stay: JsonObject): JsonObject {
  const date = textAt(stay, 'date');
  if (date === undefined) return stay;
  const [startDate = '', endDate] = date.split('-');
  return endDate === undefined ? { date } : { startDate, endDate };
}

/** The list, and a copy of its first entry in the deprecated property of its own. */
function settleList(benefit: JsonObject, list: string, single: string): void {
  const all = benefit[list] ?? (isObject(benefit[single]) ? [benefit[single]] : undefined);
  set(benefit, list, all);
  const first = Array.isArray(all) ? all[0] : undefined;
  set(benefit, single, isObject(first) ? structuredCopy(first) : undefined);
}

function structuredCopy(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isObject(one) ? structuredCopy(one) : copyList(one)]),
  );
}

function copyList(value: JsonValue): JsonValue {
  return Array.isArray(value) ? value.map((one) => (isObject(one) ? structuredCopy(one) : one)) : value;
}

function both(benefit: JsonObject, list: string, single: string): readonly JsonObject[] {
  const one = benefit[single];
  return [...entries(benefit, list), ...(isObject(one) ? [one] : [])];
}

function settleAdditional(one: JsonObject): void {
  settlePairs(one, ADDITIONAL_PAIRS);
  const code = textAt(one, 'industryCode') ?? '';
  const isPlace = one.codeListQualifierCode === 'ZZ' && Object.hasOwn(PLACE_OF_SERVICE_TEXTS, code);
  set(one, 'industry', isPlace ? textOfCode(PLACE_OF_SERVICE_TEXTS, code) : undefined);
}

function settleEntity(entity: JsonObject): void {
  set(entity, 'entityIdentifier', settleText(RELATED_ENTITY_TEXTS, textAt(entity, 'entityIdentifier')));
  const type = textAt(entity, 'entityType') ?? (entity.entityFirstname === undefined ? '2' : '1');
  entity.entityType = settleText(ENTITY_TYPE_TEXTS, type) ?? type;
  settleContacts(entity);
}

/** A text whose code may stand in its place. */
export function settleText(codes: Readonly<Record<string, string>>, text: string | undefined): string | undefined {
  return text === undefined ? undefined : textOfCode(codes, codeOf(codes, text) ?? text);
}

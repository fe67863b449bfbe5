import type { JsonObject } from '../../model/json.js';
import { CODE_LIST_TEXTS } from '../texts/additional-texts.js';
import {
  BENEFIT_TEXTS,
  COVERAGE_LEVEL_TEXTS,
  INSURANCE_TYPE_TEXTS,
  NETWORK_TEXTS,
  PROCEDURE_QUALIFIER_TEXTS,
  QUANTITY_TEXTS,
  TIME_TEXTS,
} from '../texts/benefit-texts.js';
import { DELIVERY_QUANTITY_TEXTS, PATTERN_TEXTS, PATTERN_TIME_TEXTS, UNIT_TEXTS } from '../texts/delivery-texts.js';
import { RELATION_TEXTS, TRACE_TEXTS } from '../texts/entity-texts.js';
import { set, textAt } from './json.js';

type Codes = Readonly<Record<string, string>>;

/** The property of a code, that of its text, one that has the text once more, and the list. */
export type CodePair = readonly [code: string, name: string, codes: Codes, copy?: string];

export const BENEFIT_PAIRS: readonly CodePair[] = [
  ['code', 'name', BENEFIT_TEXTS],
  ['coverageLevelCode', 'coverageLevel', COVERAGE_LEVEL_TEXTS],
  ['insuranceTypeCode', 'insuranceType', INSURANCE_TYPE_TEXTS],
  ['timeQualifierCode', 'timeQualifier', TIME_TEXTS],
  ['quantityQualifierCode', 'quantityQualifier', QUANTITY_TEXTS],
  ['inPlanNetworkIndicatorCode', 'inPlanNetworkIndicator', NETWORK_TEXTS],
];

export const PROCEDURE_PAIRS: readonly CodePair[] = [
  ['productOrServiceIDQualifierCode', 'productOrServiceIDQualifier', PROCEDURE_QUALIFIER_TEXTS],
];

export const DELIVERY_PAIRS: readonly CodePair[] = [
  ['quantityQualifierCode', 'quantityQualifier', DELIVERY_QUANTITY_TEXTS],
  ['unitForMeasurementQualifierCode', 'unitForMeasurementQualifier', UNIT_TEXTS, 'unitForMeasurementCode'],
  ['timePeriodQualifierCode', 'timePeriodQualifier', TIME_TEXTS],
  [
    'deliveryOrCalendarPatternQualifierCode',
    'deliveryOrCalendarPatternQualifier',
    PATTERN_TEXTS,
    'deliveryOrCalendarPatternCode',
  ],
  ['deliveryPatternTimeQualifierCode', 'deliveryPatternTimeQualifier', PATTERN_TIME_TEXTS, 'deliveryPatternTimeCode'],
];

export const ADDITIONAL_PAIRS: readonly CodePair[] = [['codeListQualifierCode', 'codeListQualifier', CODE_LIST_TEXTS]];
export const MEMBER_PAIRS: readonly CodePair[] = [['relationToSubscriberCode', 'relationToSubscriber', RELATION_TEXTS]];
export const TRACE_PAIRS: readonly CodePair[] = [['traceTypeCode', 'traceType', TRACE_TEXTS]];

/** The code decides; where there is none, the text gives it. A code without text is its own text. */
export function settlePairs(object: JsonObject, pairs: readonly CodePair[]): void {
  for (const [code, name, codes, copy] of pairs) {
    const said = textAt(object, name) ?? (copy === undefined ? undefined : textAt(object, copy));
    const value = textAt(object, code) ?? codeOf(codes, said);
    const text = value === undefined ? undefined : textOfCode(codes, value);
    set(object, code, value);
    set(object, name, text);
    if (copy !== undefined) set(object, copy, text);
  }
}

export function textOfCode(codes: Codes, code: string): string {
  return Object.hasOwn(codes, code) ? (codes[code] ?? code) : code;
}

/** The code of a text; a text of none is taken for the code itself. */
export function codeOf(codes: Codes, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return Object.keys(codes).find((code) => codes[code] === text) ?? text;
}

import { presence } from '../../mapping/lenses/constant.js';
import { decimal } from '../../mapping/lenses/decimal.js';
import { list } from '../../mapping/lenses/list.js';
import { periodFormat, rangeEnd, rangeStart } from '../../mapping/lenses/period.js';
import { text } from '../../mapping/lenses/text.js';
import { textOf, textsOf } from '../../mapping/lenses/text-of.js';
import type { Row, Table } from '../../mapping/table.js';
import { BENEFIT_DATES, BENEFIT_REFERENCE_TWINS, BENEFIT_REFERENCES } from '../response-names.js';
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
import { PLACE_OF_SERVICE_TEXTS } from '../texts/place-of-service-texts.js';
import { SERVICE_TYPE_TEXTS } from '../texts/service-type-texts.js';
import { RELATED_ENTITY } from './entity-rows.js';

type Codes = Readonly<Record<string, string>>;

/** A code and its text in two properties; the code decides. */
export function coded(code: string, name: string, path: string, codes: Codes): Table {
  return [
    { property: code, path, lens: text },
    { property: name, path, lens: textOf(codes), only: 'get' },
  ];
}

/** EB and what follows it; `level` is the letter of loops 2110, 2115 and 2120. */
export function benefitRows(level: 'C' | 'D'): Table {
  return [
    { at: 'EB', rows: BENEFIT },
    { property: 'benefitsServiceDelivery', each: 'HSD', rows: DELIVERY },
    {
      property: 'benefitsAdditionalInformation',
      qualified: 'REF',
      by: '01',
      values: [
        { path: '02', names: BENEFIT_REFERENCES, lens: text },
        { path: '03', names: BENEFIT_REFERENCE_TWINS, lens: text },
      ],
    },
    {
      property: 'benefitsAdditionalInformation.medicaidRecepientIdNumber',
      path: 'REF[01=NQ]/02',
      lens: text,
      only: 'get',
    },
    ...stays('admissions', '435'),
    ...stays('discharges', '096'),
    {
      property: 'benefitsDateInformation',
      qualified: 'DTP',
      by: '01',
      values: [{ path: '03', names: BENEFIT_DATES, lens: text }],
      also: [{ path: '02', lens: periodFormat }],
      listed: ['435', '096'],
    },
    { property: 'additionalInformation', each: 'MSG', rows: [{ property: 'description', path: '01', lens: text }] },
    { property: 'eligibilityAdditionalInformationList', each: `2115${level}`, rows: ADDITIONAL },
    { property: 'eligibilityAdditionalInformation', at: `2115${level}`, rows: ADDITIONAL, only: 'get' },
    { property: 'benefitsRelatedEntities', each: `2120${level}`, rows: RELATED_ENTITY },
    { property: 'benefitsRelatedEntity', at: `2120${level}`, rows: RELATED_ENTITY, only: 'get' },
    { property: 'headerLoopIdentifierCode', path: 'LS/01', lens: text, only: 'get' },
    { property: 'trailerLoopIdentifierCode', path: 'LE/01', lens: text, only: 'get' },
  ];
}

const PROCEDURE: Row = {
  property: 'compositeMedicalProcedureIdentifier',
  rows: [
    ...coded('productOrServiceIDQualifierCode', 'productOrServiceIDQualifier', '13-1', PROCEDURE_QUALIFIER_TEXTS),
    { property: 'procedureCode', path: '13-2', lens: text },
    { property: 'procedureModifiers', list: ['13-3', '13-4', '13-5', '13-6'], lens: text },
    { property: 'productOrServiceID', path: '13-8', lens: text },
    { property: 'diagnosisCodePointer', list: ['14-1', '14-2', '14-3', '14-4'], lens: text },
  ],
};

/** Elements of the EB segment. */
const BENEFIT: Table = [
  ...coded('code', 'name', '01', BENEFIT_TEXTS),
  ...coded('coverageLevelCode', 'coverageLevel', '02', COVERAGE_LEVEL_TEXTS),
  { property: 'serviceTypeCodes', path: '03', lens: list },
  { property: 'serviceTypes', path: '03', lens: textsOf(SERVICE_TYPE_TEXTS), only: 'get' },
  ...coded('insuranceTypeCode', 'insuranceType', '04', INSURANCE_TYPE_TEXTS),
  { property: 'planCoverage', path: '05', lens: text },
  ...coded('timeQualifierCode', 'timeQualifier', '06', TIME_TEXTS),
  { property: 'benefitAmount', path: '07', lens: decimal },
  { property: 'benefitPercent', path: '08', lens: decimal },
  ...coded('quantityQualifierCode', 'quantityQualifier', '09', QUANTITY_TEXTS),
  { property: 'benefitQuantity', path: '10', lens: text },
  { property: 'authOrCertIndicator', path: '11', lens: text },
  ...coded('inPlanNetworkIndicatorCode', 'inPlanNetworkIndicator', '12', NETWORK_TEXTS),
  PROCEDURE,
];

const DELIVERY: Table = [
  ...coded('quantityQualifierCode', 'quantityQualifier', '01', DELIVERY_QUANTITY_TEXTS),
  { property: 'quantity', path: '02', lens: text },
  ...coded('unitForMeasurementQualifierCode', 'unitForMeasurementQualifier', '03', UNIT_TEXTS),
  { property: 'unitForMeasurementCode', path: '03', lens: textOf(UNIT_TEXTS), only: 'get' },
  { property: 'sampleSelectionModulus', path: '04', lens: text },
  ...coded('timePeriodQualifierCode', 'timePeriodQualifier', '05', TIME_TEXTS),
  { property: 'numOfPeriods', path: '06', lens: text },
  ...coded('deliveryOrCalendarPatternQualifierCode', 'deliveryOrCalendarPatternQualifier', '07', PATTERN_TEXTS),
  { property: 'deliveryOrCalendarPatternCode', path: '07', lens: textOf(PATTERN_TEXTS), only: 'get' },
  ...coded('deliveryPatternTimeQualifierCode', 'deliveryPatternTimeQualifier', '08', PATTERN_TIME_TEXTS),
  { property: 'deliveryPatternTimeCode', path: '08', lens: textOf(PATTERN_TIME_TEXTS), only: 'get' },
];

const ADDITIONAL: Table = [
  ...coded('codeListQualifierCode', 'codeListQualifier', 'III/01', CODE_LIST_TEXTS),
  { property: 'industryCode', path: 'III/02', lens: text },
  {
    property: 'industry',
    path: 'III[01=ZZ]/02',
    lens: textOf(PLACE_OF_SERVICE_TEXTS, { unknown: 'omit' }),
    only: 'get',
  },
  { property: 'codeCategory', path: 'III/03', lens: text },
  { property: 'injuredBodyPartName', path: 'III/04', lens: text },
];

/** Stays in hospital, ranges before single days. */
function stays(property: string, qualifier: string): Table {
  const named = `benefitsDateInformation.${property}`;
  return [
    {
      property: named,
      each: `DTP[01=${qualifier}][02=RD8]`,
      rows: [
        { property: 'startDate', path: '03', lens: rangeStart },
        { property: 'endDate', path: '03', lens: rangeEnd },
        { property: 'startDate', path: '02', lens: presence('RD8'), only: 'put' },
      ],
    },
    {
      property: named,
      each: `DTP[01=${qualifier}][02=D8]`,
      rows: [
        { property: 'date', path: '03', lens: text },
        { property: 'date', path: '02', lens: presence('D8'), only: 'put' },
      ],
    },
  ];
}

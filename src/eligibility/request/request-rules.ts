import { isObject } from '../../form/check-form.js';
import { pointerTo } from '../../form/pointer.js';
import { passesNpiCheck } from '../../model/npi.js';
import { type RequestProblem, type RequestRule, requestProblem } from './request-problem.js';

// What a schema cannot say: rules as rows. They look at JSON of which nothing is known yet, so they ask carefully.

type Json = Readonly<Record<string, unknown>>;

interface RuleRow {
  readonly rule: RequestRule;
  /** Where the rule looks: an object of the request; of `dependents` the first entry. */
  readonly in: string;
  /** The property that is named when the rule is broken; `''` for the object. */
  readonly at: string;
  readonly broken: (object: Json, request: Json) => boolean;
  /** Which properties the rule is about, where its text does not say. */
  readonly names?: string;
}

const IDENTIFIERS = [
  'npi',
  'taxId',
  'ssn',
  'serviceProviderNumber',
  'payorId',
  'pharmacyProcessorNumber',
  'servicesPlanID',
  'employersId',
];
const STATE_ONLY_PAYER = 'MBILUNOSSN';
const PERSONS = ['subscriber', 'dependents/0'] as const;

const ROWS: readonly RuleRow[] = [
  {
    rule: 'provider-name',
    in: 'provider',
    at: '',
    broken: (provider) => !has(provider, 'organizationName') && !has(provider, 'lastName'),
  },
  {
    rule: 'provider-identifier',
    in: 'provider',
    at: '',
    broken: (provider) => !IDENTIFIERS.some((name) => has(provider, name)),
  },
  {
    rule: 'check-digit',
    in: 'provider',
    at: 'npi',
    broken: ({ npi }) => isText(npi, /^\d{10}$/) && !passesNpiCheck(npi),
  },
  together('provider', 'referenceIdentification', 'providerCode', 'needs'),
  ...['provider', 'informationReceiverName'].map(
    (inside): RuleRow => ({
      rule: 'license-state',
      in: inside,
      at: 'informationReceiverAdditionalIdentifierState',
      broken: (provider) =>
        has(provider, 'stateLicenceNumber') && !has(provider, 'informationReceiverAdditionalIdentifierState'),
    }),
  ),
  {
    rule: 'subscriber-search',
    in: 'subscriber',
    at: '',
    broken: (subscriber) => !['memberId', 'dateOfBirth', 'lastName'].some((name) => has(subscriber, name)),
  },
  {
    rule: 'address-incomplete',
    in: 'subscriber',
    at: 'address',
    broken: ({ address }, { tradingPartnerServiceId }) =>
      isObject(address) &&
      !(tradingPartnerServiceId === STATE_ONLY_PAYER
        ? has(address, 'state')
        : has(address, 'address1') && has(address, 'city')),
  },
  ...['provider', 'informationReceiverName', ...PERSONS].map(
    (inside): RuleRow => ({
      rule: 'address-subdivision',
      in: inside,
      at: 'address/countrySubDivisionCode',
      broken: ({ address }) =>
        isObject(address) &&
        has(address, 'countrySubDivisionCode') &&
        (has(address, 'state') || !has(address, 'countryCode')),
    }),
  ),
  ...PERSONS.flatMap((person) => [
    allOrNone(person, ['providerCode', 'referenceIdentificationQualifier', 'providerIdentifier']),
    range(person, 'beginningCardIssueDate', 'endCardIssueDate'),
    range(person, 'beginningPlanIssueDate', 'endPlanIssueDate'),
    diagnosisOrder(person),
  ]),
  together('dependents/0', 'birthSequenceNumber', 'individualRelationshipCode', 'needs'),
  ...['spendDownAmount', 'spendDownTotalBilledAmount'].flatMap((name): RuleRow[] => [
    {
      rule: 'number',
      in: 'subscriber',
      at: name,
      broken: (subscriber) => has(subscriber, name) && !isText(subscriber[name], /^-?(\d+(\.\d*)?|\.\d+)$/),
    },
    {
      rule: 'spend-down-dependent',
      in: 'subscriber',
      at: name,
      broken: (subscriber, request) => has(subscriber, name) && dependentOf(request) !== undefined,
    },
  ]),
  range('encounter', 'beginningDateOfService', 'endDateOfService', 'dateOfService'),
  together('encounter', 'procedureCode', 'productOrServiceIDQualifier', 'both'),
  together('encounter', 'priorAuthorizationOrReferralNumber', 'referenceIdentificationQualifier', 'both'),
];

/** The rules that a request breaks, in the order of the rules. */
export function brokenRules(request: Json): readonly RequestProblem[] {
  const problems: RequestProblem[] = [];
  for (const { rule, in: inside, at, broken, names } of ROWS) {
    const object = inside === '' ? request : inside === 'dependents/0' ? dependentOf(request) : request[inside];
    if (isObject(object) && broken(object, request))
      problems.push(requestProblem(`${inside === '' ? '' : `/${inside}`}${at === '' ? '' : `/${at}`}`, rule, names));
  }
  collectWrongPointers(request, problems);
  collectImpossibleDates(request, [], problems);
  return problems;
}

function together(inside: string, name: string, other: string, bond: 'both' | 'needs'): RuleRow {
  const broken = (object: Json): boolean =>
    bond === 'both' ? has(object, name) !== has(object, other) : has(object, name) && !has(object, other);
  return {
    ...{ rule: 'pair', in: inside, at: name, broken },
    names: bond === 'both' ? `They are ${name} and ${other}.` : `With ${name} comes ${other}.`,
  };
}

function allOrNone(inside: string, names: readonly string[]): RuleRow {
  const broken = (object: Json): boolean =>
    names.some((name) => has(object, name)) && !names.every((name) => has(object, name));
  return { rule: 'pair', in: inside, at: names[0] ?? '', broken, names: `They are ${names.join(', ')}.` };
}

function range(inside: string, beginning: string, end: string, single?: string): RuleRow {
  return {
    rule: 'date-range',
    in: inside,
    at: beginning,
    names:
      single === undefined
        ? `The ends are ${beginning} and ${end}.`
        : `The day is ${single}, the ends are ${beginning} and ${end}.`,
    broken: (object) => {
      if (has(object, beginning) !== has(object, end)) return true;
      if (!has(object, beginning)) return false;
      if (single !== undefined && has(object, single)) return true;
      return String(object[beginning]) > String(object[end]);
    },
  };
}

function diagnosisOrder(inside: string): RuleRow {
  return {
    rule: 'diagnosis-order',
    in: inside,
    at: 'healthCareCodeInformation',
    broken: ({ healthCareCodeInformation: list }) =>
      Array.isArray(list) &&
      list.some((one: unknown, index) => {
        const type = isObject(one) ? one.diagnosisTypeCode : undefined;
        return index === 0 ? type === 'ABF' || type === 'BF' : type === 'ABK' || type === 'BK';
      }),
  };
}

// Every property of eight digits whose name says that it is a date: of the request, its objects and its first dependent.
function collectImpossibleDates(value: unknown, names: readonly string[], problems: RequestProblem[]): void {
  if (Array.isArray(value)) {
    if (names[0] === 'dependents' && names.length === 1)
      collectImpossibleDates(value[0], ['dependents', '0'], problems);
    return;
  }
  if (!isObject(value)) return;
  for (const name in value) {
    const inner = value[name];
    if (typeof inner === 'object') {
      if (names.length === 0) collectImpossibleDates(inner, [name], problems);
    } else if (isText(inner, /^\d{8}$/) && /date/i.test(name) && !isDay(inner)) {
      const pointer = [...names, name].reduce<string>((outer, one) => pointerTo(outer, one), '');
      problems.push(requestProblem(pointer, 'date-impossible'));
    }
  }
}

function isDay(text: string): boolean {
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(4, 6));
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31;
  return Number(text.slice(6)) <= days;
}

function diagnosesOf(request: Json): number {
  const patient = dependentOf(request) ?? request.subscriber;
  const list = isObject(patient) ? patient.healthCareCodeInformation : undefined;
  return Array.isArray(list) ? list.length : 0;
}

// Each that points to no diagnosis, at its place; and that there is none, where there are diagnoses.
function collectWrongPointers(request: Json, problems: RequestProblem[]): void {
  const { encounter } = request;
  const diagnoses = diagnosesOf(request);
  const procedures = listIn(encounter, 'medicalProcedures');
  const lists = [
    ['/encounter', encounter] as const,
    ...procedures.map((one, index) => [pointerTo('/encounter/medicalProcedures', index), one] as const),
  ].map(([place, one]) => [`${place}/diagnosisCodePointer`, listIn(one, 'diagnosisCodePointer')] as const);
  for (const [place, pointers] of lists) {
    for (const [index, one] of pointers.entries()) {
      if (!isText(one, /^[1-8]$/) || Number(one) > diagnoses)
        problems.push(requestProblem(pointerTo(place, index), 'diagnosis-pointer'));
    }
  }
  if (diagnoses > 0 && lists.every(([, pointers]) => pointers.length === 0))
    problems.push(requestProblem('/encounter/diagnosisCodePointer', 'diagnosis-pointer'));
}

function listIn(object: unknown, name: string): readonly unknown[] {
  const list: unknown = isObject(object) ? object[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function dependentOf({ dependents }: Json): Json | undefined {
  const first: unknown = Array.isArray(dependents) ? dependents[0] : undefined;
  return isObject(first) ? first : undefined;
}

function has(object: Json, name: string): boolean {
  return object[name] !== undefined && object[name] !== '';
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}

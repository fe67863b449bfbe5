import { passesNpiCheck } from '../../form/npi.js';
import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import { objectIn } from '../moves/json-parts.js';
import { ALL, type ClaimAtHand, type Edit, type TellBroken } from './edit.js';

/** Entities of a 277CA (NM101) by the object that a property is in. */
const ENTITIES: Readonly<Record<string, string>> = {
  submitter: '41',
  billing: '85',
  payToAddress: '87',
  subscriber: 'IL',
  dependent: 'QC',
  referring: 'DN',
  referringProvider: 'DN',
  rendering: '82',
  renderingProvider: '82',
  supervising: 'DQ',
  supervisingProvider: 'DQ',
  orderingProvider: 'DK',
  purchasedServiceProvider: 'QB',
  assistantSurgeon: 'DD',
  attending: '71',
  operatingPhysician: '72',
  otherOperatingPhysician: 'ZZ',
  serviceFacilityLocation: '77',
};

type Trail = readonly (string | number)[];

/** Every property of a name, with the object that it is in. */
function everyProperty(
  value: JsonValue | undefined,
  names: ReadonlySet<string>,
  hear: (value: JsonValue, at: Trail, entity: string | undefined) => void,
  at: Trail = [],
): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) everyProperty(entry, names, hear, [...at, index]);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (names.has(name)) hear(inner ?? null, [...at, name], entityOf(at));
    everyProperty(inner, names, hear, [...at, name]);
  }
}

function entityOf(at: Trail): string | undefined {
  for (let index = at.length - 1; index >= 0; index--) {
    const found = ENTITIES[String(at[index])];
    if (found !== undefined) return found;
  }
  return undefined;
}

function told(tell: TellBroken, at: Trail, entity: string | undefined): void {
  tell(at, entity === undefined ? {} : { entity });
}

/** A rule over each property of some names, wherever it stands. */
function each(names: readonly string[], isBroken: (value: string) => boolean): Edit['judge'] {
  const wanted = new Set(names);
  return ({ request }, tell) =>
    everyProperty(request, wanted, (value, at, entity) => {
      if (typeof value === 'string' && isBroken(value)) told(tell, at, entity);
    });
}

const BILLING_NUMBERS = ['npi', 'commercialNumber', 'locationNumber', 'secondaryIdentifier'];

/** Who bills, renders and refers: their numbers and names. */
export const PROVIDER_EDITS: readonly Edit[] = [
  {
    id: 'V10',
    types: ALL,
    status: 'A7:562',
    text: 'An NPI has ten digits, begins with 1 or 2, and passes its check digit. Look for a slip.',
    judge: each(['npi'], (npi) => !/^[12]/.test(npi) || !passesNpiCheck(npi)),
  },
  {
    id: 'V11',
    types: ALL,
    status: 'A6:560:85',
    text: 'The billing provider has an NPI, or a number that the payer has given to it.',
    judge: ({ request }, tell) => {
      const billing = objectIn(request.billing);
      if (BILLING_NUMBERS.every((name) => billing[name] === undefined)) tell(['billing', 'npi']);
    },
  },
  {
    id: 'V12',
    types: ALL,
    status: 'A7:128:85',
    text: 'The billing provider has a tax number of nine digits: employerId, or ssn where it is a person.',
    judge: ({ request }, tell) => {
      const billing = objectIn(request.billing);
      const number = billing.employerId ?? billing.ssn;
      const name = billing.ssn === undefined ? 'employerId' : 'ssn';
      if (typeof number !== 'string' || !isTaxNumber(number, name)) tell(['billing', name]);
    },
  },
  {
    id: 'V13',
    types: ALL,
    status: 'A7:148',
    text: 'A social security number has nine digits.',
    judge: each(['ssn'], (ssn) => !/^\d{9}$/.test(ssn)),
  },
  {
    id: 'V14',
    types: ALL,
    status: 'A7:145',
    text: 'A taxonomy code has ten characters, the last an X.',
    judge: each(['taxonomyCode'], (code) => !/^[A-Z0-9]{9}X$/.test(code)),
  },
  {
    id: 'V15',
    types: ALL,
    status: 'A7:560',
    text: 'A UPIN is a letter and five digits, or three letters and three digits.',
    judge: each(['providerUpinNumber'], (upin) => !/^(?:[A-Z]\d{5}|[A-Z]{3}\d{3})$/i.test(upin)),
  },
  {
    id: 'V16',
    types: ALL,
    status: 'A6:125',
    text: 'A provider has a name: organizationName, or lastName.',
    judge: (claim, tell) => {
      for (const [at, provider] of namedProviders(claim)) {
        if (provider.organizationName === undefined && provider.lastName === undefined)
          told(tell, [...at, 'lastName'], entityOf(at));
      }
    },
  },
  {
    id: 'V17',
    types: ALL,
    status: 'A6:124:41',
    text: 'The submitter can be asked: its contactInformation has a telephone, a fax or an e-mail address.',
    judge: ({ request }, tell) => {
      const contact = objectIn(objectIn(request.submitter).contactInformation);
      if (['phoneNumber', 'faxNumber', 'email'].every((name) => contact[name] === undefined))
        tell(['submitter', 'contactInformation']);
    },
  },
];

/** Prefixes that no employer has: the IRS gives none of these. */
const NO_PREFIX = new Set([
  '00',
  '07',
  '08',
  '09',
  '17',
  '18',
  '19',
  '28',
  '29',
  '49',
  '69',
  '70',
  '78',
  '79',
  '89',
  '96',
  '97',
]);

function isTaxNumber(number: string, name: string): boolean {
  if (!/^\d{9}$/.test(number) || /^(\d)\1{8}$/.test(number)) return false;
  return name === 'ssn' || !NO_PREFIX.has(number.slice(0, 2));
}

const OF_REQUEST = [
  ...['submitter', 'billing', 'referring', 'rendering', 'supervising', 'assistantSurgeon', 'attending'],
  ...['operatingPhysician', 'otherOperatingPhysician'],
];
const OF_LINE = [
  ...['renderingProvider', 'referringProvider', 'supervisingProvider', 'orderingProvider', 'assistantSurgeon'],
  ...['operatingPhysician', 'otherOperatingPhysician'],
];

function* namedProviders({ request, lines }: ClaimAtHand): Generator<readonly [Trail, JsonObject]> {
  for (const name of OF_REQUEST) if (isObject(request[name])) yield [[name], objectIn(request[name])];
  for (const [at, line] of lines.entries())
    for (const name of OF_LINE)
      if (isObject(line[name])) yield [['claimInformation', 'serviceLines', at, name], objectIn(line[name])];
}

import { isObject } from '../../mapping/occurrences.js';
import type { JsonValue } from '../../model/json.js';
import { isNpi } from '../../model/npi.js';
import { VALUE_FORMATS } from '../../model/value-format.js';
import { objectIn } from '../moves/json-parts.js';
import { ALL, type Edit } from './edit.js';
import { entityOf, told } from './entities.js';
import { eachText, everywhere } from './everywhere.js';

const NPIS = everywhere('npi', 'identificationCode');
/** UPINs under their own name, and numbers that are one where a qualifier says so. */
const UPINS = everywhere('providerUpinNumber', 'secondaryIdentifier', 'identifier');
const QUALIFIERS: Readonly<Record<string, readonly string[]>> = {
  secondaryIdentifier: ['secondaryIdentificationQualifierCode', 'identificationQualifierCode'],
  identifier: ['qualifier'],
};
const BILLING_NUMBERS = ['npi', 'commercialNumber', 'locationNumber', 'secondaryIdentifier'];

/** Numbers of providers. */
export const PROVIDER_NUMBER_EDITS: readonly Edit[] = [
  {
    id: 'V10',
    types: ALL,
    status: 'A7:562',
    text: 'An NPI has ten digits, begins with 1 or 2, and passes its check digit. Look for a slip.',
    judge: (claim, tell) => {
      for (const { value, at } of NPIS(claim)) {
        // Other parties have numbers of other kinds under this name.
        if (at.at(-1) === 'identificationCode' && at.at(-2) !== 'serviceFacilityLocation') continue;
        if (typeof value === 'string' && !isNpi(value)) told(tell, at, entityOf(at));
      }
    },
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
    text: 'The billing provider has a tax number of nine digits that can be one: employerId, or ssn where it is a person. Look for a slip.',
    judge: ({ request }, tell) => {
      const { employerId, ssn } = objectIn(request.billing);
      const isThere = typeof employerId === 'string' ? isEmployer(employerId) : typeof ssn === 'string';
      if (!isThere || isOneDigit(ssn))
        tell(['billing', employerId === undefined && ssn !== undefined ? 'ssn' : 'employerId']);
    },
  },
  {
    id: 'V13',
    types: ALL,
    status: 'A7:148',
    text: 'A social security number has nine digits.',
    judge: eachText(['ssn'], (ssn) => !VALUE_FORMATS['tax-id'].test(ssn)),
  },
  {
    id: 'V14',
    types: ALL,
    status: 'A7:145',
    text: 'A taxonomy code has ten characters, the last an X.',
    judge: eachText(['taxonomyCode'], (code) => !VALUE_FORMATS.taxonomy.test(code)),
  },
  {
    id: 'V14',
    types: ['dental'],
    status: 'A6:145:82',
    text: 'A dentist who renders, or assists in the whole claim, has a taxonomyCode.',
    judge: ({ request, lines }, tell) => {
      for (const name of ['rendering', 'assistantSurgeon'])
        if (isObject(request[name]) && objectIn(request[name]).taxonomyCode === undefined) tell([name, 'taxonomyCode']);
      for (const [at, { renderingProvider: provider }] of lines.entries())
        if (isObject(provider) && provider.taxonomyCode === undefined)
          tell(['claimInformation', 'serviceLines', at, 'renderingProvider', 'taxonomyCode']);
    },
  },
  {
    id: 'V15',
    types: ALL,
    status: 'A7:560',
    text: 'A UPIN is a letter and five digits, or three letters and three digits.',
    judge: (claim, tell) => {
      for (const { value, at, owner } of UPINS(claim)) {
        const qualifiers = QUALIFIERS[String(at.at(-1))] ?? [];
        if (qualifiers.length > 0 && !qualifiers.some((name) => owner[name] === '1G')) continue;
        if (typeof value === 'string' && !isUpin(value)) told(tell, at, entityOf(at));
      }
    },
  },
];

/** Prefixes that no employer has: the IRS gives none of these. */
// biome-ignore format: a list of codes
const NO_PREFIX: ReadonlySet<string> = new Set([
  '00', '07', '08', '09', '17', '18', '19', '28', '29', '49', '69', '70', '78', '79', '89', '96', '97',
]);

function isEmployer(number: string): boolean {
  return /^\d{9}$/.test(number) && !isOneDigit(number) && !NO_PREFIX.has(number.slice(0, 2));
}

function isOneDigit(number: JsonValue | undefined): boolean {
  return typeof number === 'string' && /^(\d)\1{8}$/.test(number);
}

function isUpin(number: string): boolean {
  return /^(?:[A-Z]\d{5}|[A-Z]{3}\d{3})$/i.test(number);
}

import { passesNpiCheck } from '../../form/npi.js';
import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject } from '../../model/json.js';
import { objectIn } from '../moves/json-parts.js';
import { ALL, type ClaimAtHand, type Edit, type Trail } from './edit.js';
import { each, entityOf, told } from './every-property.js';

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

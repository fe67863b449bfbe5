import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject } from '../../model/json.js';
import { PROVINCES, STATES } from '../../model/regions.js';
import { objectIn } from '../moves/json-parts.js';
import { ALL, type Edit, type Trail } from './edit.js';
import { entityOf, told } from './entities.js';
import { everywhere } from './everywhere.js';

/** Properties that are an address. */
const ADDRESSES = everywhere(
  ...['address', 'payToAddress', 'payerAddress', 'otherPayerAddress', 'otherInsuredAddress'],
  ...['ambulancePickUpLocation', 'ambulanceDropOffLocation'],
);

/** Whose address has to have all nine digits of its ZIP code. */
const WITH_NINE: ReadonlySet<string> = new Set(['billing', 'serviceFacilityLocation']);

/** Addresses of all parties and places, as the posts of their countries write them. */
export const ADDRESS_EDITS: readonly Edit[] = [
  eachAddress(
    'V21',
    'A6:126',
    'An address has address1 and city; in the United States and Canada it has state and postalCode too.',
    (address) => {
      const needed = isNorthAmerican(address) ? ['address1', 'city', 'state', 'postalCode'] : ['address1', 'city'];
      return needed.filter((name) => address[name] === undefined);
    },
  ),
  {
    id: 'V21',
    types: ALL,
    status: 'A6:126:85',
    text: 'Who bills has an address.',
    judge: ({ request }, tell) => {
      if (!isObject(objectIn(request.billing).address)) tell(['billing', 'address']);
    },
  },
  {
    id: 'V21',
    types: ['institutional'],
    status: 'A6:126:PR',
    onlyWith: ['billingPayToPlanName'],
    text: 'A plan that is to be paid has its address.',
    judge: ({ request: { billingPayToPlanName: plan } }, tell) => {
      if (isObject(plan) && !isObject(plan.address)) tell(['billingPayToPlanName', 'address']);
    },
  },
  {
    id: 'V21',
    types: ['dental'],
    status: 'A6:126:77',
    text: 'A place of service has its address.',
    judge: ({ lines }, tell) => {
      for (const [at, { serviceFacilityLocation: place }] of lines.entries())
        if (isObject(place) && !isObject(place.address))
          tell(['claimInformation', 'serviceLines', at, 'serviceFacilityLocation', 'address']);
    },
  },
  eachAddress(
    'V22',
    'A7:500',
    'A ZIP code has five or nine digits, and all nine where the billing provider and the service facility are.',
    (address, at) => {
      const zip = zipOf(address);
      const form = WITH_NINE.has(ownerOf(at)) ? /^\d{9}$/ : /^\d{5}(?:\d{4})?$/;
      return zip === undefined || form.test(zip) ? [] : ['postalCode'];
    },
  ),
  {
    ...eachAddress(
      'V22',
      'A7:500',
      'The last four digits of the ZIP code are made up: payers ask for those of the street. Look them up.',
      (address, at) =>
        WITH_NINE.has(ownerOf(at)) && /^\d{5}(?:0000|9999)$/.test(zipOf(address) ?? '') ? ['postalCode'] : [],
    ),
    isWarning: true,
  },
  eachAddress(
    'V23',
    'A7:500',
    'Only addresses in the United States and Canada have a postal code on a claim: leave it out, or correct countryCode.',
    (address) => (isNorthAmerican(address) || address.postalCode === undefined ? [] : ['postalCode']),
  ),
  eachAddress(
    'V24',
    'A6:126',
    'The state is none of that country. Outside of the United States an address needs its countryCode.',
    (address) => (isKnownState(address) ? [] : ['countryCode']),
  ),
  eachAddress(
    'V25',
    'A7:126',
    'Parts of the United States and of Canada stand in state; countrySubDivisionCode is for other countries.',
    (address) =>
      isNorthAmerican(address) && address.countrySubDivisionCode !== undefined ? ['countrySubDivisionCode'] : [],
  ),
];

/** A rule of every address. `broken` gives the names of its properties that break it. */
function eachAddress(
  id: string,
  status: string,
  text: string,
  broken: (address: JsonObject, at: Trail) => readonly string[],
): Edit {
  return {
    ...{ id, types: ALL, status, text },
    judge: (claim, tell) => {
      for (const { value, at } of ADDRESSES(claim)) {
        if (!isObject(value)) continue;
        for (const name of broken(value, at)) told(tell, [...at, name], entityOf(at));
      }
    },
  };
}

/** The party whose address it is. */
function ownerOf(at: Trail): string {
  return String(at.at(-2));
}

function isNorthAmerican({ countryCode }: JsonObject): boolean {
  return countryCode === undefined || countryCode === 'US' || countryCode === 'CA';
}

/** The postal code of an address in the United States. */
function zipOf({ countryCode, postalCode }: JsonObject): string | undefined {
  const isThere = countryCode === undefined || countryCode === 'US';
  return isThere && typeof postalCode === 'string' ? postalCode : undefined;
}

/** Of other countries it is not known which parts they have. */
function isKnownState({ countryCode, state }: JsonObject): boolean {
  if (typeof state !== 'string') return true;
  if (countryCode === 'CA') return PROVINCES.has(state);
  return (countryCode !== undefined && countryCode !== 'US') || STATES.has(state);
}

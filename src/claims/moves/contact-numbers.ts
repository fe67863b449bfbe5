import { digits } from '../../mapping/lenses/digits.js';
import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import { isEmpty, objectIn, objectsIn, withProperty } from './json-parts.js';

/** Kinds of numbers in the order in which they are written: an extension stands right behind its telephone. */
export const CONTACT_KINDS = [
  ['TE', 'phoneNumber'],
  ['EX', 'phoneExtension'],
  ['FX', 'faxNumber'],
  ['EM', 'email'],
] as const;

const SILENT = { tell: () => {} };

/** `contactInformation` of a party as the list that the table writes. */
export function withContact(party: JsonObject): JsonObject {
  const { contactInformation, ...rest } = party;
  if (!isObject(contactInformation)) return party;
  const numbers: JsonObject[] = [];
  for (const [qualifier, property] of CONTACT_KINDS) {
    const number = contactInformation[property];
    if (number !== undefined && number !== '') numbers.push({ qualifier, number: plain(qualifier, number) });
  }
  const contact: JsonObject = numbers.length === 0 ? {} : { numbers };
  if (contactInformation.name !== undefined) contact.name = contactInformation.name;
  return { ...rest, contact };
}

/** The reverse. Of several numbers of a kind the first counts. */
export function withContactInformation(party: JsonObject): JsonObject {
  const { contact, ...rest } = party;
  if (contact === undefined) return party;
  const { name, numbers } = objectIn(contact);
  let information: JsonObject = {};
  if (name !== undefined) information.name = name;
  for (const [qualifier, property] of CONTACT_KINDS) {
    const found = objectsIn(numbers).find((one) => one.qualifier === qualifier)?.number;
    if (found !== undefined) information = withProperty(information, property, plain(qualifier, found));
  }
  return isEmpty(information) ? rest : { ...rest, contactInformation: information };
}

function plain(qualifier: string, number: JsonValue): JsonValue {
  return qualifier === 'TE' || qualifier === 'FX' ? (digits.get(number, SILENT) ?? number) : number;
}

import { isObject } from '../../mapping/occurrences.js';
import { objectIn, objectsIn, without } from '../moves/json-parts.js';
import { onlyWith, type Step } from './step.js';

const PERSONS_NAMES = ['lastName', 'firstName', 'middleName', 'suffix'];

/** NM102 is of an organisation or of a person: where both are named it is the organisation. */
export const organizationFirst: Step = (party, warn) => {
  if (party.organizationName === undefined) return party;
  const spare = PERSONS_NAMES.filter((name) => party[name] !== undefined);
  for (const name of spare) warn([name], 'not-sent');
  return without(party, spare);
};

/** A flag that only says yes: no is not written, and the same as nothing. */
export function onlyYes(...names: readonly string[]): Step {
  return (object) => {
    const no = names.filter((name) => object[name] === false);
    return without(object, no);
  };
}

/** Properties that are made anew, or belong elsewhere: to the envelope, or to who keeps files. */
export function leftOut(...names: readonly string[]): Step {
  return onlyWith(names, (object) => without(object, names));
}

/** A provider of another payer without a number there is not written. `numbers` by the name of the list of providers. */
export function numberedProviders(lists: Readonly<Record<string, string>>): Step {
  return (other, warn) => {
    const result = { ...other };
    for (const [list, numbers] of Object.entries(lists)) {
      const given = other[list];
      if (given === undefined) continue;
      const entries = Array.isArray(given) ? objectsIn(given) : [objectIn(given)];
      const kept = entries.filter((one) => objectsIn(one[numbers]).length > 0);
      if (kept.length === entries.length) continue;
      warn([list], 'not-sent');
      if (kept.length === 0) delete result[list];
      else result[list] = kept;
    }
    return result;
  };
}

/** One PER has room for three numbers: the e-mail address is the fourth. */
export const threeNumbers: Step = (party, warn) => {
  const contact = party.contactInformation;
  if (!isObject(contact)) return party;
  const { phoneNumber, phoneExtension, faxNumber, email } = contact;
  if ([phoneNumber, phoneExtension, faxNumber, email].some((number) => number === undefined)) return party;
  warn(['contactInformation', 'email'], 'not-sent');
  return { ...party, contactInformation: without(contact, ['email']) };
};

/** An extension stands right behind its telephone number: without one it has no place. */
export const extensionOfPhone: Step = (contact, warn) => {
  if (contact.phoneExtension === undefined || contact.phoneNumber !== undefined) return contact;
  warn(['phoneExtension'], 'no-place');
  return without(contact, ['phoneExtension']);
};

/** Whom to ask is written with a number alone: a name without one has no place. `numbers` are the kinds that count. */
export function nameWithNumber(name: string, numbers: readonly string[]): Step {
  return (contact, warn) => {
    if (contact[name] === undefined || numbers.some((number) => contact[number] !== undefined)) return contact;
    warn([name], 'no-place');
    return without(contact, [name]);
  };
}

/** A segment has room for so many of these together: the first stay. */
export function atMost(most: number, names: readonly string[]): Step {
  return (object, warn) => {
    const given = names.filter((name) => object[name] !== undefined);
    const spare = given.slice(most);
    for (const name of spare) warn([name], 'not-sent');
    return without(object, spare);
  };
}

/** The same of lists: so many entries of all of them together. */
export function entriesAtMost(most: number, names: readonly string[]): Step {
  return (object, warn) => {
    let left = most;
    let result = object;
    for (const name of names) {
      const list = object[name];
      if (!Array.isArray(list)) continue;
      for (let at = left; at < list.length; at++) warn([name, at], 'not-sent');
      if (list.length > left)
        result = left === 0 ? without(result, [name]) : { ...result, [name]: list.slice(0, left) };
      left = Math.max(0, left - list.length);
    }
    return result;
  };
}

/** A number and its qualifier come together: one alone is not sent. */
export function wholePair(qualifier: string, number: string): Step {
  return (object, warn) => {
    if ((object[qualifier] === undefined) === (object[number] === undefined)) return object;
    const alone = object[qualifier] === undefined ? number : qualifier;
    warn([alone], 'not-sent');
    return without(object, [alone]);
  };
}

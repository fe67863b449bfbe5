import { isObject } from '../../mapping/occurrences.js';
import { objectIn, objectsIn, without } from '../moves/json-parts.js';
import type { Step } from './step.js';

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
  return (object) => without(object, names);
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

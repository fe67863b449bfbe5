import type { JsonObject } from '../../model/json.js';
import { objectsIn, without } from '../moves/json-parts.js';
import type { Step } from './step.js';

/** Single numbers of providers and their qualifiers, in the order in which they are written. */
const SINGLES = [
  ['0B', 'stateLicenseNumber'],
  ['1G', 'providerUpinNumber'],
  ['G2', 'commercialNumber'],
  ['LU', 'locationNumber'],
] as const;

/**
 * Numbers of a line's provider as the one list that the set has: the single ones first, each with the payer that uses them, where one is
 * named. `qualifiers` are those that the loop takes.
 */
export function numbersAsList(qualifiers: readonly string[]): Step {
  return (provider, warn) => {
    const payer = provider.payerIdentificationNumber ?? provider.otherIdentifier;
    const list: JsonObject[] = [];
    for (const [qualifier, property] of SINGLES) {
      const identifier = provider[property];
      if (identifier === undefined) continue;
      if (!qualifiers.includes(qualifier)) warn([property], 'no-place');
      else list.push({ qualifier, identifier, ...(payer === undefined ? {} : { otherIdentifier: payer }) });
    }
    const spare = [...SINGLES.map(([, property]) => property), 'payerIdentificationNumber', 'otherIdentifier'];
    if (spare.every((name) => provider[name] === undefined)) return provider;
    if (payer !== undefined && list.length === 0) {
      const name = provider.payerIdentificationNumber === undefined ? 'otherIdentifier' : 'payerIdentificationNumber';
      warn([name], 'no-place');
    }
    const all = [...list, ...objectsIn(provider.secondaryIdentifier)];
    return { ...without(provider, spare), ...(all.length === 0 ? {} : { secondaryIdentifier: all }) };
  };
}

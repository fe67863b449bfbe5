import type { FindingExtras } from '../../model/finding.js';
import { isList } from '../values/safe-read.js';

const FORMS: Readonly<Partial<Record<string, string>>> = {
  object: 'an object',
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
};

/**
 * What a refused value is, told with its finding: `an object`. Its type, and never the value.
 * @param isNumber a number has its place there: then it is this one that does not fit.
 */
export function givenForm(value: unknown, isNumber = false): FindingExtras | undefined {
  if (isNumber && typeof value === 'number') return undefined;
  const given = value === null ? 'null' : isList(value) ? 'a list' : FORMS[typeof value];
  return given === undefined ? undefined : { limits: { given } };
}

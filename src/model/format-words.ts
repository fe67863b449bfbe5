import { isValueFormat, type ValueFormatName } from './value-format.js';

/** What people are told of a format. */
export interface FormatWords {
  /** What such a value is called, behind an article: `an NPI`. */
  readonly one: string;
  /** What it looks like: `nine digits, no hyphen`. */
  readonly form: string;
}

/** Apart from the formats, as who only judges values needs no words. */
export const FORMAT_WORDS: Readonly<Record<ValueFormatName, FormatWords>> = {
  npi: {
    one: 'an NPI',
    form: 'ten digits that begin with 1 or 2 and pass the check digit',
  },
  'tax-id': {
    one: 'a tax id or social security number',
    form: 'nine digits, no hyphen',
  },
  'us-postal-code': {
    one: 'a ZIP code of the United States',
    form: 'five or nine digits, no hyphen',
  },
  'ca-postal-code': {
    one: 'a postal code of Canada',
    form: 'a letter and a digit, three times, without a blank',
  },
  region: {
    one: 'a state or province of the United States or Canada',
    form: 'two letters, such as IL',
  },
  taxonomy: {
    one: 'a taxonomy code',
    form: 'ten characters, the last an X',
  },
  clia: {
    one: 'a CLIA number',
    form: 'two digits, a D and seven digits',
  },
  ndc: {
    one: 'an NDC',
    form: 'eleven digits (5-4-2), no hyphens',
  },
};

/** The words of a format by its name, as a finding has it; `undefined` for a name that is none. */
export function formatWords(name: string | undefined): FormatWords | undefined {
  return isValueFormat(name) ? FORMAT_WORDS[name] : undefined;
}

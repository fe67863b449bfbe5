import type { StringSchema } from './form-schema.js';

/** Rules that a schema can say, each with its text. */
export const FORM_RULES = {
  'beyond-ascii':
    'The value has letters or signs that are none of X12. It is sent as it is, in UTF-8: the payer may refuse it, or not find the patient. Write plain letters.',
  blank: 'The value holds nothing but blanks: leave the property out.',
  'code-unknown': 'The value is not one of the codes that may stand here.',
  'delimiter-inside': 'The value holds a delimiter of X12 or a control character; X12 has no way to write it.',
  entries: 'The list has too few or too many entries.',
  form: 'The value is not of the form that is expected here.',
  'half-character':
    'The value holds half of a character (a lone surrogate), as texts do that are cut in the middle: no encoding can write it.',
  length: 'The value is too short or too long.',
  'property-unknown': 'There is no such property; it is not sent.',
  required: 'The property is required.',
  type: 'The value is not of the type that is expected here.',
} as const;

/** Rules of schemas with numbers, and with properties that X12 has no place for. */
export const MORE_FORM_RULES = {
  'no-place': 'There is no place for it in X12; it is not sent.',
  range: 'The number is too small or too large.',
} as const;

export type FormRule = keyof typeof FORM_RULES | keyof typeof MORE_FORM_RULES;

/** Codes that a sentence names at most. */
const MOST_CODES = 12;

/** What texts of a pattern look like, for people. */
export const FORM_WORDS: Readonly<Record<string, string>> = {
  '^[A-Za-z0-9]+$': 'letters and digits alone',
  '^[A-Za-z0-9]{10}$': 'ten letters and digits',
  '^\\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])$':
    'a day of the calendar as CCYYMMDD (year, month, day), such as 20260131',
  '^\\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])(-\\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01]))?$':
    'a day of the calendar as CCYYMMDD (year, month, day), or two with a hyphen between, such as 20260131-20260202',
  '^\\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])([01]\\d|2[0-3])[0-5]\\d$|^\\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])$':
    'a day of the calendar and a time as CCYYMMDDHHMM (year, month, day, hour, minute), such as 202601311430, or the day alone',
  '^([01]\\d|2[0-3])[0-5]\\d$': 'a time of the day as HHMM (0000 to 2359), such as 1430',
  '^\\d{1,8}(\\.\\d{1,3})?$': 'a number of at most eight digits and three decimals, such as 1.5',
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$': 'a UUID',
  '^(BPUMR|PAPER|PRINT)$': 'BPUMR, PAPER or PRINT',
  '^\\d{5}$': 'five digits',
  '^\\d{9}$': 'nine digits, without hyphens',
  '^\\d{10}$': 'ten digits',
  '^\\d{1,15}$': 'one to fifteen digits',
  '^\\d{1,6}$': 'one to six digits',
  '^\\d+$': 'digits alone',
  '^\\d+(\\.\\d{1,2})?$': 'an amount with at most two decimals, such as 125.50',
  '^[A-Za-z0-9- ]+$': 'letters, digits, hyphens and blanks alone',
  '^[0-9]$': 'one digit',
  '^[0-9]+$': 'digits alone',
  '^[1-8]$': 'a digit from 1 to 8',
};

export function amountWords(least: number, most: number): string {
  if (least === most) return String(least);
  return most === Infinity ? `${least} or more` : `${least} to ${most}`;
}

export function lengthWords({ minLength = 0, maxLength = Infinity }: StringSchema): string {
  return `It takes ${amountWords(minLength, maxLength)} characters.`;
}

export function formWords({ pattern = '' }: StringSchema): string {
  return `Write ${FORM_WORDS[pattern] ?? pattern}.`;
}

export function codeWords({ enum: codes = [] }: StringSchema): string {
  const named = codes.slice(0, MOST_CODES).join(', ');
  return codes.length > MOST_CODES
    ? `There are ${codes.length}, such as ${named}; the schema of the request has all.`
    : `Codes are: ${named}.`;
}

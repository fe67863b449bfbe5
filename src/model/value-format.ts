import { isNpi } from './npi.js';
import { PROVINCES, STATES } from './regions.js';

/** The form of a public kind of number or code, whose list nobody licenses (SNIP type 5). */
export interface ValueFormat {
  /** The form in a sentence, for people. */
  readonly text: string;
  /** A made-up value of that form. */
  readonly example: string;
  readonly test: (text: string) => boolean;
}

/** Formats by the names that rules of guides give them. */
export const VALUE_FORMATS = {
  // 45 CFR 162.406: ten positions, the last a check digit.
  npi: {
    text: 'An NPI has ten digits, begins with 1 or 2, and passes its check digit',
    example: '1234567893',
    test: isNpi,
  },
  // The nine digits of an SSN or EIN; hyphens are not sent.
  'tax-id': {
    text: 'A tax id or social security number has nine digits and no hyphen',
    example: '123456789',
    test: (text) => /^\d{9}$/.test(text),
  },
  'us-postal-code': {
    text: 'A ZIP code has five or nine digits and no hyphen',
    example: '62701',
    test: (text) => /^\d{5}(?:\d{4})?$/.test(text),
  },
  'ca-postal-code': {
    text: 'A Canadian postal code is a letter and a digit, three times, without a blank',
    example: 'K1A0B1',
    test: (text) => /^[A-Z]\d[A-Z]\d[A-Z]\d$/i.test(text),
  },
  region: {
    text: 'Use the two letters of a state or territory of the United States, or of a province of Canada',
    example: 'IL',
    test: (text) => STATES.has(text) || PROVINCES.has(text),
  },
  // NUCC: ten characters, of which the last is an X so far.
  taxonomy: {
    text: 'A taxonomy code has ten characters, the last an X',
    example: '207Q00000X',
    test: (text) => /^[A-Z0-9]{9}X$/.test(text),
  },
  // CMS: the state's number, D, and seven digits.
  clia: {
    text: 'A CLIA number has two digits, a D and seven digits',
    example: '05D1234567',
    test: (text) => /^\d{2}D\d{7}$/.test(text),
  },
  // HIPAA writes NDCs as labeler, product and package of 5, 4 and 2 digits, filled up with zeros.
  ndc: {
    text: 'An NDC has eleven digits, 5-4-2, without hyphens',
    example: '12345678901',
    test: (text) => /^\d{11}$/.test(text),
  },
} as const satisfies Readonly<Record<string, ValueFormat>>;

export type ValueFormatName = keyof typeof VALUE_FORMATS;

/** Whether a guide may name it: own names only. */
export function isValueFormat(name: unknown): name is ValueFormatName {
  return typeof name === 'string' && Object.hasOwn(VALUE_FORMATS, name);
}

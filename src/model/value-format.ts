import { isNpi } from './npi.js';
import { PROVINCES, STATES } from './regions.js';

/** The form of a public kind of number or code, whose list nobody licenses (SNIP type 5). */
export interface ValueFormat {
  /** A made-up value of that form. */
  readonly example: string;
  readonly test: (text: string) => boolean;
}

/** Formats by the names that rules of guides give them; `format-words.ts` has their words. */
export const VALUE_FORMATS = {
  // 45 CFR 162.406: ten positions, the last a check digit.
  npi: {
    example: '1234567893',
    test: isNpi,
  },
  // The nine digits of an SSN or EIN; hyphens are not sent.
  'tax-id': {
    example: '123456789',
    test: (text) => /^\d{9}$/.test(text),
  },
  'us-postal-code': {
    example: '62701',
    test: (text) => /^\d{5}(?:\d{4})?$/.test(text),
  },
  'ca-postal-code': {
    example: 'K1A0B1',
    test: (text) => /^[A-Z]\d[A-Z]\d[A-Z]\d$/i.test(text),
  },
  region: {
    example: 'IL',
    test: (text) => STATES.has(text) || PROVINCES.has(text),
  },
  // NUCC: ten characters, of which the last is an X so far.
  taxonomy: {
    example: '207Q00000X',
    test: (text) => /^[A-Z0-9]{9}X$/.test(text),
  },
  // CMS: the state's number, D, and seven digits.
  clia: {
    example: '05D1234567',
    test: (text) => /^\d{2}D\d{7}$/.test(text),
  },
  // HIPAA writes NDCs as labeler, product and package of 5, 4 and 2 digits, filled up with zeros.
  ndc: {
    example: '12345678901',
    test: (text) => /^\d{11}$/.test(text),
  },
} as const satisfies Readonly<Record<string, ValueFormat>>;

export type ValueFormatName = keyof typeof VALUE_FORMATS;

/** Their names; by their index compiled rules know them. */
export const FORMAT_NAMES = Object.keys(VALUE_FORMATS) as readonly ValueFormatName[]; // its own keys

/** Whether a guide may name it: own names only. */
export function isValueFormat(name: unknown): name is ValueFormatName {
  return typeof name === 'string' && Object.hasOwn(VALUE_FORMATS, name);
}

import { EMAIL_PATTERN, NAME_PATTERN } from './shapes.js';

const SEGMENTED = 'a path whose names have no backslash and no control character';

/**
 * What the patterns of our schemas ask for, in words that stand behind "must be". A pattern itself says little to people who are no
 * programmers, and a schema has no word for it of its own. A test demands that each pattern of an operation is here.
 */
export const PATTERN_WORDS: Readonly<Record<string, string>> = {
  '^([a-zA-Z0-9._-]+)$': 'letters, digits, ".", "_" and "-"',
  '^([a-zA-Z0-9_-]+)$': 'letters, digits, "_" and "-"',
  '^[A-Za-z0-9_-]+$': 'letters, digits, "_" and "-"',
  '^/?[a-z0-9-]{1,63}/': 'the name of a bucket, a slash, and a key',
  '^([a-zA-Z0-9._:-]+)$': 'letters, digits, ".", "_", ":" and "-"',
  '^([A-Z0-9]+)$': 'capital letters and digits',
  '^[A-Za-z0-9_-]{1,60}$': '1 to 60 letters, digits, "_" and "-"',
  '^[a-zA-Z0-9-_]{1,100}$': '1 to 100 letters, digits, "_" and "-"',
  '^[A-Z0-9]{1,40}$': '1 to 40 capital letters and digits',
  '^[A-Z0-9]{3,5}$': '3 to 5 capital letters and digits, as 850',
  '^[a-z0-9-]{1,63}$': '1 to 63 small letters, digits and "-"',
  '^/$|^(/[A-Za-z0-9_:.+-]+)+$':
    'a path from the root, as /partners/acme: "/", and names of letters, digits and "-_:.+" with one "/" between them',
  '^[A-Za-z0-9 _/-]+$': 'letters, digits, blanks, "-", "_" and "/"',
  '^[a-z0-9-]+$': 'small letters, digits and "-"',
  '^[a-z-]{1,50}:[a-z-]{1,50}$': 'a family and what may be done in it, as core:read',
  '^[A-Z]{5}$': '5 capital letters',
  '^[A-Z0-9]{2}$': '2 capital letters and digits',
  '^ec_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$': 'an id as it was answered: ec_ and a UUID',
  '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$': 'an id as it was answered, a UUID in small letters',
  '^[0-9]{6}[A-Z0-9]{0,6}$': 'a release, as 004010 or 005010X222A1',
  '^[0-9]{3}[A-Z]{0,2}$': 'the id of a transaction set, as 850',
  '^\\d{3}$': 'the 3 digits of a transaction set, as 850',
  '^\\d{1,9}$': '1 to 9 digits',
  '^[0-9A-HJKMNP-TV-Z]{26}$': 'a ULID, 26 characters',
  '^[\\W|_]{1}$': 'one character that is no letter and no digit',
  '^.*[^ ].*$': 'text with more than blanks',
  "^([a-zA-Z0-9.'()!_-]+)$": "letters, digits and .'()!_-",
  '^ *[!-~][ -~]*$': 'ASCII characters that can be printed, and not blanks alone',
  '^[!-~]([ -~]*[!-~])?$': 'ASCII characters that can be printed, without a blank at either end',
  '^[!#-\\[\\]-~]([ !#-\\[\\]-~]*[!#-\\[\\]-~])?$':
    'ASCII characters that can be printed, without quotation mark and backslash, and without a blank at either end',
  '^https?://[^\\s@]+$': 'a URL that begins with http:// or https:// and has no user in it',
  '^https://.+$': 'a URL that begins with https://',
  '^[a-z]{3,5}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$':
    'an id as it was answered, such as dst_ or evt_ with a UUID behind it',
  '^([a-z]{3,5}_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$':
    'an id as it was answered: a UUID, with evt_ before it or without',
  '^([^\\s/@\\\\:]+|[^\\s/@\\\\:]*:[^\\s/@\\\\:]*:[^\\s/@\\\\]*)$':
    'the name or address of a host alone, without a scheme, port, user or path',
  '^([0-9A-Fa-f]{2}:?){32}$': '32 bytes in hexadecimal, with or without ":" between them',
  '^[^\\u0000-\\u001f\\u007f]+$': 'text without control characters',
  '^/?([^/\\u0000-\\u001f\\u007f\\\\]+/)*[^/\\u0000-\\u001f\\u007f\\\\]*$': SEGMENTED,
  '^[^/\\\\\\u0000-\\u001f\\u007f]+(/[^/\\\\\\u0000-\\u001f\\u007f]+)*$': `${SEGMENTED}, and no "/" at either end`,
  '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$': 'a time of day from 00:00 to 24:00, as 05:00',
  '^[^\\s].*$': 'text that does not begin with a blank',
  '^https?://': 'a URL that begins with https:// or http://',
  '^[A-Za-z0-9][A-Za-z0-9 ._-]*$': 'letters, digits, blanks, ".", "_" and "-", and a letter or digit first',
  '^\\d{10}$': '10 digits',
  '^\\d{9}$': '9 digits',
  '^\\d{8}$': '8 digits, as 20260301',
  '^\\d{5}(?:-?\\d{4})?$': '5 digits or 9, as 55802 or 55802-0012',
  '^[a-zA-Z0-9]+$': 'letters and digits',
  '^[^\\s@]+@[^\\s@]+\\.[^\\s@.]+$': 'an e-mail address',
  '^(?:[\\s().-]*\\d){10}[\\s().-]*$': '10 digits, with blanks, dots, dashes and parentheses between them or without',
  [EMAIL_PATTERN]: 'an e-mail address, as office@clinic.example.com',
  [NAME_PATTERN]: 'text without control characters, and not blanks alone',
  '^\\d{2}-?\\d{7}$': '9 digits, as 98-1234567 or 981234567',
  '^[0-9]{2}-[0-9]{7}$': '9 digits, as 98-1234567',
  '^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$': 'the name of a variable between a dollar sign with a brace, and a brace',
};

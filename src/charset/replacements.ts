import { LATIN_LETTERS, LOOK_ALIKES } from './letters.js';

/**
 * The tables of the repairs, with those of `letters.ts`: what stands for what. README.md says which repair uses which
 * part, and why. A line is a replacement and, after one blank, the code points that it replaces. These tables are ours.
 */

/**
 * `replaceConfusable`, and `replaceNonBasicCharacters` when that is off: signs with a plain spelling in ASCII.
 * The micro sign is a `u`: U+00B5 and the letter mu look like an `m` to no reader, and `5 mg` for 5 µg harms somebody.
 */
const SYMBOLS: readonly string[] = [
  '! 00A1 01C3',
  '? 00BF 203D 2E2E',
  // U+00AB and so on are quotation marks too.
  '" 00A8 00AB 00BB 02DD 02F5 02F6 05F4 1CD3 201C 201D 201E 201F 2033 2036 2E42 3003 300A 300B 300C 300D 300E 300F',
  '" 301D 301E 301F',
  "' 00B4 02F4 0384 0385 055A 055D 05F3 1FBD 1FBF 1FEF 1FFD 1FFE 2018 2019 201A 201B 2032 2035 2039 203A 275B 275C",
  ', 00B8 060C 060D 066B 3001',
  '. 00B7 02D9 0701 0702 2024 2027 22C5 30FB 3002 A60E',
  '- 00AF 02C9 02CD 02D7 06D4 2022 2043 203E 2212 2219 25CF 25E6 2796',
  ': 02F8 0589 05C3 0703 0704 16EC 1803 1809 205A 2236 A789',
  '; 061B 204F',
  '/ 00F7 1735 2041 2044 2215 2571 27CB 29F8',
  '\\ 2216 27CD 29F5 29F9',
  '| 00A6 05C0 2223 23AE 2502 FFE8',
  '|| 2016 2225',
  '= 2E40 30A0',
  '+ 02D6 16ED 2020 2021 2795',
  '+/- 00B1 2213',
  '* 066D 204E 2217 22C6 2605 2606 2731',
  'x 00D7 2573 2717 2718 292B 292C 2A2F',
  '^ 02C4',
  '~ 02DC 1FC0 2053 223C 2248',
  '% 066A 2052',
  // Comparisons are spelt out: `<` has no basic equivalent that still compares.
  'LE  2264 2266',
  'GE  2265 2267',
  'NE  2260',
  // A blank keeps `2½` from becoming `21/2`.
  ' 1/4 00BC',
  ' 1/2 00BD',
  ' 3/4 00BE',
  ' 1/7 2150',
  ' 1/9 2151',
  ' 1/10 2152',
  ' 1/3 2153',
  ' 2/3 2154',
  ' 1/5 2155',
  ' 2/5 2156',
  ' 3/5 2157',
  ' 4/5 2158',
  ' 1/6 2159',
  ' 5/6 215A',
  ' 1/8 215B',
  ' 3/8 215C',
  ' 5/8 215D',
  ' 7/8 215E',
  ' 1/ 215F',
  ' 0/3 2189',
  '0 3007',
  'u 00B5',
  'e 212E',
  'P 2118',
  'Ohm 2126',
  ' DEG 00B0 02DA',
  'SEC. 00A7',
  'PAR. 00B6',
  '(C) 00A9',
  '(P) 2117',
  '(R) 00AE',
  'Rx 211E',
  'c 00A2',
  'L 20A4',
  'Y 00A5',
  'EUR 20AC',
  'GBP 00A3',
  'ILS 20AA',
  'INR 20B9',
  'KRW 20A9',
  'RUB 20BD',
  'TRY 20BA',
  'UAH 20B4',
  'VND 20AB',
];

/** `replaceNonBasicCharacters`: the printable ASCII that the basic set lacks; small letters become capitals. */
export const BASIC_EQUIVALENTS: Readonly<Record<string, string>> = {
  '[': '(',
  '{': '(',
  '<': '(',
  ']': ')',
  '}': ')',
  '>': ')',
  '\\': '/',
  '|': '/',
  _: '-',
  '~': '-',
  '^': '-',
  '`': "'",
  '@': '(AT)',
  '#': 'NO.',
  '%': 'PCT',
  // Which dollar, the sign does not say.
  $: ' ',
};

/** `replaceDelimiterConflicts`: what stands for a delimiter, the best first; then its basic equivalent, then {@link LAST_CHOICES}. */
export const DELIMITER_ALTERNATIVES: Readonly<Record<string, readonly string[]>> = {
  '*': ['|', '/'],
  '^': ['|', '/'],
  ':': ['.', ';'],
};

/** There are at most four delimiters, so of these five one can always be sent in a built-in set. */
export const LAST_CHOICES: readonly string[] = ['-', ' ', '.', '/', ','];

/** What stands for a character that cannot be read: lone surrogate, private use, unassigned, U+FFFD, an unknown number. */
export const UNREADABLE = '?';

export const LATIN_LETTER: ReadonlyMap<number, string> = tableOf(LATIN_LETTERS);
export const LOOK_ALIKE: ReadonlyMap<number, string> = tableOf([...LOOK_ALIKES, ...SYMBOLS]);

function tableOf(lines: readonly string[]): ReadonlyMap<number, string> {
  const table = new Map<number, string>();
  for (const line of lines) {
    // A replacement may begin or end with a blank.
    const [, replacement = '', codePoints = ''] = /^(.+?) ([0-9A-F]{4,6}(?: [0-9A-F]{4,6})*)$/.exec(line) ?? [];
    for (const codePoint of codePoints.split(' ')) table.set(Number.parseInt(codePoint, 16), replacement);
  }
  return table;
}

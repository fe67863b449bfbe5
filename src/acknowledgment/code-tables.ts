/** For each level: the code that a finding has, and the code that one guide's acknowledgment says for it. */
export interface CodeTables {
  /** IK304 / AK304. */
  readonly segment: ReadonlyMap<string, string>;
  /** IK403 / AK403. */
  readonly element: ReadonlyMap<string, string>;
  /** IK502 to IK506 / AK502 to AK506. */
  readonly transaction: ReadonlyMap<string, string>;
  /** AK905 to AK909. */
  readonly group: ReadonlyMap<string, string>;
}

const SEGMENT = same('1 2 3 4 5 6 7 8');
const ELEMENT = same('1 2 3 4 5 6 7 8 9 10');
const TRANSACTION = same('1 2 3 4 5 6 7 8 9 10 11 12 13 15 16 17 23 24 25 26 27');
const GROUP = new Map(same('1 2 3 4 5 6 10 11 12 13 14 15 16 17 18 19 23 24 25 26'));

// A 997 knows only the standard's rules. What only a guide forbids or demands is said by the nearest of them.
const SEGMENT_997 = new Map([
  ...SEGMENT,
  ['I4', '2'], // not used: unexpected
  ['I6', '3'], // demanded, by whatever: required and missing
  ['I7', '3'],
  ['I8', '3'],
  ['I9', '2'],
]);

const ELEMENT_997: Pairs = [
  ...ELEMENT,
  ['I6', '7'], // a code the guide leaves out: invalid code value
  ['I9', '2'], // dependent: conditionally required
  ['I10', '10'], // not used: excluded
  ['I11', '1'], // a repetition that must be there is missing
  ['I12', '7'], // a pattern is a list of values too long to write
  ['I13', '10'],
];

const TRANSACTION_997 = new Map([
  ...TRANSACTION,
  ['18', '6'], // wrong group for this ST01: invalid identifier
  ['19', '1'], // an implementation that is none, or unknown: not supported
  ['I5', '5'],
  ['I6', '1'],
]);

export const CODES_999: CodeTables = {
  segment: new Map([...SEGMENT, ...same('I4 I6 I7 I8 I9')]),
  element: new Map([...ELEMENT, ...same('12 13 I6 I9 I10 I11 I12 I13')]),
  transaction: new Map([...TRANSACTION, ...same('18 19 I5 I6')]),
  group: GROUP,
};

export const CODES_997_005010: CodeTables = {
  segment: SEGMENT_997,
  element: new Map([...ELEMENT_997, ...same('12 13')]),
  transaction: TRANSACTION_997,
  group: GROUP,
};

/**
 * 12 and 13 came with repetitions, after 004010: too many of something is too many elements. AK905 19 speaks of a missing security segment
 * there; that a number came twice is said by 6, a number that breaks the syntax.
 */
export const CODES_997_004010: CodeTables = {
  ...CODES_997_005010,
  element: new Map([...ELEMENT_997, ['12', '3'], ['13', '3']]),
  group: new Map([...GROUP, ['19', '6']]),
};

/** The codes as the table says them, each once; those it has no word for are left out. */
export function distinctCodes(
  codes: readonly string[],
  table: ReadonlyMap<string, string>,
  most: number,
): readonly string[] {
  const known = codes.map((code) => table.get(code)).filter((code) => code !== undefined);
  return [...new Set(known)].slice(0, most);
}

type Pairs = readonly (readonly [string, string])[];

function same(codes: string): Pairs {
  return codes.split(' ').map((code) => [code, code]);
}

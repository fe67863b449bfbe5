// A guide as one array of numbers, which everything hot reads: where a segment goes, what its elements must be, what rules
// look at. Names, keys and titles stay in the plan beside it. This file is the one table of how the numbers lie: plain constants, which the build puts in as
// numbers. Members of an object would be looked up at every use. bench: `validate`.

/** A compiled guide in numbers. Shared by all who read with it. */
export interface GuideImage {
  /** Rows and tables; 0 as an offset is "none", as nothing lies there. */
  readonly words: Int32Array;
}

/** Of what is not laid out yet. */
export const NO_IMAGE: GuideImage = { words: new Int32Array(1) };

// A child of a loop. Of a segment what its elements must be follows: `SEGMENT_` and its `ELEMENT_` rows, the one of position `k` at
// `SEGMENT_WORDS + k * ELEMENT_WORDS`.

/** Place among the children, and in the counts of an open loop. */
export const SLOT_INDEX = 0;
export const SLOT_RANK = 1;
/** Largest number of occurrences; {@link MOST} when unbounded. */
export const SLOT_MAX = 2;
/** Index of the LS that must stand before, +1. */
export const SLOT_BRACKET = 3;
/** The table of the codes that tell it from its siblings, 0 for none. */
export const SLOT_CODES = 4;
/** What the short way of the walk may do with it: `QUICK_` of a segment; of a loop its `LOOP_` row, or nothing. */
export const SLOT_QUICK = 5;

/** Smaller than any offset of a row. */
export const QUICK_NOTHING = 0;
/** Counts it. */
export const QUICK_PLAIN = 1;
/** Opens and closes a bracket. */
export const QUICK_HEADER = 2;
export const QUICK_TRAILER = 3;

// A loop that does not begin with LS, and is no level of HL that has no code.

/** The row of its trigger. */
export const LOOP_TRIGGER = 0;
/** Its row of tags. */
export const LOOP_TAGS = 1;
/** Where the registers of its rules lie in the state of a walk, 0 for none, how many words they are, and whether it opens them (1), or one value of its trigger (0). */
export const LOOP_PROGRAM = 2;
export const LOOP_REGISTERS = 3;
export const LOOP_OPENS = 4;
/** Its rules: `LOOP_RULE_`. */
export const LOOP_RULES = 5;
/** Its bit among the levels of HL; 0 of what is none. */
export const LOOP_LEVEL = 6;
/** The number of slots that must occur. Of each the index and how often follow, then the number of brackets in the loop, and of each the indexes of LS and LE. */
export const LOOP_REQUIRED = 7;
export const LOOP_WORDS = 8;

/** Positions from this on are not defined. */
export const SEGMENT_SIZE = 6;
/** Required positions as bits 1-30 and 31-60. */
export const SEGMENT_LOW = 7;
export const SEGMENT_HIGH = 8;
/** The `NOTE_` rows of its syntax notes. */
export const SEGMENT_NOTES = 9;
/** The elements that were present when required ones and notes last held: mostly the same are there the next time. The only words that change. */
export const SEGMENT_GOOD_LOW = 10;
export const SEGMENT_GOOD_HIGH = 11;
/** The rows of its rules: `rules/rule-rows.ts`. */
export const SEGMENT_RULES = 12;
export const SEGMENT_WORDS = 13;

// An element of a segment, or a component of a composite.

/** `CHECK_`; the bit {@link IS_LIST}; from {@link REPEAT_SHIFT} on the largest number of repetitions. */
export const ELEMENT_KIND = 0;
export const ELEMENT_MIN = 1;
export const ELEMENT_MAX = 2;
/**
 * Of `only` the packed code, of `codes` and `listed` their table, of `integer` its implied decimals, of `formatted` the position of the qualifier, of `composite` a
 * `COMPOSITE_` row.
 */
export const ELEMENT_MORE = 3;
export const ELEMENT_WORDS = 4;
export const KIND_MASK = 15;
/** The JSON of the element is a list. */
export const IS_LIST = 16;
export const REPEAT_SHIFT = 5;

/** A composite; the `ELEMENT_` rows of its components follow, by position. */
export const COMPOSITE_SIZE = 0;
/** Required components as bits. */
export const COMPOSITE_REQUIRED = 1;
export const COMPOSITE_NOTES = 2;
/** The component whose format a sibling names, 0 = none. */
export const COMPOSITE_FORMATTED = 3;

/** A syntax note: its letter as a character code and its positions as bits; `first` is the one that C and L begin with. */
export const NOTE_LETTER = 0;
export const NOTE_LOW = 1;
export const NOTE_HIGH = 2;
export const NOTE_FIRST = 3;
export const NOTE_WORDS = 4;

/**
 * What one tag may be in a loop: the element that tells its slots apart, a table of lists of slots by its code, whether each of them wants a code (1), and
 * the list of all.
 */
export const CANDIDATES_ELEMENT = 0;
export const CANDIDATES_COMPONENT = 1;
export const CANDIDATES_BY_CODE = 2;
export const CANDIDATES_TOLD = 3;
export const CANDIDATES_LIST = 4;

// What is checked of a value, as small integers.

/** Not for the short way: nothing is defined here, or what is defined needs strings. */
export const CHECK_DOUBT = 0;
export const CHECK_TEXT = 1;
/** Exactly one code. */
export const CHECK_ONLY = 2;
export const CHECK_CODES = 3;
export const CHECK_INTEGER = 4;
export const CHECK_DECIMAL = 5;
export const CHECK_DATE = 6;
export const CHECK_TIME = 7;
/** Text that is a date by the qualifier in another element. */
export const CHECK_FORMATTED = 8;
export const CHECK_COMPOSITE = 9;
/** Numbers of which only some are allowed. */
export const CHECK_LISTED = 10;

/** Stands for "unbounded". */
export const MOST = 2 ** 25;

/** Where the table of tags lies, that gives each tag of the guide its number: from 1, 0 for others. */
export const TAGS = 1;

/** Odd, and near 2^32 times the golden ratio: neighbouring keys land far apart. */
export const SPREAD = 0x9e3779b1;

/**
 * Whether a table has a key. Tables are open addressing: shift, mask, then keys, 0 where there is none. bench: `validate`.
 * @param key tag code or packed code; 0 is in no table.
 */
export function hasKey(words: Int32Array, table: number, key: number): boolean {
  const mask = words[table + 1] ?? 0;
  let at = Math.imul(key, SPREAD) >>> (words[table] ?? 0);
  for (;;) {
    const held = words[table + 2 + at] ?? 0;
    if (held === 0) return false;
    if (held === key) return true;
    at = (at + 1) & mask;
  }
}

/** What a table of pairs has for a key; 0 for none. */
export function lookUp(words: Int32Array, table: number, key: number): number {
  const mask = words[table + 1] ?? 0;
  let at = Math.imul(key, SPREAD) >>> (words[table] ?? 0);
  for (;;) {
    const held = words[table + 2 + at] ?? 0;
    if (held === 0) return 0;
    if (held === key) return words[table + 3 + mask + at] ?? 0;
    at = (at + 1) & mask;
  }
}

/** Lays out keys, and behind them their values if there are some, as {@link hasKey} and {@link lookUp} read them. */
export function tableOf(keys: readonly number[], values?: readonly number[]): number[] {
  let bits = 1;
  while (2 ** bits < keys.length * 2) bits++;
  const size = 2 ** bits;
  const table = new Array<number>(2 + size * (values === undefined ? 1 : 2)).fill(0);
  table[0] = 32 - bits;
  table[1] = size - 1;
  for (const [index, key] of keys.entries()) {
    let at = Math.imul(key, SPREAD) >>> (32 - bits);
    while (table[2 + at] !== 0) at = (at + 1) & (size - 1);
    table[2 + at] = key;
    if (values !== undefined) table[2 + size + at] = values[index] ?? 0;
  }
  return table;
}

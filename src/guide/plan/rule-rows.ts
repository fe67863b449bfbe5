// What rules do with a segment as rows of numbers in the guide's image, behind their number: so that most segments are fed and
// found right on their bytes. Whatever a row cannot say in numbers is done by the objects it names. bench: `validate`.

/** Words a row. */
export const RULE_WORDS = 8;

// The first word of a row.

/** Opens the registers of a loop whose trigger has one of the values: `OPEN_`. */
export const ROW_OPEN = 0;
/** Counts: `FEED_`. */
export const ROW_COUNT = 1;
/** Adds up, of element 0 one for the segment: `FEED_`. */
export const ROW_ADD = 2;
export const ROW_SUBTRACT = 3;
/** Whatever else is fed: `FEED_`. */
export const ROW_FEED = 4;
/** Rules that matter only where an element is there, with one of some values: `GATE_`. */
export const ROW_GATE = 5;
/** Judges a rule of the segment: `JUDGE_`. */
export const ROW_JUDGE = 6;

/** The program, and where its registers lie and how many words they are; the element and the table of its values. */
export const OPEN_PROGRAM = 1;
export const OPEN_AT = 2;
export const OPEN_WORDS = 3;
export const OPEN_ELEMENT = 4;
export const OPEN_VALUES = 5;

/**
 * Feeds the program whose registers lie at `program`, where that is open: what lies at `register` counts every value there, or is the sum. `feed` is the index of the {@link Feed}; `filter`, if any, the
 * offset of an element and the table of the codes that it must have. The rows of a program follow one another, by ascending elements; `rest` more are behind.
 */
export const FEED_ELEMENT = 1;
export const FEED_REGISTER = 2;
/** Where the element is absent: {@link NEEDED}, for a sum is not known without it; {@link PASSED}; or {@link DONE}, as neither is any behind it needed. */
export const FEED_ABSENT = 3;
export const FEED_FEED = 4;
export const FEED_FILTER = 5;
export const FEED_PROGRAM = 6;
export const FEED_REST = 7;
export const DONE = 0;
export const PASSED = 1;
export const NEEDED = 2;

/** In front of `rows` rows of rules. `calls` is a table: of each value of the element the rows that it calls for, as bits; 0: any value calls for all. */
export const GATE_ELEMENT = 1;
export const GATE_CALLS = 2;
export const GATE_ROWS = 3;

/** The rule of the program of that index holds for sure as `HOLDS_` says, or says nothing of the segment. */
export const JUDGE_PROGRAM = 1;
export const JUDGE_HOLDS = 2;
export const JUDGE_AT = 3;
export const JUDGE_BY = 4;
/** If any, the offset of an element and a table: where it has one of those codes, the rule says nothing. */
export const JUDGE_EXCEPT = 5;

/** What shows on bytes that a rule of a segment holds. */
export const HOLDS_NEVER = 0;
/** One of the elements in the list `at` is present. */
export const HOLDS_SOME = 1;
/** None of them is. */
export const HOLDS_NONE = 2;
/** The element `at` has no code of table `by`, in one value of up to four characters. */
export const HOLDS_UNLISTED = 3;
/** It has one of them. */
export const HOLDS_LISTED = 4;
/** It is as one of the pictures at `by`: their number, and of each its length and characters. */
export const HOLDS_FORMAT = 5;
/** It is absent, or one value that the test of feed `by` of the program does not count: bytes show that of one that was found so before, see `STATE_KNOWN`. */
export const HOLDS_TEST = 6;
/** It is an NPI. */
export const HOLDS_NPI = 7;

// The rules of a loop, behind their number: what shows in its registers that they hold.

/** Words of the row. */
export const LOOP_RULE_SIZE = 0;
/** `KEPT_`. */
export const LOOP_RULE_KIND = 1;
/** Where the register lies. */
export const LOOP_RULE_AT = 2;
/** Of a range; of a balance where the sum lies. */
export const LOOP_RULE_LEAST = 3;
export const LOOP_RULE_MOST = 4;
/** Its conditions follow. */
export const LOOP_RULE_WORDS = 5;

/** Something was counted. */
export const KEPT_SOME = 1;
/** Nothing was. */
export const KEPT_NONE = 2;
/** Not fewer, and not more. */
export const KEPT_RANGE = 3;
/** Nothing was, or the sum is 0 or says nothing. */
export const KEPT_BALANCE = 4;

/** A condition: where the registers of its program begin, which of them counts, and whether it must have counted nothing (1). */
export const WHEN_PROGRAM = 0;
export const WHEN_AT = 1;
export const WHEN_NEGATE = 2;
export const WHEN_WORDS = 3;

import { packCode } from '../plan/code-table.js';
import { tableOf } from '../plan/image.js';
import { type ImageWriter, isPlainCode } from '../plan/image-writer.js';
import type { CodeTable } from '../plan/plan.js';
import type {
  Feed,
  FeedGroup,
  Judged,
  RuleFilter,
  RuleProgram,
  SegmentWork,
  Target,
  ValueTest,
} from '../plan/rules-plan.js';
import { countAt, registerWords, sumAt } from './rule-frame.js';

// What rules do with a segment as rows of numbers in the guide's image, behind their number: so that most segments are fed and
// found right on their bytes. Whatever a row cannot say in numbers is done by the objects it names. bench: `validate`.

/** Words a row. */
export const RULE_WORDS = 8;

// The first word of a row.

/** Opens the registers of a loop whose trigger has one of the values: `OPEN_`. */
export const ROW_OPEN = 0;
/** Counts: `FEED_`. */
export const ROW_COUNT = 1;
/** Adds up: `FEED_`. */
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
/** Rows of a gate whose values differ: bits of a number that tables hold. */
const GATE_BITS = 31;

/** The rule of the program of that index holds for sure as `HOLDS_` says. */
export const JUDGE_PROGRAM = 1;
export const JUDGE_HOLDS = 2;
export const JUDGE_AT = 3;
export const JUDGE_BY = 4;

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
/** It is right in the format of index `by`. */
export const HOLDS_FORMAT = 5;
/** It is absent, or one value that does not pass the test of feed `by` of the program. */
export const HOLDS_TEST = 6;

/** Puts the rows of a segment. @returns their offset; 0 where no rule looks at it. */
export function ruleRows(
  writer: ImageWriter,
  work: SegmentWork | undefined,
  programs: readonly RuleProgram[],
): number {
  if (work === undefined) return 0;
  const rows = [
    ...work.opens.map((program) => [
      ROW_OPEN,
      program.index,
      program.at,
      registerWords(program),
      program.gate?.element ?? 0,
      writer.keys([...(program.gate?.values ?? [])]),
    ]),
    ...work.feeds.flatMap((group) => groupRows(writer, group, programs[group.program] as RuleProgram)), // it is one of them
    ...gateRows(writer, work.judged),
  ];
  const words = rows.flatMap((row) => [...row, ...new Array<number>(RULE_WORDS - row.length).fill(0)]);
  return writer.put([rows.length, ...words]);
}

function groupRows(
  writer: ImageWriter,
  { feeds }: FeedGroup,
  program: RuleProgram,
): readonly (readonly number[])[] {
  const last = feeds.findLastIndex(({ needs }) => needs >= 0);
  return feeds.map((feed, at) => {
    const absent = at > last ? DONE : feed.needs < 0 ? PASSED : NEEDED;
    const { kind, register = 0, filter = 0 } = plainFeed(writer, feed, program);
    return [kind, feed.target.element, register, absent, feed.index, filter, program.at, feeds.length - at - 1];
  });
}

// What a row does by itself.
function plainFeed(
  writer: ImageWriter,
  { action, target }: Feed,
  program: RuleProgram,
): { readonly kind: number; readonly register?: number; readonly filter?: number } {
  // A value that is no composite is its own first component.
  const whole = target.component <= 1;
  const tested = action.kind === 'count' && action.test !== undefined ? [ownFilter(target, action.test)] : [];
  const filter = whole ? filterOf(writer, [...target.filters, ...tested]) : undefined;
  if (filter !== undefined && action.kind === 'count' && !action.keepLast)
    return { kind: ROW_COUNT, register: countAt(program, action.register), filter };
  if (filter !== undefined && action.kind === 'add' && action.implied === undefined)
    return { kind: action.sign === 1 ? ROW_ADD : ROW_SUBTRACT, register: sumAt(program, action.sum), filter };
  return { kind: ROW_FEED };
}

// That a value counts only if it passes a test is a filter of its own element.
function ownFilter({ element, component }: Target, test: ValueTest): RuleFilter {
  return { element, component, test };
}

// Rules of one element stand behind one gate: those for some of its values, then those for any.
function gateRows(writer: ImageWriter, judged: readonly Judged[]): readonly (readonly number[])[] {
  const elements = [...new Set(judged.map(({ element }) => element))];
  return elements.flatMap((element) => {
    const own = judged.filter((one) => one.element === element);
    const free = own.filter(({ values }) => values === undefined).map((one) => judgeRow(writer, one));
    if (element === 0) return free;
    const told = own.filter(({ values }) => values !== undefined);
    const rows: (readonly number[])[] = [];
    for (let from = 0; from < told.length; from += GATE_BITS)
      rows.push(...toldRows(writer, element, told.slice(from, from + GATE_BITS)));
    return free.length === 0 ? rows : [...rows, [ROW_GATE, element, 0, free.length], ...free];
  });
}

function toldRows(writer: ImageWriter, element: number, judged: readonly Judged[]): readonly (readonly number[])[] {
  const calls = new Map<number, number>();
  for (const [bit, { values = [] }] of judged.entries())
    for (const value of values) calls.set(value, (calls.get(value) ?? 0) | (1 << bit));
  const table = writer.put(tableOf([...calls.keys()], [...calls.values()]));
  return [[ROW_GATE, element, table, judged.length], ...judged.map((one) => judgeRow(writer, one))];
}

// One filter of codes that say all on their bytes; `undefined` where more is asked.
function filterOf(writer: ImageWriter, filters: readonly RuleFilter[]): number | undefined {
  const [filter, ...others] = filters;
  if (filter === undefined) return 0;
  const { element, component, test } = filter;
  if (others.length > 0 || component > 0 || test.table === undefined || !test.listed) return undefined;
  return isPacked(test.table) ? writer.put([element, writer.codes(test.table)]) : undefined;
}

function judgeRow(writer: ImageWriter, { program }: Judged): readonly number[] {
  return [ROW_JUDGE, program.index, ...holdsOf(writer, program)];
}

function holdsOf(writer: ImageWriter, { feeds, rules }: RuleProgram): readonly number[] {
  const [rule, ...others] = rules;
  const { check } = rule ?? {};
  if ((check?.kind !== 'none' && check?.kind !== 'some') || others.length > 0) return [HOLDS_NEVER];
  // The others are what its conditions count.
  const own = feeds.filter(({ action }) => 'register' in action && action.register === check.register);
  const targets = own.map(({ target }) => target);
  const [action, ...more] = own.map((feed) => feed.action);
  if (action?.kind !== 'count' || targets.some(({ element }) => element === 0)) return [HOLDS_NEVER];
  const { test } = action;
  // That a composite is there does not show that it has the component, or any.
  const isWhole = targets.every(({ component, plan }) => component === 0 && plan?.components.length === 0);
  if (test === undefined && check.kind === 'some')
    return isWhole ? [HOLDS_SOME, writer.list(targets.map(({ element }) => element))] : [HOLDS_NEVER];
  if (test === undefined) return [HOLDS_NONE, writer.list(targets.map(({ element }) => element))];
  const [{ element = 0, component = 0, filters = [] } = {}] = targets;
  if (check.kind === 'some' || more.length > 0 || component > 0 || filters.length > 0) return [HOLDS_NEVER];
  if (test.table === undefined)
    return test.format === undefined
      ? [HOLDS_TEST, element, feeds.findIndex((feed) => feed.action === action)]
      : [HOLDS_FORMAT, element, test.format];
  if (test.listed && !isPacked(test.table)) return [HOLDS_NEVER];
  return [test.listed ? HOLDS_UNLISTED : HOLDS_LISTED, element, writer.codes(test.table)];
}

// What is none of these is none of the list.
function isPacked({ values }: CodeTable): boolean {
  return [...values].every((code) => isPlainCode(code) && packCode(code) !== 0);
}

import { PICTURES, REGION_CODES } from '../../model/format-bytes.js';
import { FORMAT_NAMES } from '../../model/value-format.js';
import { packCode } from '../plan/code-table.js';
import { MOST, tableOf } from '../plan/image.js';
import { type ImageWriter, isPlainCode } from '../plan/image-writer.js';
import type { CodeTable } from '../plan/plan.js';
import {
  DONE,
  HOLDS_FORMAT,
  HOLDS_LISTED,
  HOLDS_NEVER,
  HOLDS_NONE,
  HOLDS_NPI,
  HOLDS_SOME,
  HOLDS_TEST,
  HOLDS_UNLISTED,
  KEPT_BALANCE,
  KEPT_NONE,
  KEPT_RANGE,
  KEPT_SOME,
  LOOP_RULE_WORDS,
  NEEDED,
  PASSED,
  ROW_ADD,
  ROW_COUNT,
  ROW_FEED,
  ROW_GATE,
  ROW_JUDGE,
  ROW_OPEN,
  ROW_SUBTRACT,
  RULE_WORDS,
} from '../plan/rule-rows.js';
import type {
  CompiledRule,
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

const KEPT = { some: KEPT_SOME, none: KEPT_NONE, range: KEPT_RANGE, balance: KEPT_BALANCE } as const;

/** Rows of a gate whose values differ: bits of a number that tables hold. */
const GATE_BITS = 31;

/** Puts the rows of a segment. @returns their offset; 0 where no rule looks at it. */
export function ruleRows(writer: ImageWriter, work: SegmentWork | undefined, programs: readonly RuleProgram[]): number {
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

/** Puts the rules of a loop. @returns where its registers lie, their words, whether they open with it, and the offset of the rules. */
export function loopRules(
  writer: ImageWriter,
  program: RuleProgram,
  programs: readonly RuleProgram[],
): readonly number[] {
  const rows = program.rules.flatMap((rule) => loopRule(program, rule, programs));
  const rules = program.rules.length === 0 ? 0 : writer.put([program.rules.length, ...rows]);
  return [program.at, registerWords(program), program.gate === undefined ? 1 : 0, rules];
}

function loopRule(
  program: RuleProgram,
  { check, when }: CompiledRule,
  programs: readonly RuleProgram[],
): readonly number[] {
  const conditions = when.flatMap((condition) => {
    const asked = programs[condition.program] as RuleProgram; // it is one of them
    return [asked.at, countAt(asked, condition.register), condition.negate ? 1 : 0];
  });
  const row = [LOOP_RULE_WORDS + conditions.length, KEPT[check.kind], countAt(program, check.register)];
  const [least, most] =
    check.kind === 'range'
      ? [Math.min(check.min, MOST), Math.min(check.max, MOST)]
      : [check.kind === 'balance' ? sumAt(program, check.sum) : 0, 0];
  return [...row, least, most, ...conditions];
}

function groupRows(writer: ImageWriter, { feeds }: FeedGroup, program: RuleProgram): readonly (readonly number[])[] {
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
  if (filter !== undefined && action.kind === 'tally' && target.element === 0)
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
  const [holds = HOLDS_NEVER, at = 0, by = 0] = holdsOf(writer, program);
  return [ROW_JUDGE, program.index, holds, at, by, exceptionOf(writer, program)];
}

// Of a rule for all but some values of an element.
function exceptionOf(writer: ImageWriter, { index, feeds, rules }: RuleProgram): number {
  for (const { program, register, negate } of rules[0]?.when ?? []) {
    if (!negate || program !== index) continue;
    for (const { action, target } of feeds) {
      if (action.kind !== 'count' || action.register !== register || action.test === undefined) continue;
      const except = filterOf(writer, [ownFilter(target, action.test)]);
      if (except !== undefined) return except;
    }
  }
  return 0;
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
      : formatOf(writer, element, test.format);
  if (test.listed && !isPacked(test.table)) return [HOLDS_NEVER];
  return [test.listed ? HOLDS_UNLISTED : HOLDS_LISTED, element, writer.codes(test.table)];
}

function formatOf(writer: ImageWriter, element: number, format: number): readonly number[] {
  const name = FORMAT_NAMES[format] ?? 'npi';
  if (name === 'npi') return [HOLDS_NPI, element];
  if (name === 'region') return [HOLDS_LISTED, element, writer.keys(REGION_CODES.map(packCode))];
  const pictures = PICTURES[name] ?? [];
  const words = pictures.flatMap((text) => [text.length, ...[...text].map((character) => character.charCodeAt(0))]);
  return [HOLDS_FORMAT, element, writer.put([pictures.length, ...words])];
}

// What is none of these is none of the list.
function isPacked({ values }: CodeTable): boolean {
  return [...values].every((code) => isPlainCode(code) && packCode(code) !== 0);
}

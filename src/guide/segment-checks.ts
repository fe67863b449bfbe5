import { type PackedLookup, PackedMap } from './packed-map.js';
import { type ElementPlan, Kind, type SyntaxNotePlan } from './plan.js';

/** What is checked of a value, as small integers: the first word of its row. */
export const Check = {
  /** Not for the short way: nothing is defined here, or what is defined needs strings. */
  doubt: 0,
  text: 1,
  /** Exactly one code. */
  only: 2,
  codes: 3,
  integer: 4,
  decimal: 5,
  date: 6,
  time: 7,
  /** Text that is a date by the qualifier in another element. */
  formatted: 8,
  composite: 9,
} as const;

/** Numbers a row: kind and largest number of repetitions; least and greatest length; what the kind needs more. */
export const ROW = 4;
/** Bits of the kind in the first number of a row; the repetitions stand above. */
export const KIND_BITS = 4;
const MOST = 2 ** 26;

/**
 * The checks of a segment's elements as rows of numbers, by position: a tenth of the memory that the plan objects take, so
 * that those of a whole claim stay in the cache. bench: `validate`.
 */
export interface SegmentChecks {
  /** Positions from this on are not defined. */
  readonly size: number;
  /**
   * A row's last number: of `only` the packed code, of `codes` the index in `tables`, of `formatted` the position of the
   * qualifier, of `composite` the place of its head. That is a row of the number of components, the required ones as
   * bits, the index in `notes` and the component that has a format; the rows of the components follow it.
   */
  readonly rows: Int32Array;
  readonly tables: readonly PackedLookup<string>[];
  readonly notes: readonly (readonly SyntaxNotePlan[])[];
  /** The elements that were present when required ones and notes last held: mostly the same are there the next time. */
  goodLow: number;
  goodHigh: number;
}

type Elements = readonly (ElementPlan | undefined)[];

export function compileChecks(elements: Elements): SegmentChecks {
  const rows: number[] = [];
  const tables: PackedLookup<string>[] = [];
  const notes: (readonly SyntaxNotePlan[])[] = [];
  const put = (at: number, element: ElementPlan): void => {
    const kind = checkOf(element);
    let more = element.format;
    if (kind === Check.only) more = element.codes?.onlyPacked ?? 0;
    if (kind === Check.codes) more = tables.push(element.listed ?? element.codes?.packed ?? new PackedMap()) - 1;
    if (kind === Check.composite) more = putHead(element);
    const repeat = Math.min(element.repeat, MOST);
    rows.splice(at, ROW, kind | (repeat << KIND_BITS), element.min, Math.min(element.max, element.digits, MOST), more);
  };
  const putHead = ({ components, requiredComponents, formatComponent, syntax }: ElementPlan): number => {
    const head = rows.length;
    rows.push(components.length, requiredComponents, notes.push(syntax) - 1, formatComponent);
    putAll(components, head);
    return head;
  };
  const putAll = (all: Elements, from: number): void => {
    while (rows.length < from + all.length * ROW) rows.push(0);
    for (const [position, element] of all.entries()) if (element !== undefined) put(from + position * ROW, element);
  };
  putAll(elements, 0);
  return { size: elements.length, rows: Int32Array.from(rows), tables, notes, goodLow: -1, goodHigh: -1 };
}

function checkOf(element: ElementPlan): number {
  const { kind, codes, format } = element;
  if (element.notUsed || element.repeatMin > 1) return Check.doubt;
  if (element.pattern !== undefined) return element.listed === undefined ? Check.doubt : Check.codes;
  switch (kind) {
    case Kind.text:
    case Kind.code:
      if (format !== 0) return codes === undefined ? Check.formatted : Check.doubt;
      if (codes === undefined) return Check.text;
      return codes.onlyPacked === -1 ? Check.codes : Check.only;
    case Kind.binary:
      return Check.doubt;
    case Kind.composite:
      return Check.composite;
    default:
      return format === 0 ? PLAIN[kind] : Check.doubt;
  }
}

const PLAIN = {
  [Kind.integer]: Check.integer,
  [Kind.decimal]: Check.decimal,
  [Kind.date]: Check.date,
  [Kind.time]: Check.time,
} as const;

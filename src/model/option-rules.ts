import type { Delimiters } from './delimiters.js';
import type { Limits } from './limits.js';

// What options may be, as data: one table a function, each option by its name. Tables are plain literals, so that a page that does not
// call the function does not load its table.

/** What an option is, as far as one look at it tells. */
export type OptionForm = keyof typeof FORMS;

/** What an option may be. */
export type OptionRule =
  | OptionForm
  /** One of these texts. */
  | { readonly values: readonly string[] }
  /** A number, both ends included; `whole` where it counts something. Infinity only where `most` is. */
  | { readonly least: number; readonly most?: number | undefined; readonly whole?: true }
  | { readonly each: OptionRule }
  /** An object with members of its own, whose path is `option.member`. */
  | { readonly members: OptionRules }
  /** An object with these functions. */
  | { readonly calls: readonly string[]; readonly name: string }
  | { readonly anyOf: readonly OptionRule[] }
  | OwnRule;

/** What needs a look of its own. */
export interface OwnRule {
  readonly fits: (value: unknown) => boolean;
  /** What fits, as the end of `must be ...`. */
  readonly name: string;
  /** What was given by a common mistake, and what to write instead; ready to follow the option's name. */
  readonly instead?: (value: unknown) => string | undefined;
}

/** An option without which nothing can be done. */
export interface NeededOption {
  readonly needed: OptionRule;
  /** What to write, such as `createMemoryJournal()`. */
  readonly example?: string | undefined;
}

/** Rules of all options that there are. Without `Options` the names are free. */
export type OptionRules<Options extends object = Readonly<Record<string, unknown>>> = {
  readonly [Name in keyof Options]-?: OptionRule | NeededOption;
};

export const FORMS = {
  text: { name: 'text', fits: (value: unknown) => typeof value === 'string' },
  number: { name: 'a number', fits: (value: unknown) => typeof value === 'number' },
  boolean: { name: 'true or false', fits: (value: unknown) => typeof value === 'boolean' },
  function: { name: 'a function', fits: (value: unknown) => typeof value === 'function' },
  bytes: { name: 'a Uint8Array', fits: (value: unknown) => value instanceof Uint8Array },
  list: { name: 'a list', fits: (value: unknown) => Array.isArray(value) },
  iterable: { name: 'an iterable', fits: isIterable },
  object: { name: 'an object', fits: isOptions },
  signal: { name: 'an AbortSignal', fits: (value: unknown) => isOptions(value) && 'aborted' in value },
  anything: { name: 'a value', fits: () => true },
} as const;

/** The four characters of an interchange; which ones can be, only its encoding tells. */
export const DELIMITERS: OptionRules<Delimiters> = {
  element: { needed: 'text' },
  component: { needed: 'text' },
  repetition: 'text',
  segment: { needed: 'text' },
};

/** What may stand between segments; anything else, such as the words lf and crlf, would be written there as data. */
export const NEWLINES = { values: ['', '\n', '\r\n', '\r'] } as const;

/** A line break behind terminators. */
export type Newline = (typeof NEWLINES.values)[number];

const MOST = Number.POSITIVE_INFINITY;

/** Each limit but the depth may be Infinity: who knows the input may do without one. NaN, as `Number` makes of what is no number, would be no limit unasked. */
const LIMITS: OptionRules<Limits> = {
  segmentBytes: { least: 1, most: MOST, whole: true },
  elements: { least: 1, most: MOST, whole: true },
  findings: { least: 0, most: MOST, whole: true },
  interchanges: { least: 1, most: MOST, whole: true },
  // Loops in loops are calls in calls.
  depth: { least: 1, most: 1_000, whole: true },
  scanBytes: { least: 0, most: MOST, whole: true },
};

/** Of everything that reads. */
export const LIMITS_RULE = { limits: { members: LIMITS } } as const;

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** An object, and no promise of one: who forgets to await is told. */
export function isOptions(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('then' in value);
}

/** What a rule allows, in words that follow `must be`. */
export function allowedBy(rule: OptionRule): string {
  if (typeof rule === 'string') return FORMS[rule].name;
  if ('values' in rule) return listed(rule.values.map((value) => `'${JSON.stringify(value).slice(1, -1)}'`));
  if ('anyOf' in rule) return listed(rule.anyOf.map(allowedBy));
  if ('name' in rule) return rule.name;
  if ('each' in rule) return FORMS.list.name;
  if ('members' in rule) return `an object with ${Object.keys(rule.members).join(', ')}`;
  const { least, most, whole } = rule;
  const end = most === undefined ? 'on' : most === MOST ? 'on, or Infinity' : `to ${most}`;
  return `a ${whole ? 'whole ' : ''}number from ${least} ${end}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Whether a number is in the range of its rule. */
export function isInRange(
  value: unknown,
  { least, most = Number.MAX_VALUE, whole }: Extract<OptionRule, { readonly least: number }>,
): boolean {
  if (typeof value !== 'number' || !(value >= least && value <= most)) return false;
  return whole !== true || value === MOST || Number.isSafeInteger(value);
}

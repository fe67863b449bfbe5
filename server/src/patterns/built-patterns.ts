import { RE2Set } from 're2js';
import { invalid } from '../problems.js';

/** What each pattern may remember of texts, in bytes; the library's own bound is 8 MB. */
const BYTES_OF_STATES = 64 * 1024;

/** A pattern in the words of RE2, built when it is first used, and again when it was dropped meanwhile. */
export class BuiltPattern {
  readonly expression: string;
  readonly #all: BuiltPatterns;
  #set: RE2Set | undefined;
  /** Since it was last looked at whether to drop it. */
  used = false;

  constructor(expression: string, all: BuiltPatterns) {
    this.expression = expression;
    this.#all = all;
  }

  /** @throws Problem `invalid` (`PATTERN_REFUSED`) for what the engine does not take. */
  matches(text: string): boolean {
    return (this.#set ?? this.build()).match(text).length > 0;
  }

  build(): RE2Set {
    this.used = true;
    if (this.#set !== undefined) return this.#set;
    this.#set = buildSet(this.expression);
    this.#all.keep(this);
    return this.#set;
  }

  drop(): void {
    this.#set = undefined;
  }
}

/** Keeps so many patterns built, and shares those of equal words. Which of them were used lately is asked only when one has to go. */
export class BuiltPatterns {
  readonly #kept = new Map<string, BuiltPattern>();
  /** All that are held by anybody, built or not: of equal words there is one. */
  readonly #known = new Map<string, WeakRef<BuiltPattern>>();
  readonly #gone = new FinalizationRegistry<string>((expression) => {
    if (this.#known.get(expression)?.deref() === undefined) this.#known.delete(expression);
  });
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  of(expression: string): BuiltPattern {
    const known = this.#known.get(expression)?.deref();
    if (known !== undefined) return known;
    const pattern = new BuiltPattern(expression, this);
    this.#known.set(expression, new WeakRef(pattern));
    this.#gone.register(pattern, expression);
    return pattern;
  }

  keep(pattern: BuiltPattern): void {
    this.#kept.set(pattern.expression, pattern);
    for (const [expression, oldest] of this.#kept) {
      if (this.#kept.size <= this.#most) return;
      this.#kept.delete(expression);
      // What was used goes behind all others, once.
      if (oldest.used) this.#kept.set(expression, oldest);
      else oldest.drop();
      oldest.used = false;
    }
  }
}

// A set of one: its memory has a bound that we choose, and of a plain test it is the faster way.
function buildSet(expression: string): RE2Set {
  const set = new RE2Set(RE2Set.UNANCHORED, 0, BYTES_OF_STATES);
  try {
    set.add(expression);
    set.compile();
  } catch (cause) {
    throw invalid(NOT_TAKEN, { code: 'PATTERN_REFUSED', cause });
  }
  return set;
}

const NOT_TAKEN =
  'The linear-time engine does not take this pattern. Write it with classes, counts, groups and alternatives alone.';

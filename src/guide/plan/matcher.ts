/** Says whether a text fits a pattern. It answers the same whenever it is asked the same: what it found right is not always asked again. */
export interface TextTest {
  test(text: string): boolean;
}

/**
 * The port by which patterns of guides (`x12.pattern`, `pattern`, rules that `match`) become tests. Whoever runs guides that
 * strangers wrote gives one of a linear-time engine: a backtracking one can need years for one element.
 */
export interface Matcher {
  /**
   * Makes the test of a pattern: an ECMAScript expression as of the flag `u`, looked for anywhere in the text, so that its author
   * anchors it. What is none in ECMAScript is refused, whatever becomes of it here.
   * @throws an Error whose message says what is not taken and what to write instead: the guide is refused with it.
   */
  compile(pattern: string): TextTest;
  /** What the rules of the guide are held to. Default: nothing. */
  readonly rules?: RuleBounds | undefined;
}

/** Bounds on the rules of a guide that a stranger wrote: many rules and many segments multiply. */
export interface RuleBounds {
  /** Most rules of a guide; each condition, and each further path of `anyOf` and `equals`, counts as one more. */
  readonly most: number;
  /** Called before the rules of a segment are run, and before those of a loop are judged. What it throws ends the call. */
  begin(): void;
  /** Called behind them, whatever came of them. */
  end(): void;
}

/** JavaScript's own expressions: the fastest for patterns that one trusts, such as those of the guides that ship. */
export const nativeMatcher: Matcher = { compile: (pattern) => new RegExp(pattern, 'u') };

/** Longest element that may have a pattern: longer texts (MTX02 has 4,096) are none that an expression describes. */
export const LONGEST_WITH_PATTERN = 4_096;

/** UTF-16 units, of which a character may take two. */
const MOST_TESTED = 2 * LONGEST_WITH_PATTERN;

/** Different patterns of one guide. */
const MOST_PATTERNS = 1_000;

/** True when a value does not fit; one that is longer than any element with a pattern may be fits none, and is not tested. */
export function misses(pattern: TextTest, value: string): boolean {
  return value.length > MOST_TESTED || !pattern.test(value);
}

/** The patterns of one guide: each is compiled once, however often it occurs. */
export class Patterns {
  readonly #matcher: Matcher;
  readonly #tests = new Map<string, TextTest>();
  readonly #refused = new Map<string, string>();

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
  }

  get rules(): RuleBounds | undefined {
    return this.#matcher.rules;
  }

  /** @throws whatever the matcher does; `checkGuide` has seen before that it takes the pattern. */
  test(pattern: string): TextTest {
    let test = this.#tests.get(pattern);
    if (test === undefined) {
      test = this.#matcher.compile(pattern);
      this.#tests.set(pattern, test);
    }
    return test;
  }

  /** What is wrong with a pattern, in a sentence or two; `undefined`: nothing. */
  problem(pattern: string): string | undefined {
    if (this.#tests.has(pattern)) return undefined;
    const known = this.#refused.get(pattern);
    if (known !== undefined) return known;
    if (this.#tests.size + this.#refused.size >= MOST_PATTERNS) {
      return `A guide has at most ${MOST_PATTERNS} different patterns. Share some, or take some out.`;
    }
    const problem = this.#try(pattern);
    if (problem !== undefined) this.#refused.set(pattern, problem);
    return problem;
  }

  #try(pattern: string): string | undefined {
    try {
      // The matcher first: it may have a bound on what it reads, and JavaScript has none.
      const test = this.#matcher.compile(pattern);
      // A guide says the same everywhere, whatever more the matcher takes.
      new RegExp(pattern, 'u');
      this.#tests.set(pattern, test);
      return undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return 'This is no regular expression. Correct it.';
      return error instanceof Error ? error.message : 'The matcher does not take this pattern. Write another.';
    }
  }
}

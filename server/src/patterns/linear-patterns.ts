import { RecentlyUsed } from '../recently-used.js';
import { type BuiltPattern, BuiltPatterns } from './built-patterns.js';
import { PatternRefused } from './pattern-refused.js';
import { PatternTime, type PatternTimeOptions } from './pattern-time.js';
import { type ReadPattern, readPattern } from './read-pattern.js';

/** Says whether a text fits a pattern; the same as the engine's. */
interface TextTest {
  test(text: string): boolean;
}

/** Makes tests of the patterns of one guide, as the engine's `Matcher`. */
export interface LinearMatcher {
  /** @throws PatternRefused, and SyntaxError for what is no expression. */
  compile(pattern: string): TextTest;
  /** Builds what was compiled, a pattern a step: else the first text that meets a pattern waits for it. */
  build(): Generator<undefined, void, undefined>;
  /** Rules take of the same time. */
  readonly rules: { readonly most: number; begin(): void; end(): void };
}

/** Patterns that customers wrote, matched in time that grows with the text and with nothing else. */
export interface LinearPatterns {
  /** A matcher for one guide, whose patterns share a bound on their size; those of one account share its time. */
  matcherFor(accountId: string): LinearMatcher;
}

export interface LinearPatternsOptions {
  /** `at once`: `compile` builds what tests, so that nothing can be wrong later: for the worker that checks. Default `when used`. */
  readonly build?: 'when used' | 'at once' | undefined;
  /** Default: the process's own. */
  readonly time?: PatternTimeOptions | undefined;
}

/** Of all patterns of a guide together: reading them takes some milliseconds. */
const MOST_STEPS_OF_GUIDE = 50_000;
/** With their conditions; the guides that come with the engine have a quarter of it at most. */
const MOST_RULES_OF_GUIDE = 1_000;
/** Patterns that are kept built: with their states some 100 MB at worst. */
const KEPT_PATTERNS = 1_000;
const KEPT_ACCOUNTS = 10_000;

export function createLinearPatterns({
  build = 'when used',
  time: timing,
}: LinearPatternsOptions = {}): LinearPatterns {
  const built = new BuiltPatterns(KEPT_PATTERNS);
  const times = new RecentlyUsed<string, PatternTime>(KEPT_ACCOUNTS);

  const timeOf = (accountId: string): PatternTime => {
    const known = times.get(accountId) ?? new PatternTime(timing ?? { now: () => performance.now() });
    times.set(accountId, known);
    return known;
  };

  return {
    matcherFor(accountId) {
      const read = new Map<string, ReadPattern>();
      const time = timeOf(accountId);
      const compiled = new Set<BuiltPattern>();
      let steps = 0;
      return {
        *build() {
          for (const pattern of compiled) {
            yield;
            pattern.build();
          }
        },
        rules: { most: MOST_RULES_OF_GUIDE, begin: () => time.beginRules(), end: () => time.endRules() },
        compile(pattern) {
          const known = read.get(pattern) ?? readPattern(pattern);
          if (!read.has(pattern)) {
            steps += known.steps;
            if (steps > MOST_STEPS_OF_GUIDE) throw tooLarge();
            // It has been found to be small: JavaScript has no bound of its own. What is no expression at all is told here.
            new RegExp(pattern, 'u');
            read.set(pattern, known);
          }
          const own = built.of(known.expression);
          compiled.add(own);
          if (build === 'at once') own.build();
          return { test: (text) => time.fits(own, text) };
        },
      };
    },
  };
}

function tooLarge(): PatternRefused {
  return new PatternRefused(
    `All patterns of the guide together come to more than ${MOST_STEPS_OF_GUIDE} steps. Make some smaller, or take some out.`,
  );
}

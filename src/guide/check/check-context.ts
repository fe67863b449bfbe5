import type { Patterns } from '../plan/matcher.js';
import type { JsonObject, Problems } from './problems.js';

/** What checking a node needs of its surroundings. */
export interface CheckContext {
  readonly problems: Problems;
  /** `$defs` of the guide. */
  readonly shared: JsonObject;
  /** The patterns of the guide, and the matcher that has to take them. */
  readonly patterns: Patterns;
  readonly ruleCount: RuleCount;
}

/** Counts the rules of one guide against its bound. */
export class RuleCount {
  readonly #most: number;
  #count = 0;

  constructor({ rules }: Patterns) {
    this.#most = rules?.most ?? Number.POSITIVE_INFINITY;
  }

  /** Counts a rule of so many parts. @returns true for the one that passes the bound: those behind it need no problem of their own. */
  passesBound(parts: number): boolean {
    const before = this.#count;
    this.#count += parts;
    return before <= this.#most && this.#count > this.#most;
  }

  get problem(): string {
    return `A guide has at most ${this.#most} rules, and each condition counts as one more. Join some, or take some out.`;
  }
}

/** Reports a pattern that is no expression, or that the matcher does not take. What is no text is told by its shape. */
export function checkPattern(pattern: unknown, pointer: string, { patterns, problems }: CheckContext): void {
  const problem = typeof pattern === 'string' ? patterns.problem(pattern) : undefined;
  if (problem !== undefined) problems.add(pointer, problem);
}

import type { Patterns } from '../matcher.js';
import type { JsonObject, Problems } from './problems.js';

/** What checking a node needs of its surroundings. */
export interface CheckContext {
  readonly problems: Problems;
  /** `$defs` of the guide. */
  readonly shared: JsonObject;
  /** The patterns of the guide, and the matcher that has to take them. */
  readonly patterns: Patterns;
}

/** Reports a pattern that is no expression, or that the matcher does not take. What is no text is told by its shape. */
export function checkPattern(pattern: unknown, pointer: string, { patterns, problems }: CheckContext): void {
  const problem = typeof pattern === 'string' ? patterns.problem(pattern) : undefined;
  if (problem !== undefined) problems.add(pointer, problem);
}

import { createLinearPatterns } from '../../patterns/linear-patterns.js';
import { Problem } from '../../problems.js';

/** Says of names whether they fit a pattern, which a customer wrote, as a whole. */
export type NameFilters = (accountId: string, pattern: string) => (name: string) => boolean;

/**
 * Filters of names, matched in time that grows with the name alone; those of one account share a second of it.
 * They throw Problem `too-many` when that is used up.
 */
export function createNameFilters(): NameFilters {
  const patterns = createLinearPatterns();
  return (accountId, pattern) => {
    const whole = patterns.matcherFor(accountId).compile(`^(?:${pattern})$`);
    return (name) => {
      try {
        return whole.test(name);
      } catch (error) {
        throw error instanceof Problem && error.code === 'GUIDES_TOO_SLOW' ? tooSlow() : error;
      }
    };
  };
}

function tooSlow(): Problem {
  return new Problem(
    'too-many',
    'filterPattern takes too much time for the names that the server lists. Make it simpler, or have files removed once they were picked up.',
    { code: 'PATTERN_TOO_SLOW' },
  );
}

import { createLinearPatterns } from '../../patterns/linear-patterns.js';

/** Says of names whether they fit a pattern, which a customer wrote, as a whole. */
export type NameFilters = (accountId: string, pattern: string) => (name: string) => boolean;

/** Filters of names, matched in time that grows with the name alone. */
export function createNameFilters(): NameFilters {
  const patterns = createLinearPatterns();
  return (accountId, pattern) => {
    const whole = patterns.matcherFor(accountId).compile(`^(?:${pattern})$`);
    return (name) => whole.test(name);
  };
}

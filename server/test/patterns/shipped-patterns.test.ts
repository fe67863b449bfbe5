import { loadGuides } from 'ediloom/guides';
import { describe, expect, it } from 'vitest';
import { createLinearPatterns } from '../../src/patterns/linear-patterns.js';
import { readPattern } from '../../src/patterns/read-pattern.js';

/** Every pattern that stands anywhere in a value, by its keyword. */
function patternsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'pattern' && typeof inner === 'string') found.add(inner);
    else patternsIn(inner, found);
  }
  return found;
}

describe('patterns of the guides that ship, which JavaScript itself matches', async () => {
  const patterns = patternsIn(await loadGuides());

  it('are a handful', () => {
    expect(patterns.size).toBeGreaterThan(5);
    expect(patterns.size).toBeLessThan(50);
  });

  it.each([...patterns])('are such that a linear engine takes them, and small: %s', (pattern) => {
    expect(readPattern(pattern).steps).toBeLessThan(100);
  });

  // Texts that make a backtracking engine try again and again, if anything does: thousands of characters, wrong at the end.
  it.each([...patterns])('are done with long wrong texts at once: %s', { timeout: 20_000 }, (pattern) => {
    const expression = new RegExp(pattern, 'u');
    const linear = createLinearPatterns({ build: 'at once' }).matcherFor('test').compile(pattern);
    for (const piece of ['0', '1', '-', '.', '0.', '12', '1:', 'A', '10']) {
      for (const end of ['!', '', '\n']) {
        const text = piece.repeat(4_000) + end;
        expect(expression.test(text)).toBe(linear.test(text));
      }
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wellFormedInput } from './arbitraries.js';
import { readByGrammar } from './interchange-parser.js';

describe('the interchange grammar', () => {
  it('accepts every well-formed input and finds its segments where they were written', () => {
    const accepts = fc.property(wellFormedInput, ({ text, starts }) => {
      const reading = readByGrammar(text);
      expect(reading).toMatchObject({ accepted: true });
      expect(reading.segments.map((segment) => segment.offset)).toEqual(starts);
    });
    fc.assert(accepts, { numRuns: 500 });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NamePart } from '../../src/path/element-path.js';
import { matchLoopId } from '../../src/path/match-loop-id.js';
import { parsePath } from '../../src/path/parse-path.js';

function matches(pattern: string, loopId: string): boolean {
  const [step] = parsePath(pattern).steps;
  if (step === undefined) throw new Error('a pattern has one step');
  return matchLoopId(step, loopId);
}

describe('matchLoopId', () => {
  it.each([
    ['2110C', '2110C', true],
    ['2110C', '2110', false],
    ['2110C', '2110CA', false],
    ['2110[CD]', '2110C', true],
    ['2110[CD]', '2110D', true],
    ['2110[CD]', '2110E', false],
    ['2110[CD]', '2110', false],
    ['2110[CD]', '2110CD', false],
    ['2010A[A-C]', '2010AB', true],
    ['2*', '2110C', true],
    ['2*', '2', true],
    ['2*', '1000A', false],
    ['*', '', true],
    ['*0C', '2100C', true],
    ['*0C', '2100C0', false],
    ['2*0*[CD]', '2100D', true],
    ['2*0*[CD]', '2110CC', true],
    ['2*00A', '20000A', true],
    ['*[A]*[A]*', 'BAB', false],
  ])('%s and %s: %s', (pattern, loopId, expected) => {
    expect(matches(pattern, loopId)).toBe(expected);
  });

  it('agrees with a regular expression', () => {
    const part = fc.oneof(
      fc.constantFrom<NamePart>({ kind: 'any' }),
      fc.stringMatching(/^[AB1]{1,2}$/).map((text): NamePart => ({ kind: 'text', text })),
      fc.constantFrom('A', 'AB').map((letters): NamePart => ({ kind: 'class', letters })),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.stringMatching(/^[AB1]{0,7}$/), (name, loopId) => {
        const source = name.map((one) =>
          one.kind === 'any' ? '.*' : one.kind === 'text' ? one.text : `[${one.letters}]`,
        );
        expect(matchLoopId({ name, filters: [] }, loopId)).toBe(new RegExp(`^${source.join('')}$`).test(loopId));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ElementPath, NamePart, PathFilter, PathStep } from '../../src/path/element-path.js';
import { formatPath } from '../../src/path/format-path.js';
import { parsePath } from '../../src/path/parse-path.js';

const count = fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined });
const reference = fc.record({ position: fc.integer({ min: 1, max: 99 }), repetition: count, component: count });
const tag = fc.stringMatching(/^[A-Z][A-Z0-9]{1,2}$/);
const place = fc.tuple(fc.option(tag, { nil: undefined }), reference).map(([segment, at]) => ({ segment, ...at }));
const value = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('*', '"', '""', '30', ',', ']', 'a]b', '*x', ' '));
const filter: fc.Arbitrary<PathFilter> = fc.oneof(
  fc.integer({ min: 1, max: 99_999 }).map((index): PathFilter => ({ kind: 'index', index })),
  fc.tuple(place, fc.boolean()).map(([at, negated]): PathFilter => ({ kind: 'present', at, negated })),
  fc
    .tuple(place, fc.boolean(), fc.array(value, { minLength: 1, maxLength: 3 }))
    .map(([at, negated, values]): PathFilter => ({ kind: 'value', at, negated, values })),
);
const letters = fc.uniqueArray(fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), { minLength: 1, maxLength: 4 });
const wild = fc.oneof(
  fc.constant<NamePart>({ kind: 'any' }),
  letters.map((of): NamePart => ({ kind: 'class', letters: of.sort().join('') })),
);
// A loop id is told from an element reference and from the short form by its length.
const loopId = fc.stringMatching(/^(?:[0-9]{4}[A-Z]{0,2}|[A-Z][A-Z0-9]{1,2}(?:_[1-9])?)$/);
const name = fc.oneof(
  loopId.map((text): NamePart[] => [{ kind: 'text', text }]),
  fc.tuple(loopId, wild).map(([text, part]): NamePart[] => [{ kind: 'text', text }, part]),
  wild.map((part): NamePart[] => [part]),
);
const step: fc.Arbitrary<PathStep> = fc.record({ name, filters: fc.array(filter, { maxLength: 2 }) });
const section = fc.option(fc.constantFrom('heading' as const, 'detail' as const, 'summary' as const), {
  nil: undefined,
});
const path: fc.Arbitrary<ElementPath> = fc
  .record({ section, steps: fc.array(step, { maxLength: 3 }), element: fc.option(reference, { nil: undefined }) })
  .filter((made) => made.section !== undefined || made.element !== undefined || made.steps.length > 0);

describe('formatPath', () => {
  it('writes what parsePath reads back as it was', () => {
    const roundTrip = fc.property(path, (made) => {
      expect(parsePath(formatPath(made))).toEqual(made);
    });
    fc.assert(roundTrip, { numRuns: 500 });
  });

  it.each([
    ['EB03-2', 'EB/03-2'],
    ['HI/01-01', 'HI/01-1'],
    ['2010[C-AD]', undefined],
    ['2010[DA-C]', '2010[ABCD]'],
    ['20**/NM1', '20*/NM1'],
    ['2100C[NM108=MI]', '2100C[NM1/08=MI]'],
    ['EB[03="30","A,L"]', 'EB[03=30,"A,L"]'],
    ['detail/2110[CD]/EB[01=1][03!=*][2]/03:2-1', 'detail/2110[CD]/EB[01=1][03!=*][2]/03:2-1'],
  ])('gives %s its canonical form', (written, canonical) => {
    if (canonical === undefined) expect(() => parsePath(written)).toThrow();
    else expect(formatPath(parsePath(written))).toBe(canonical);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteRows } from '../../src/guide/compile/element-rows.js';
import { SEGMENT_SIZE } from '../../src/guide/plan/image.js';
import { ImageWriter } from '../../src/guide/plan/image-writer.js';
import { holdsComponents, holdsPresence } from '../../src/guide/plan/presence.js';
import { brokenNote, compileSyntaxNotes } from '../../src/guide/plan/syntax-notes.js';

const MOST = 60;
const position = fc.integer({ min: 1, max: MOST });
const bits = (present: readonly number[], first: number): number =>
  present.filter((n) => n > first && n <= first + 30).reduce((mask, n) => mask | (1 << (n - first)), 0);

/** A segment that has notes and no elements, and a composite of the same. */
function written(notes: readonly string[], required: readonly number[]) {
  const writer = new ImageWriter();
  const rows = noteRows(writer, compileSyntaxNotes(notes));
  const slot = new Array<number>(SEGMENT_SIZE).fill(0);
  const segment = writer.put([...slot, 0, bits(required, 0), bits(required, 30), rows, -1, -1, 0]);
  const composite = writer.put([0, bits(required, 0), rows, 0]);
  return { words: Int32Array.from(writer.words), segment, composite };
}

describe('what is present', () => {
  it('holds where every required element is there and no note is broken', () => {
    const positions = fc.uniqueArray(position, { minLength: 2, maxLength: 5 });
    const note = fc.tuple(fc.constantFrom('P', 'R', 'E', 'C', 'L'), positions);
    const present = fc.uniqueArray(position, { maxLength: 40 });
    const required = fc.uniqueArray(position, { maxLength: 2 });
    let held = 0;
    fc.assert(
      fc.property(fc.array(note, { maxLength: 2 }), present, required, (notes, there, wanted) => {
        const texts = notes.map(([letter, list]) => letter + list.map((n) => String(n).padStart(2, '0')).join(''));
        const [low, high] = [bits(there, 0), bits(there, 30)];
        const holds =
          wanted.every((n) => there.includes(n)) &&
          compileSyntaxNotes(texts).every((one) => brokenNote(one, low, high).length === 0);
        const { words, segment } = written(texts, wanted);
        // The second time it is remembered.
        for (const _ of [1, 2]) expect(holdsPresence(words, segment, low, high)).toBe(holds);
        if (holds) held++;
      }),
      { numRuns: 2_000 },
    );
    expect(held).toBeGreaterThan(50);
  });

  it('is judged of the components of a composite as well', () => {
    const { words, composite } = written(['P0203'], [1]);
    const cases = [[1], [1, 2, 3], [1, 2], [2, 3], []].map((there) =>
      holdsComponents(words, composite, bits(there, 0)),
    );
    expect(cases).toEqual([true, true, false, false, false]);
  });
});

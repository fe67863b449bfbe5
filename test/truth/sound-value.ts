import type { ElementShape, NoteShape, SegmentShape } from './guide-shape.js';

/** A value that keeps every rule of a simple element; undefined where none is known: patterns, forms that another element names. */
export function soundValue({ type, min, max, codes, pattern, format }: ElementShape): string | undefined {
  if (pattern !== undefined || format !== 0) return undefined;
  if (codes !== undefined) return codes.find((code) => code.length >= min && code.length <= max);
  const digits = '1'.repeat(Math.max(1, min));
  if (/^(N\d|R)$/.test(type)) return digits;
  if (type === 'AN' || type === 'ID') return 'A'.repeat(Math.max(1, min));
  if (type === 'DT') return max === 6 ? '260131' : '20260131';
  return type === 'TM' ? '1015' : undefined;
}

/** The notes of a segment or composite that its values break; `present` says which positions are there. */
export function brokenNotes(notes: readonly NoteShape[], present: (position: number) => boolean): NoteShape[] {
  return notes.filter(({ letter, positions }) => {
    const [first = 0] = positions;
    const there = positions.filter(present);
    if (letter === 'P') return there.length > 0 && there.length < positions.length;
    if (letter === 'R') return there.length === 0;
    if (letter === 'E') return there.length > 1;
    if (letter === 'C') return present(first) && there.length < positions.length;
    return present(first) && there.length < 2;
  });
}

/** True when an element stands in a note, or names the form of another, or tells its segment apart. */
export function isBound(shape: SegmentShape, element: number): boolean {
  return (
    shape.notes.some(({ positions }) => positions.includes(element)) ||
    shape.elements.some(
      (other) => other?.format === element || other?.components.some((part) => part?.format === element),
    ) ||
    shape.discriminator?.element === element
  );
}

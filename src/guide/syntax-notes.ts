import { X12Error } from '../model/error.js';
import type { ElementPlan, SyntaxNotePlan } from './plan.js';

/** What a broken syntax note says of one element. */
export type SyntaxReason = 'element-conditional-missing' | 'element-exclusive';
export type ReportSyntax = (reason: SyntaxReason, position: number) => void;

const NONE: readonly number[] = [];

/**
 * Compiles syntax notes such as `P0304`: a letter and two-digit positions.
 * @throws X12Error `X12_GUIDE_INVALID` for a note of another form.
 */
export function compileSyntaxNotes(notes: readonly string[]): readonly SyntaxNotePlan[] {
  return notes.map(compileSyntaxNote);
}

function compileSyntaxNote(note: string): SyntaxNotePlan {
  const match = /^([PRECL])((?:\d\d){2,})$/.exec(note);
  const positions = match?.[2]?.match(/\d\d/g)?.map(Number) ?? [];
  const letter = match?.[1];
  if (letter === undefined || positions.includes(0)) {
    throw new X12Error(
      'X12_GUIDE_INVALID',
      `"${note}" is not a syntax note. Write P, R, E, C or L and at least two two-digit positions, such as P0304.`,
    );
  }
  return { note, letter: letter as SyntaxNotePlan['letter'], positions }; // the pattern lets these five letters pass
}

/**
 * The positions at fault under a note, on presence masks: bit n of `low` is position n up to 30, bit n - 30 of `high`
 * position n up to 60; positions beyond count as absent. None when the note holds. P and C name every missing position,
 * R and L the first missing one, E all present ones but the first.
 */
export function brokenNote(note: SyntaxNotePlan, low: number, high: number): readonly number[] {
  const { letter, positions } = note;
  let present = 0;
  for (let i = 0; i < positions.length; i++) if (isPresent(positions[i] ?? 0, low, high)) present++;
  if (!isBroken(note, present, low, high)) return NONE;
  if (letter === 'E') return positions.filter((n) => isPresent(n, low, high)).slice(1);
  const missing = positions.filter((n) => !isPresent(n, low, high));
  return letter === 'R' || letter === 'L' ? missing.slice(0, 1) : missing;
}

function isBroken({ letter, positions }: SyntaxNotePlan, present: number, low: number, high: number): boolean {
  switch (letter) {
    case 'P':
      return present > 0 && present < positions.length;
    case 'R':
      return present === 0;
    case 'E':
      return present > 1;
    case 'C':
      return present < positions.length && isPresent(positions[0] ?? 0, low, high);
    case 'L':
      return present === 1 && isPresent(positions[0] ?? 0, low, high);
  }
}

/**
 * Reports what breaks the notes. A note cannot ask for what the guide forbids, nor again for what is required anyway and
 * so reported as missing already.
 */
export function checkSyntaxNotes(
  notes: readonly SyntaxNotePlan[],
  elements: readonly (ElementPlan | undefined)[],
  { low, high }: { readonly low: number; readonly high: number },
  report: ReportSyntax,
): void {
  for (let i = 0; i < notes.length; i++) {
    const note = notes[i];
    if (note === undefined) continue;
    for (const position of brokenNote(note, low, high)) {
      const element = elements[position];
      if (element?.notUsed === true) continue;
      if (note.letter === 'E') report('element-exclusive', position);
      else if (element?.required !== true) report('element-conditional-missing', position);
    }
  }
}

function isPresent(position: number, low: number, high: number): boolean {
  if (position <= 30) return ((low >>> position) & 1) === 1;
  return position <= 60 && ((high >>> (position - 30)) & 1) === 1;
}

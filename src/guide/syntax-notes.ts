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
  const [low, high] = [bits(positions, 0), bits(positions, 30)];
  return { note, letter: letter as SyntaxNotePlan['letter'], positions, low, high }; // the pattern lets these five letters pass
}

function bits(positions: readonly number[], first: 0 | 30): number {
  return positions.reduce((mask, n) => (n > first && n <= first + 30 ? mask | (1 << (n - first)) : mask), 0);
}

/** True when every note holds, on presence masks: all that right data needs, without a call or an object a note. */
export function notesHold(notes: readonly SyntaxNotePlan[], low: number, high: number): boolean {
  for (let i = 0; i < notes.length; i++) {
    const note = notes[i];
    if (note === undefined) continue;
    const here = low & note.low;
    const there = high & note.high;
    const any = (here | there) !== 0;
    const all = here === note.low && there === note.high;
    switch (note.letter) {
      case 'P':
        if (any && !all) return false;
        break;
      case 'R':
        if (!any) return false;
        break;
      case 'E':
        if ((here & (here - 1)) !== 0 || (there & (there - 1)) !== 0 || (here !== 0 && there !== 0)) return false;
        break;
      case 'C':
        if (!all && isPresent(note.positions[0] ?? 0, low, high)) return false;
        break;
      case 'L':
        if (any && isBroken(note, count(note.positions, low, high), low, high)) return false;
        break;
    }
  }
  return true;
}

function count(positions: readonly number[], low: number, high: number): number {
  let present = 0;
  for (let i = 0; i < positions.length; i++) if (isPresent(positions[i] ?? 0, low, high)) present++;
  return present;
}

/**
 * The positions at fault under a note, on presence masks: bit n of `low` is position n up to 30, bit n - 30 of `high`
 * position n up to 60; positions beyond count as absent. None when the note holds. P and C name every missing position,
 * R and L the first missing one, E all present ones but the first.
 */
export function brokenNote(note: SyntaxNotePlan, low: number, high: number): readonly number[] {
  const { letter, positions } = note;
  if (!isBroken(note, count(positions, low, high), low, high)) return NONE;
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

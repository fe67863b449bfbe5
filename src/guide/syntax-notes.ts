import { X12Error } from '../model/error.js';
import type { ElementPlan, SyntaxNotePlan } from './plan.js';

/** What a broken syntax note says of one element. */
export type SyntaxReason = 'element-conditional-missing' | 'element-exclusive';
export type ReportSyntax = (reason: SyntaxReason, position: number) => void;

type Elements = readonly (ElementPlan | undefined)[];
type Masks = { readonly low: number; readonly high: number };

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
 * Reports what breaks the notes, each missing position once. A note cannot ask for what the guide forbids, nor again for
 * what the standard demands on its own. Where both the guide and a note ask for an element, the note is the standard's
 * word and wins: see {@link asksFor}.
 */
export function checkSyntaxNotes(
  notes: readonly SyntaxNotePlan[],
  elements: Elements,
  masks: Masks,
  report: ReportSyntax,
): void {
  const told = new Set<number>();
  for (const note of notes) {
    if (note.letter !== 'E') for (const position of asked(note, elements, masks)) told.add(position);
    else for (const position of brokenNote(note, masks.low, masks.high)) forbid(elements[position], position, report);
  }
  for (const position of told) report('element-conditional-missing', position);
}

function forbid(element: ElementPlan | undefined, position: number, report: ReportSyntax): void {
  if (element?.notUsed !== true) report('element-exclusive', position);
}

/** True when a note reports the missing element at `position`, which then need not be reported for the guide's sake. */
export function asksFor(notes: readonly SyntaxNotePlan[], elements: Elements, masks: Masks, position: number): boolean {
  return notes.some((note) => note.letter !== 'E' && asked(note, elements, masks).includes(position));
}

// Of a note that one element would satisfy, the one that the guide requires anyway is named: that is one fault, not two.
function asked(note: SyntaxNotePlan, elements: Elements, { low, high }: Masks): readonly number[] {
  const { letter, positions } = note;
  if (!isBroken(note, count(positions, low, high), low, high)) return NONE;
  const missing = positions.filter((n) => !isPresent(n, low, high) && elements[n]?.notUsed !== true);
  const one = missing.find((n) => elements[n]?.required === true) ?? missing[0] ?? 0;
  const named = letter === 'R' || letter === 'L' ? [one] : missing;
  return named.filter((n) => n > 0 && elements[n]?.mandatory !== true);
}

function isPresent(position: number, low: number, high: number): boolean {
  if (position <= 30) return ((low >>> position) & 1) === 1;
  return position <= 60 && ((high >>> (position - 30)) & 1) === 1;
}

import { X12Error } from '../../model/error.js';
import type { ElementPlan, SyntaxNotePlan } from './plan.js';

/** What is wrong with the presence of one element. */
export type PresenceReason =
  | 'element-mandatory-missing'
  | 'element-required-missing'
  | 'element-conditional-missing'
  | 'element-exclusive';
/** @param notes those that are broken at the position: `P0304`. */
export type ReportPresence = (reason: PresenceReason, position: number, notes?: readonly string[]) => void;

type Elements = readonly (ElementPlan | undefined)[];

/** A segment, or the inside of a composite. */
interface Definition {
  readonly elements: Elements;
  readonly syntax: readonly SyntaxNotePlan[];
}

/** The last position that masks hold. */
const LAST = 60;
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
 * Reports which elements of a segment, or components of a composite, are missing or too many, on presence masks as those of
 * {@link brokenNote}: required ones, then what breaks the notes, each missing position once. A note cannot ask for what the guide
 * forbids, nor again for what the standard demands on its own. Where both the guide and a note ask for an element, the note is
 * the standard's word and wins. Positions beyond 60 are taken for present.
 */
export function checkPresence(
  { elements, syntax }: Definition,
  low: number,
  high: number,
  report: ReportPresence,
): void {
  const told = new Map<number, string[]>();
  for (const note of syntax)
    for (const position of note.letter === 'E' ? NONE : asked(note, elements, low, high))
      told.set(position, [...(told.get(position) ?? []), note.note]);
  for (const element of elements) {
    const position = element?.position ?? 0;
    if (element?.required !== true || position > LAST || isPresent(position, low, high)) continue;
    if (element.mandatory) report('element-mandatory-missing', position);
    else if (!told.has(position)) report('element-required-missing', position);
  }
  for (const note of syntax)
    for (const position of note.letter === 'E' ? brokenNote(note, low, high) : NONE)
      if (elements[position]?.notUsed !== true) report('element-exclusive', position, [note.note]);
  for (const [position, broken] of told) report('element-conditional-missing', position, broken);
}

// Of a note that one element would satisfy, the one that the guide requires anyway is named: that is one fault, not two.
function asked(note: SyntaxNotePlan, elements: Elements, low: number, high: number): readonly number[] {
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

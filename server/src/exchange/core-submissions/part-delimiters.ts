import { type Delimiters, readIsa } from 'ediloom';
import type { ResultSet } from './result-sets.js';

/** What no data holds that people have typed: group, unit, field and record separators of ASCII. */
const CONTROL: Delimiters = { element: '\x1d', component: '\x1f', repetition: '\x1e', segment: '\x1c' };

/**
 * Delimiters for data of several interchanges in one: those of the first question, unless one of them stands in what a payer or another question
 * says; then control characters, which nothing is known to hold.
 */
export function partDelimiters(own: Delimiters, sets: readonly ResultSet[]): Delimiters {
  // Without one, answers could not repeat anything.
  const { repetition = '^' } = own;
  const wanted = { ...own, repetition };
  if (new Set(Object.values(wanted)).size < 4) return CONTROL;
  return sets.every((set) => setFits(set, wanted)) ? wanted : CONTROL;
}

function setFits({ question, answer, told }: ResultSet, delimiters: Delimiters): boolean {
  return fits(answer ?? question, delimiters) && !holdsAny(told, Object.values(delimiters));
}

/** Whether a text in JSON of ours has one of these characters. */
function holdsAny(value: unknown, characters: readonly string[]): boolean {
  if (typeof value === 'string') return characters.some((one) => value.includes(one));
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => holdsAny(one, characters));
}

/** Whether an interchange can be written with delimiters: none of them stands in its data. */
export function fits(x12: string, delimiters: Delimiters): boolean {
  const reading = readIsa(Buffer.from(x12.slice(0, 512), 'utf8'), { final: true });
  if (reading.kind !== 'header') return false;
  const its: readonly unknown[] = Object.values(reading.header.delimiters);
  // What is one of its own delimiters stands nowhere in its data.
  return Object.values(delimiters).every((one: string) => its.includes(one) || !x12.includes(one));
}

/** A segment as it was read, under other delimiters that stand nowhere in it. */
export function underDelimiters(segment: string, from: Delimiters, to: Delimiters): string {
  const changed = new Map([
    [from.element, to.element],
    [from.component, to.component],
    [from.repetition, to.repetition],
  ]);
  return Array.from(segment, (one) => changed.get(one) ?? one).join('');
}

import { type Delimiters, haveSame } from '../model/delimiters.js';

/**
 * A segment kept as raw text, in other delimiters than it was read with.
 * @returns `undefined` when a value holds one of the new ones: X12 has no escape.
 */
export function translateSegment(raw: string, from: Delimiters, to: Delimiters): string | undefined {
  if (haveSame(from, to)) return raw;
  const separators = [
    [from.element, to.element],
    [from.repetition, to.repetition],
    [from.component, to.component],
  ] as const;
  const forbidden = Object.values(to);
  let text = '';
  for (const character of raw) {
    const pair = separators.find(([old]) => old === character);
    const written = pair === undefined ? character : pair[1];
    if (written === undefined || (pair === undefined && forbidden.includes(character))) return undefined;
    text += written;
  }
  return text;
}

/** The values of a raw segment. */
export function valuesOf(raw: string, delimiters: Delimiters): string[] {
  let values = [raw];
  for (const separator of [delimiters.element, delimiters.repetition, delimiters.component]) {
    if (separator !== undefined) values = values.flatMap((value) => value.split(separator));
  }
  return values;
}

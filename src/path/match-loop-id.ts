import type { NamePart, PathStep } from './element-path.js';

/**
 * Does a step's name stand for this loop id or segment tag? Filters are not looked at.
 *
 * The usual match of a pattern with `*`: on a mismatch the last `*` takes one character more, so the time is at most
 * parts times characters.
 */
export function matchLoopId(step: PathStep, loopId: string): boolean {
  let part = 0;
  let at = 0;
  let retry: { part: number; at: number } | undefined;
  while (at < loopId.length || part < step.name.length) {
    const next = step.name[part];
    if (next?.kind === 'any') {
      retry = { part: ++part, at };
      continue;
    }
    const length = next === undefined ? 0 : matchLength(next, loopId, at);
    if (length > 0) {
      part++;
      at += length;
    } else {
      if (retry === undefined || retry.at >= loopId.length) return false;
      part = retry.part;
      at = ++retry.at;
    }
  }
  return true;
}

/** Characters that a text or class takes at this place; 0 if it does not fit. */
function matchLength(part: Exclude<NamePart, { kind: 'any' }>, loopId: string, at: number): number {
  if (part.kind === 'text') return loopId.startsWith(part.text, at) ? part.text.length : 0;
  const character = loopId.charAt(at);
  return character !== '' && part.letters.includes(character) ? 1 : 0;
}

/** A pattern of a customer that is not taken. The message says which part of it, where, and what to write instead. */
export class PatternRefused extends Error {
  override readonly name = 'PatternRefused';
}

/** @param at position of the part in the pattern, from 0. */
export function refused(at: number, what: string): PatternRefused {
  return new PatternRefused(`The pattern cannot be used because of its character ${at + 1}: ${what}`);
}

import { parse } from '../generated/syntax-note.js';
import { X12Error } from '../model/error.js';
import { grammarComplaint } from './grammar-complaint.js';

/** A relational condition between elements of a segment or components of a composite (X12.6), such as `P0304`. */
export interface SyntaxNote {
  /** P paired, R at least one, E at most one, C the first requires all others, L the first requires one other. */
  readonly letter: 'P' | 'R' | 'E' | 'C' | 'L';
  /** 1-based positions in the order written, at least two; for C and L the first is the condition. */
  readonly positions: readonly number[];
}

/**
 * Reads a syntax note: a letter and two-digit positions.
 * @throws X12Error `X12_GUIDE_INVALID` with the 1-based column in `details.column`.
 */
export function parseSyntaxNote(text: string): SyntaxNote {
  try {
    return parse(text);
  } catch (cause) {
    const { column, expected } = grammarComplaint(cause);
    throw new X12Error(
      'X12_GUIDE_INVALID',
      `The syntax note is wrong at column ${column}: ${expected}. Write a letter and two-digit positions, such as P0304.`,
      { cause, details: { column } },
    );
  }
}

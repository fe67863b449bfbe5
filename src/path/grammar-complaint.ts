/** What a generated parser has against a text. */
export interface GrammarComplaint {
  /** 1-based column where no alternative went on. */
  readonly column: number;
  /** What could have stood there, as a clause; never what did. */
  readonly expected: string;
}

/** Reads the error of a generated parser; anything else is a defect of ours and is thrown on. */
export function grammarComplaint(error: unknown): GrammarComplaint {
  if (!(error instanceof Error && 'location' in error)) throw error;
  // Peggy puts this location on every syntax error that it throws.
  const { start } = error.location as { start: { offset: number } };
  const expected = error.message.replace(/ but (?:".*"|end of input) found\.$/s, '');
  return { column: start.offset + 1, expected: expected.charAt(0).toLowerCase() + expected.slice(1) };
}

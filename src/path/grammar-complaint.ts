/** What a generated parser has against a text. */
export interface GrammarComplaint {
  /** 1-based column where no alternative went on. */
  readonly column: number;
  /** What could have stood there, as a clause; never what did. */
  readonly expected: string;
}

/** Reads the error of a generated parser; anything else is a defect of ours and is thrown on. */
export function grammarComplaint(error: unknown): GrammarComplaint {
  if (!(error instanceof Error && 'offset' in error && typeof error.offset === 'number')) throw error;
  const { message } = error;
  return { column: error.offset + 1, expected: message.charAt(0).toLowerCase() + message.slice(1) };
}

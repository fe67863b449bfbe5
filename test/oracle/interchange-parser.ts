import { readFileSync } from 'node:fs';
import peggy from 'peggy';

/** What grammars/interchange.peggy yields. Offsets are octets from the start of the input; texts are ISO 8859-1. */
export interface GrammarInterchange {
  readonly offset: number;
  readonly delimiters: {
    readonly element: string;
    readonly component: string;
    readonly repetition?: string | undefined;
    readonly segment: string;
  };
  readonly segments: readonly GrammarSegment[];
  readonly groups: readonly {
    readonly offset: number;
    /** `segments` counts from ST to SE. */
    readonly transactions: readonly { readonly offset: number; readonly segments: number }[];
  }[];
}

export interface GrammarSegment {
  readonly offset: number;
  readonly tag: string;
  readonly elements: readonly string[];
}

export type GrammarReading =
  | {
      readonly accepted: true;
      readonly interchanges: readonly GrammarInterchange[];
      readonly segments: readonly GrammarSegment[];
    }
  /** `farthest`: offset where no alternative went on. `segments`: those complete before it, of all interchanges. */
  | {
      readonly accepted: false;
      readonly farthest: number;
      readonly segments: readonly GrammarSegment[];
      readonly why: string;
    };

// Generated on the fly in a tenth of a second: the oracle always is the grammar as it stands.
const parser = peggy.generate(readFileSync(new URL('../../grammars/interchange.peggy', import.meta.url), 'utf8'));

/** Reads the ISO 8859-1 text of an input as the grammar says. */
export function readByGrammar(text: string): GrammarReading {
  const segments: GrammarSegment[] = [];
  try {
    // Peggy knows no result types; the grammar's actions build these.
    const interchanges = parser.parse(text, { segments }) as GrammarInterchange[];
    return { accepted: true, interchanges, segments };
  } catch (error) {
    if (!(error instanceof parser.SyntaxError)) throw error;
    return { accepted: false, farthest: error.location.start.offset, segments, why: error.message };
  }
}

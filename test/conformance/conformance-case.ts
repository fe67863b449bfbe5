import type { Overlay } from '../../src/guide/overlay/apply-overlay.js';
import type { Limits } from '../../src/model/limits.js';
import type { BaseName } from './bases.js';

/** One fault, or a few that belong together, made in a clean text, and everything that reading must say about it. */
export interface ConformanceCase {
  readonly name: string;
  readonly base: BaseName;
  /** What to replace by what; each key stands in the text exactly once. SE01 is counted anew unless a key holds `SE*`. */
  readonly edit?: Readonly<Record<string, string>>;
  /** Bytes of the text that are kept: the input breaks off there. */
  readonly until?: string;
  /** Narrows the guide where a shipped one has no rule of the kind. */
  readonly overlay?: Overlay;
  readonly limits?: Partial<Limits>;
  /** In the form of {@link findingLine}, in the order of reading. */
  readonly expect: readonly string[];
}

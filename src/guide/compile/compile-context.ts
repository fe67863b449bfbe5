import { X12Error } from '../../model/error.js';
import type { CodesNode, Guide, LoopNode } from '../../model/guide.js';
import { codeTable } from '../plan/code-table.js';
import type { Patterns, TextTest } from '../plan/matcher.js';
import type { CodeTable } from '../plan/plan.js';
import { entry } from '../plan/standard-lookup.js';

/** What the parts of one compilation share: the guide's `$defs`, tables and tests made once. */
export class CompileContext {
  readonly guide: Guide;
  readonly #codes = new Map<string, CodeTable>();
  readonly #patterns: Patterns;

  constructor(guide: Guide, patterns: Patterns) {
    this.guide = guide;
    this.#patterns = patterns;
  }

  /** The shared code list behind `#/$defs/codes_…`. */
  sharedCodes(ref: string): CodeTable {
    let table = this.#codes.get(ref);
    if (table === undefined) {
      table = codeTable((this.#definition(ref) as CodesNode).enum); // checkGuide saw that it is a code list
      this.#codes.set(ref, table);
    }
    return table;
  }

  /** The test of a pattern; `undefined` for none. */
  pattern(text: string | undefined): TextTest | undefined {
    return text === undefined ? undefined : this.#patterns.test(text);
  }

  /** The shared loop behind `#/$defs/loop_…`. */
  sharedLoop(ref: string): LoopNode {
    return this.#definition(ref) as LoopNode; // checkGuide saw that it is a loop
  }

  /** Most digits that the guide wants of a data element. */
  digits(elementNumber: string): number {
    return entry(this.guide.x12.digits, elementNumber) ?? Number.POSITIVE_INFINITY;
  }

  #definition(ref: string): LoopNode | CodesNode {
    const found = entry(this.guide.$defs, ref.replace('#/$defs/', ''));
    if (found === undefined) {
      throw new X12Error(
        'X12_GUIDE_INVALID',
        `The guide refers to ${ref}, which is not in its $defs. Add it or correct the $ref.`,
      );
    }
    return found;
  }
}

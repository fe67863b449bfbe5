import { type CharacterSet, type CharacterSetName, characterSet, EXTENDED } from '../charset/character-set.js';
import { checkCharacters } from '../charset/check-characters.js';
import { type Finding, finding, type Severity } from '../model/finding.js';
import type { Position } from '../model/position.js';
import { type SegmentBatch, SegmentFlag } from '../model/segments.js';

/** A set by name or by itself; `none` checks nothing. */
export type ReadCharacterSet = CharacterSetName | CharacterSet | 'none';

const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, at) => at + 0x20);

/**
 * Looks for characters outside a set in what is read. Control characters are not its matter: they are no data in any set,
 * and the element checks report them.
 */
export class ReadCharacters {
  readonly #set: CharacterSet;
  readonly #severity: Severity;
  readonly #onFinding: (found: Finding) => void;
  /** Printable ASCII that is outside the set; `undefined` where there is none, so that only other segments need a look. */
  readonly #outside: Uint8Array | undefined;

  private constructor(set: CharacterSet, severity: Severity, onFinding: (found: Finding) => void) {
    this.#set = set;
    this.#severity = severity;
    this.#onFinding = onFinding;
    const outside = PRINTABLE.filter((code) => !set.has(code));
    if (outside.length === 0) return;
    this.#outside = new Uint8Array(256);
    for (const code of outside) this.#outside[code] = 1;
  }

  /** The default set is no agreement: what lies outside it is a warning. `undefined` for `none`. */
  static of(name: ReadCharacterSet | undefined, onFinding: (found: Finding) => void): ReadCharacters | undefined {
    if (name === 'none') return undefined;
    if (name === undefined) return new ReadCharacters(EXTENDED, 'warning', onFinding);
    return new ReadCharacters(typeof name === 'string' ? characterSet(name) : name, 'error', onFinding);
  }

  /** True when the segment may hold something to report. */
  suspects(batch: SegmentBatch, index: number): boolean {
    const flags = batch.flags[index] ?? 0;
    if ((flags & SegmentFlag.nonAscii) !== 0) return true;
    const outside = this.#outside;
    if (outside === undefined) return false;
    const from = batch.starts[index] ?? 0;
    const end = batch.marks[(batch.starts[index + 1] ?? 0) - 1] ?? 0;
    for (let i = (batch.marks[from] ?? 0) + 1; i < end; i++) if (outside[batch.bytes[i] ?? 0] === 1) return true;
    return false;
  }

  /** Reports each character outside the set; binary octets are no characters. */
  check(batch: SegmentBatch, index: number, at: Position): void {
    const { component, repetition = '' } = batch.delimiters;
    const isBinary = ((batch.flags[index] ?? 0) & SegmentFlag.binary) !== 0;
    const last = batch.elementCount(index) - (isBinary ? 1 : 0);
    for (let element = 1; element <= last; element++) {
      const text = batch.element(index, element);
      for (const { codePoint, name, offset } of checkCharacters(text, this.#set)) {
        if (codePoint < 0x20 || codePoint === 0x7f || name === codeName(component) || name === codeName(repetition))
          continue;
        const severity = this.#severity;
        this.#onFinding(
          finding('element-character-set', { ...at, element }, { severity, character: { name, offset } }),
        );
      }
    }
  }
}

function codeName(delimiter: string): string {
  return delimiter === '' ? '' : `U+${delimiter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

import { type CharacterSet, type CharacterSetName, characterSet, EXTENDED } from '../charset/character-set.js';
import { checkCharacters } from '../charset/check-characters.js';
import { Kind, type SegmentPlan } from '../guide/plan/plan.js';
import type { Delimiters } from '../model/delimiters.js';
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
  readonly #outside: readonly number[];
  /** The same as flags, without the separators in use; `undefined` where none is left: only other segments need a look. */
  #flags: Uint8Array | undefined;
  #delimiters: Delimiters | undefined;
  /** Those that the flags are for. */
  #separators: string | undefined;

  private constructor(set: CharacterSet, severity: Severity, onFinding: (found: Finding) => void) {
    this.#set = set;
    this.#severity = severity;
    this.#onFinding = onFinding;
    this.#outside = PRINTABLE.filter((code) => !set.has(code));
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
    if (this.#outside.length === 0) return false;
    if (batch.delimiters !== this.#delimiters) this.#turnTo(batch.delimiters);
    const outside = this.#flags;
    if (outside === undefined) return false;
    const from = batch.starts[index] ?? 0;
    const end = batch.marks[(batch.starts[index + 1] ?? 0) - 1] ?? 0;
    for (let i = (batch.marks[from] ?? 0) + 1; i < end; i++) if (outside[batch.bytes[i] ?? 0] === 1) return true;
    return false;
  }

  /** Lets go of the input. */
  forget(): void {
    this.#delimiters = undefined;
  }

  #turnTo(delimiters: Delimiters): void {
    this.#delimiters = delimiters;
    const { element, component, repetition = '' } = delimiters;
    const separators = element + component + repetition;
    if (separators !== this.#separators) this.#learn(separators);
  }

  #learn(text: string): void {
    this.#separators = text;
    const separators = new Set(Array.from(text, (one) => one.charCodeAt(0)));
    const outside = this.#outside.filter((code) => !separators.has(code));
    this.#flags = outside.length === 0 ? undefined : new Uint8Array(256);
    for (const code of outside) this.#flags?.fill(1, code, code + 1);
  }

  /** Reports each character outside the set; binary octets are no characters. `plan` is the segment's, where it is known. */
  check(batch: SegmentBatch, index: number, at: Position, plan: SegmentPlan | undefined): void {
    const flags = batch.flags[index] ?? 0;
    const last = batch.elementCount(index) - ((flags & SegmentFlag.binary) === 0 ? 0 : 1);
    const repetition = (flags & SegmentFlag.repetition) === 0 ? undefined : batch.delimiters.repetition;
    const component = (flags & SegmentFlag.component) === 0 ? undefined : batch.delimiters.component;
    for (let element = 1; element <= last; element++) {
      const text = batch.element(index, element);
      if (this.#passes(text)) continue;
      const definition = plan?.elements[element];
      for (const [times, repeated] of split(text, repetition).entries()) {
        const place = { ...at, element, ...(definition?.array === true ? { repetition: times + 1 } : {}) };
        const parts = split(repeated, component);
        // Without a separator in it, a composite may still be its first component alone.
        const isComposite = parts.length > 1 || definition?.kind === Kind.composite;
        for (const [position, part] of parts.entries()) {
          const known = definition?.kind === Kind.composite ? definition.components[position + 1] : definition;
          const number = known?.number === undefined ? {} : { dataElement: known.number };
          this.#report(part, { ...place, ...(isComposite ? { component: position + 1 } : {}), ...number });
        }
      }
    }
  }

  #passes(text: string): boolean {
    return checkCharacters(text, this.#set).length === 0;
  }

  #report(text: string, at: Position): void {
    const severity = this.#severity;
    for (const { codePoint, name, offset } of checkCharacters(text, this.#set)) {
      if (codePoint < 0x20 || codePoint === 0x7f) continue;
      this.#onFinding(finding('element-character-set', at, { severity, character: { name, offset } }));
    }
  }
}

function split(text: string, separator: string | undefined): readonly string[] {
  return separator === undefined ? [text] : text.split(separator);
}

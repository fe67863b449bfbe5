import type { CharacterChange, RepairedCharacter } from './character-repair.js';
import type { RepairChange, RepairName } from './repairs.js';

interface Edit {
  /** Where the replaced character began in the text as it came, and what follows it. */
  readonly offset: number;
  readonly end: number;
  /** Where its replacement ends in the repaired text. */
  readonly newEnd: number;
}

/** A run grows as long as its repair goes on. */
type MutableChange = Omit<RepairChange, 'length'> & { length: number };

/** A text being repaired from left to right, then cut at its end; keeps the list of changes. */
export class RepairedText {
  readonly #original: string;
  #text = '';
  /** How much of the original stands in `#text` or was replaced. */
  #taken = 0;
  /** Last UTF-16 unit before the place that is looked at; kept apart, since reading the end of a growing string copies it. */
  #lastUnit = 0;
  readonly #edits: Edit[] = [];
  readonly #changes: MutableChange[] = [];
  readonly #lastOf = new Map<RepairName, MutableChange>();

  constructor(original: string) {
    this.#original = original;
  }

  get text(): string {
    return this.#text;
  }

  get changes(): readonly RepairChange[] {
    return this.#changes;
  }

  /** Puts what a character became in its place. Places come in order. */
  replace(offset: number, length: number, { text, changes }: RepairedCharacter): void {
    const end = offset + length;
    if (offset > this.#taken) this.#lastUnit = this.#original.charCodeAt(offset - 1);
    if (text === '' && isHigh(this.#lastUnit) && isLow(this.#original.charCodeAt(end))) return;
    this.#text += this.#original.slice(this.#taken, offset) + text;
    if (text !== '') this.#lastUnit = text.charCodeAt(text.length - 1);
    this.#taken = end;
    this.#edits.push({ offset, end, newEnd: this.#text.length });
    for (const change of changes) this.#note(change, offset, length);
  }

  /** Takes the rest of the original as it is. */
  finish(): void {
    this.#text += this.#original.slice(this.#taken);
    this.#taken = this.#original.length;
  }

  /** Cuts the repaired text to a length. */
  cut(repair: RepairName, length: number): void {
    if (length >= this.#text.length) return;
    const offset = this.#originalOffset(length);
    // A second cut ends where the first one began.
    const end = this.#originalOffset(this.#text.length);
    this.#text = this.#text.slice(0, length);
    this.#changes.push({ repair, offset, length: end - offset });
  }

  #note({ repair, from, to }: CharacterChange, offset: number, length: number): void {
    const last = this.#lastOf.get(repair);
    if (last !== undefined && last.from === from && last.to === to) {
      const end = last.offset + last.length;
      // One character may change in one way twice: each letter of a ligature becomes a capital.
      if (end === offset + length) return;
      if (end === offset) {
        last.length += length;
        return;
      }
    }
    const change: MutableChange =
      from === undefined || to === undefined ? { repair, offset, length } : { repair, offset, length, from, to };
    this.#changes.push(change);
    this.#lastOf.set(repair, change);
  }

  /** Where a place of the repaired text came from; a place within a replacement is the replaced character's. */
  #originalOffset(offset: number): number {
    for (let index = this.#edits.length - 1; index >= 0; index -= 1) {
      const edit = this.#edits[index];
      const before = this.#edits[index - 1]?.newEnd ?? 0;
      const untouched = edit === undefined ? 0 : edit.offset - (this.#edits[index - 1]?.end ?? 0);
      if (edit === undefined || offset < before + untouched) continue;
      return offset >= edit.newEnd ? edit.end + offset - edit.newEnd : edit.offset;
    }
    return offset;
  }
}

// Two lone surrogates must not become neighbours when what stood between them goes: they would be a character.
function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

import type { ElementPlan, GuidePlan, LoopPlan, Slot } from './plan.js';

/**
 * The keys of a guide as they stand in JSON text, comma and colon included, eight bytes to a word; of ASCII, so
 * that no word is one of the numbers whose bits may change (NaN). A key is the place of its first word, from {@link KEY_SHIFT} on, and its bytes.
 */
export interface JsonKeys {
  readonly words: Float64Array;
  /** By the row of a loop, segment, element or component in the image: its key. */
  readonly rows: Int32Array;
  readonly sections: ReadonlyMap<string, number>;
  /** Bytes of the longest. */
  readonly longest: number;
}

export const KEY_SHIFT = 10;
export const KEY_LENGTH = 1023;
const MOST_WORDS = 2 ** 20;

const keysOfPlan = new WeakMap<GuidePlan, JsonKeys | false>();

/** The keys of a guide, made at their first use; undefined where objects would not keep them in their order, as they do not keep numbers. */
export function jsonKeysOf(plan: GuidePlan): JsonKeys | undefined {
  let keys = keysOfPlan.get(plan);
  if (keys === undefined) {
    keys = new KeyWriter(plan).keys ?? false;
    keysOfPlan.set(plan, keys);
  }
  return keys === false ? undefined : keys;
}

const encoder = new TextEncoder();

class KeyWriter {
  readonly #words: number[] = [];
  readonly #rows: Int32Array;
  readonly #keyOfRow = new Map<number, string>();
  #longest = 0;
  #isSound = true;
  readonly keys: JsonKeys | undefined;

  constructor({ root, sections: names }: GuidePlan) {
    this.#rows = new Int32Array(root.image.words.length);
    const sections = new Map(names.map((name) => [name as string, this.#put(name)]));
    this.#slots(root.slots, new Set());
    if (!this.#isSound) return;
    this.keys = { words: Float64Array.from(this.#words), rows: this.#rows, sections, longest: this.#longest };
  }

  #slots(slots: readonly Slot[], seen: Set<readonly Slot[]>): void {
    if (seen.has(slots)) return;
    seen.add(slots);
    for (const slot of slots) {
      if (slot.kind === 'segment') this.#elements(slot.elements);
      else this.#loop(slot, seen);
      this.#rows[slot.row] = this.#put(slot.key);
    }
  }

  // Loops of one body share a row: as loops go by the name of their first segment, they have one key.
  #loop({ key, row, slots }: LoopPlan, seen: Set<readonly Slot[]>): void {
    const known = this.#keyOfRow.get(row) ?? key;
    if (known !== key) this.#isSound = false;
    this.#keyOfRow.set(row, key);
    this.#slots(slots, seen);
  }

  #elements(elements: readonly (ElementPlan | undefined)[]): void {
    for (const element of elements) {
      if (element === undefined) continue;
      this.#rows[element.row] = this.#put(element.key);
      this.#elements(element.components);
    }
  }

  #put(key: string): number {
    // Objects keep whole numbers first, and have this one as their prototype.
    if (/^\d+$|^__proto__$|[^ -~]/.test(key)) this.#isSound = false;
    const text = encoder.encode(`,${JSON.stringify(key)}:`);
    const at = this.#words.length;
    if (text.length > KEY_LENGTH || at > MOST_WORDS) this.#isSound = false;
    const padded = new Uint8Array(Math.ceil(text.length / 8) * 8);
    padded.set(text);
    this.#words.push(
      ...Array.from({ length: padded.length / 8 }, (_, n) => new DataView(padded.buffer).getFloat64(8 * n, true)),
    );
    this.#longest = Math.max(this.#longest, text.length);
    return (at << KEY_SHIFT) | text.length;
  }
}

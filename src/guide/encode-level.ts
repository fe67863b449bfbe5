import type { Slot } from './plan.js';

/**
 * What the data has for the children of one open loop, sorted by rank; siblings of equal rank keep the order of the
 * data. Levels are reused: a set of a million loops makes no more of them than its depth.
 */
export class EncodeLevel {
  count = 0;
  readonly slots: Slot[] = [];
  readonly values: unknown[] = [];
  readonly keys: string[] = [];
  /** Section of an entry, for pointers; only at the top. */
  readonly sections: (string | undefined)[] = [];

  clear(): void {
    this.values.fill(undefined, 0, this.count);
    this.count = 0;
  }

  add(slot: Slot, value: unknown, key: string, section: string | undefined): void {
    let at = this.count++;
    for (; at > 0 && (this.slots[at - 1]?.rank ?? 0) > slot.rank; at--) this.#copy(at - 1, at);
    this.slots[at] = slot;
    this.values[at] = value;
    this.keys[at] = key;
    this.sections[at] = section;
  }

  has(slot: Slot): boolean {
    for (let i = 0; i < this.count; i++) if (this.slots[i] === slot) return true;
    return false;
  }

  /** The value under a slot; undefined when the data has none. */
  valueOf(slot: Slot): unknown {
    for (let i = 0; i < this.count; i++) if (this.slots[i] === slot) return this.values[i];
    return undefined;
  }

  /** True when some slot passes. */
  some(test: (slot: Slot) => boolean): boolean {
    for (let i = 0; i < this.count; i++) {
      const slot = this.slots[i];
      if (slot !== undefined && test(slot)) return true;
    }
    return false;
  }

  #copy(from: number, to: number): void {
    const slot = this.slots[from];
    if (slot === undefined) return;
    this.slots[to] = slot;
    this.values[to] = this.values[from];
    this.keys[to] = this.keys[from] ?? '';
    this.sections[to] = this.sections[from];
  }
}

/** What the plan tables answer by small numbers; a Map will do too. */
export interface PackedLookup<T> {
  readonly size: number;
  get(key: number): T | undefined;
  has(key: number): boolean;
  keys(): IterableIterator<number>;
}

/** Slots a key; more means fewer collisions. */
const ROOM = 4;
/** Odd, and near 2^32 times the golden ratio: neighbouring keys land far apart. */
const SPREAD = 0x9e3779b1;

/**
 * A table from positive 32-bit numbers (tag codes, packed codes) to values: open addressing over one typed array, which
 * is twice as fast as a Map where the walk looks up a tag and several codes for every segment. bench: `validate`.
 */
export class PackedMap<T> implements PackedLookup<T> {
  readonly #values: (T | undefined)[] = [];
  #keys: Int32Array = new Int32Array(ROOM);
  #shift = 30;
  #size = 0;

  constructor(entries: Iterable<readonly [number, T]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.#size;
  }

  /** @param key a whole number from 1 to 2^31 - 1; others are not kept. */
  set(key: number, value: T): void {
    if (key !== (key | 0) || key <= 0) return;
    const at = this.#find(key);
    if (this.#keys[at] === 0) {
      this.#keys[at] = key;
      this.#size++;
    }
    this.#values[at] = value;
    if (this.#size * ROOM > this.#keys.length) this.#grow();
  }

  get(key: number): T | undefined {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let at = Math.imul(key, SPREAD) >>> this.#shift;
    for (;;) {
      const held = keys[at];
      if (held === key) return this.#values[at];
      if (held === 0) return undefined;
      at = (at + 1) & mask;
    }
  }

  has(key: number): boolean {
    return key !== 0 && this.#keys[this.#find(key)] === key;
  }

  *keys(): IterableIterator<number> {
    for (const key of this.#keys) if (key !== 0) yield key;
  }

  // The place of the key, or the free place where it would go; there always is one.
  #find(key: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let at = Math.imul(key, SPREAD) >>> this.#shift;
    while (keys[at] !== key && keys[at] !== 0) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const keys = this.#keys;
    const values = this.#values.splice(0);
    this.#keys = new Int32Array(keys.length * 2);
    this.#shift--;
    this.#size = 0;
    for (const [at, key] of keys.entries()) {
      const value = values[at];
      if (key !== 0 && value !== undefined) this.set(key, value);
    }
  }
}

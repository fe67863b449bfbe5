import { findKey, type KnownKey } from '../../accounts/find-key.js';
import type { Clock } from '../../clock.js';
import type { Store } from '../../store/store.js';

/** How long a process relies on what it has read of a key: a deleted one is refused by all processes after this. */
const TRUST_MS = 1000;
/** Keys remembered at most; at one more all are forgotten, as reading them again costs little. */
const MAX_KEPT = 10_000;

interface Kept {
  readonly key: KnownKey;
  readonly readAt: number;
}

/** Finds keys by their hash, and remembers for a moment what it has read: most requests read nothing to be let in. */
export class KnownKeys {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Whether this process has seen the key to be a good one, however long ago. */
  has(hash: string): boolean {
    return this.#kept.has(hash);
  }

  /** @returns `undefined` for a key that there is not, or no more. */
  async find(hash: string): Promise<KnownKey | undefined> {
    const kept = this.#kept.get(hash);
    const now = this.#clock.now();
    if (kept !== undefined && now - kept.readAt < TRUST_MS) return kept.key;
    const key = await this.#store.read((db) => findKey(db, hash));
    if (key === undefined) this.#kept.delete(hash);
    else this.#keep(hash, { key, readAt: now });
    return key;
  }

  /** What was read is read again: keys or limits have changed in this process. */
  forget(): void {
    this.#kept.clear();
  }

  #keep(hash: string, kept: Kept): void {
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(hash, kept);
  }
}

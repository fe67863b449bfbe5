import type { Clock } from '../clock.js';
import { Gatherer } from '../gatherer.js';
import type { Store, Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';

/** A key's last use is written once in so many milliseconds at most: it is to show which keys can go, not to count. */
const WRITTEN_EACH_MS = 60_000;
/** Keys remembered at most; at one more all are forgotten, and each is written once more. */
const MAX_KEPT = 10_000;

/** Writes `now` as the last use of keys whose last one is not after `before`: another process may have written it meanwhile. */
export type WriteUses = (tx: Transaction, ids: readonly string[], now: number, before: number) => Promise<void>;

/** Writes down when keys were used last: those that come together by one statement, each once a minute, and no request waits for it. */
export class KeyUses {
  readonly #clock: Clock;
  readonly #written = new Map<string, number>();
  readonly #ids: Gatherer<string, undefined>;

  /** @param write default: API keys. */
  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }, write: WriteUses = writeApiKeyUses) {
    this.#clock = clock;
    this.#ids = new Gatherer(async (take) => {
      await store.write((tx) => {
        const now = clock.now();
        return write(tx, take(), now, now - WRITTEN_EACH_MS);
      });
      return take().map(() => undefined);
    });
  }

  /** @param keyId of a key that was let in just now. */
  add(keyId: string): void {
    const now = this.#clock.now();
    const before = this.#written.get(keyId);
    if (before !== undefined && now - before < WRITTEN_EACH_MS) return;
    if (this.#written.size >= MAX_KEPT) this.#written.clear();
    this.#written.set(keyId, now);
    // What was not written is written with a later use.
    this.#ids.add(keyId).catch(() => this.#written.delete(keyId));
  }
}

async function writeApiKeyUses(tx: Transaction, ids: readonly string[], now: number, before: number): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', 'in', listOf(tx, ids))
    .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<=', before)]))
    .execute();
}

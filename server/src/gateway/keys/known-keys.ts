import { findCertifiedKeys, findKeys, type KnownKey } from '../../accounts/find-key.js';
import { KeyUses } from '../../accounts/key-uses.js';
import type { Clock } from '../../clock.js';
import { Gatherer } from '../../gatherer.js';
import type { Store } from '../../store/store.js';

/** How long a process relies on what it has read of a key: a deleted one is refused by all processes after this. */
const TRUST_MS = 1000;
/** Keys remembered at most; at one more all are forgotten, as reading them again costs little. */
const MAX_KEPT = 10_000;

/** What stands before a fingerprint where hashes of keys are looked up, too; no hash begins so. */
const CERTIFICATE = 'certificate:';

interface Kept {
  readonly key: KnownKey;
  readonly readAt: number;
}

/** Keys that one statement looks up. */
const MAX_TOGETHER = 200;

/**
 * Finds keys by their hash, and remembers for a moment what it has read: most requests read nothing to be let in. Those that must be read
 * and come at the same time are read together, so that a storm of wrong keys costs few statements.
 */
export class KnownKeys {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #uses: KeyUses;
  #kept = new Map<string, Kept>();
  readonly #gathered = new Gatherer<string, KnownKey | undefined>((take) => this.#readAll(take), {
    most: MAX_TOGETHER,
  });

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#uses = new KeyUses({ store, clock });
  }

  /** @returns `undefined` for a key that there is not, or no more. */
  find(hash: string): Promise<KnownKey | undefined> {
    return this.#find(hash);
  }

  /** The key that a certificate stands for. @param fingerprint SHA-256 of it. */
  findCertified(fingerprint: string): Promise<KnownKey | undefined> {
    return this.#find(`${CERTIFICATE}${fingerprint}`);
  }

  async #find(hash: string): Promise<KnownKey | undefined> {
    const kept = this.#kept.get(hash);
    const now = this.#clock.now();
    if (kept !== undefined && now - kept.readAt < TRUST_MS) return kept.key;
    const keptNow = this.#kept;
    const key = await this.#gathered.add(hash);
    // What was read before `forget` may have changed since: it is good for this request, and for no other.
    if (keptNow !== this.#kept) return key;
    if (key === undefined) this.#kept.delete(hash);
    else this.#keep(hash, { key, readAt: now });
    return key;
  }

  /** A key was let in: its last use is written down some time. */
  used({ caller }: KnownKey): void {
    if (caller.keyId !== undefined) this.#uses.add(caller.keyId);
  }

  /** What was read is read again: keys or limits have changed in this process. */
  forget(): void {
    this.#kept = new Map();
  }

  async #readAll(take: () => readonly string[]): Promise<readonly (KnownKey | undefined)[]> {
    const now = this.#clock.now();
    return this.#store.read(async (db) => {
      const wanted = take();
      const hashes = wanted.filter((one) => !one.startsWith(CERTIFICATE));
      const fingerprints = wanted
        .filter((one) => one.startsWith(CERTIFICATE))
        .map((one) => one.slice(CERTIFICATE.length));
      const keys = hashes.length === 0 ? new Map<string, KnownKey>() : await findKeys(db, hashes, now);
      const certified =
        fingerprints.length === 0 ? new Map<string, KnownKey>() : await findCertifiedKeys(db, fingerprints, now);
      return wanted.map((one) =>
        one.startsWith(CERTIFICATE) ? certified.get(one.slice(CERTIFICATE.length)) : keys.get(one),
      );
    });
  }

  #keep(hash: string, kept: Kept): void {
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(hash, kept);
  }
}

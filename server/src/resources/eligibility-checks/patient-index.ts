import { createHmac, randomBytes } from 'node:crypto';
import type { Platform } from '../../platform.js';
import { RecentlyUsed } from '../../recently-used.js';
import { AccountQueries } from '../../store/account-queries.js';
import { makeSetting } from '../../store/settings.js';

/** Accounts whose keys are kept in memory. */
const MOST_KEPT = 1_000;

/**
 * Makes of `externalPatientId` what is stored: a MAC under a key of the account, by which checks of a patient are found, and from which
 * nothing is read. The key is a secret in the store, so that it outlives master keys.
 */
export class PatientIndex {
  readonly #services: Pick<Platform, 'store' | 'secrets'>;
  readonly #keys = new RecentlyUsed<string, Promise<string>>(MOST_KEPT);

  constructor(services: Pick<Platform, 'store' | 'secrets'>) {
    this.#services = services;
  }

  async of(accountId: string, externalPatientId: string): Promise<string> {
    const key = this.#keys.get(accountId) ?? this.#load(accountId);
    this.#keys.set(accountId, key);
    try {
      return createHmac('sha256', await key)
        .update(externalPatientId, 'utf8')
        .digest('base64url');
    } catch (error) {
      this.#keys.delete(accountId);
      throw error;
    }
  }

  async #load(accountId: string): Promise<string> {
    const { store, secrets } = this.#services;
    const place = { purpose: 'account', ownerId: accountId, name: 'patient-index' } as const;
    const there = await store.read((db) => secrets.get(new AccountQueries(db, accountId), place));
    if (there !== undefined) return there;
    return store.write(async (tx) => {
      const queries = new AccountQueries(tx, accountId);
      // Of several that come at once one makes the key; the others wait for its commit here.
      if (!(await makeSetting(tx, `patient-index ${accountId}`, ''))) {
        const written = await secrets.get(queries, place);
        if (written !== undefined) return written;
      }
      const key = randomBytes(32).toString('base64');
      await secrets.put(queries, place, key);
      return key;
    });
  }
}

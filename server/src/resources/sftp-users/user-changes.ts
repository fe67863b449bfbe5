import type { AccountQueries } from '../../store/account-queries.js';
import { afterCommit } from '../../store/after-commit.js';

/**
 * Tells this process of users who log in otherwise from now on, or not at all, so that sessions under way end at once. Other processes look
 * for themselves, a moment later.
 */
export class UserChanges {
  readonly #listeners = new Set<(username: string) => void>();

  /** @param listener must not throw. @returns what ends the listening. */
  listen(listener: (username: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Told once what the transaction has written can be read. */
  changed(queries: AccountQueries, username: string): void {
    afterCommit(queries.tx, () => {
      for (const listener of this.#listeners) listener(username);
    });
  }
}

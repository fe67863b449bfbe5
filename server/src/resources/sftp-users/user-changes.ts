import type { AccountQueries } from '../../store/account-queries.js';
import { afterCommit } from '../../store/after-commit.js';

/**
 * Reports users who were changed or removed to the servers of this process, so that their sessions end at once. Other processes look for such users
 * themselves, a moment later.
 */
export class UserChanges {
  readonly #listeners = new Set<(username: string) => void>();

  /** @param listener must not throw. @returns what ends the listening. */
  listen(listener: (username: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Reported after the commit, when what the transaction has written can be read. */
  changed(queries: AccountQueries, username: string): void {
    afterCommit(queries.tx, () => {
      for (const listener of this.#listeners) listener(username);
    });
  }
}

import type { ReceivingUser } from './receiving-user.js';
import { Slots } from './slots.js';
import type { IsTemporary } from './temporary-name.js';
import { UserFiles } from './user-files.js';

/** A user's home while a session lasts. */
export interface HomeVisit {
  readonly files: UserFiles;
  /** May be called more than once. */
  leave(): void;
}

interface Home {
  readonly files: UserFiles;
  visits: number;
}

/**
 * The homes in use: sessions of one user share what is counted, and are counted themselves. Two servers over the same users are
 * given the same one.
 */
export class Homes {
  readonly #open = new Map<string, Home>();
  readonly #sessions = new Slots();
  readonly #options: { readonly isTemporary?: IsTemporary; readonly now?: () => number };

  constructor(options: { readonly isTemporary?: IsTemporary; readonly now?: () => number } = {}) {
    this.#options = options;
  }

  /** `undefined`: the user has as many sessions as they may: their own number, or else `maxSessions`. */
  enter(user: ReceivingUser, maxSessions: number): HomeVisit | undefined {
    const putBack = this.#sessions.take(user.name, user.maxSessions ?? maxSessions);
    if (putBack === undefined) return undefined;
    const home = this.#open.get(user.name) ?? { files: new UserFiles(user, this.#options), visits: 0 };
    home.visits++;
    this.#open.set(user.name, home);
    let here = true;
    return {
      files: home.files,
      leave: () => {
        if (!here) return;
        here = false;
        putBack();
        home.visits--;
        if (home.visits === 0) this.#open.delete(user.name);
      },
    };
  }
}

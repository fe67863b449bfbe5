import { requireForm } from '../../model/check-options.js';
import { idOf } from './presence.js';
import type { ReceivingUser } from './receiving-user.js';
import { Slots } from './slots.js';
import { sweepHome } from './sweep-home.js';
import type { IsTemporary } from './temporary-name.js';
import { UserFiles } from './user-files.js';

/** A user's home while a session lasts. */
export interface HomeVisit {
  readonly files: UserFiles;
  /** May be called more than once. */
  leave(): void;
}

export interface HomesOptions {
  readonly isTemporary?: IsTemporary | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Users of whom it is remembered that their homes were swept. Default 10,000. */
  readonly remember?: number | undefined;
}

const REMEMBERED = 10_000;

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
  readonly #options: HomesOptions;
  /** Users whose homes were swept of what an earlier process left; the oldest go first, and are swept once more when they come back. */
  readonly #swept = new Set<string>();
  readonly #began: number;

  constructor(options: HomesOptions = {}) {
    requireForm('Homes', 'options', options, 'object');
    this.#options = options;
    this.#began = (options.now ?? Date.now)();
  }

  /** `undefined`: the user has as many sessions as they may: their own number, or else `maxSessions`. */
  enter(user: ReceivingUser, maxSessions: number): HomeVisit | undefined {
    const id = idOf(user);
    const putBack = this.#sessions.take(id, user.maxSessions ?? maxSessions);
    if (putBack === undefined) return undefined;
    const home = this.#open.get(id) ?? { files: this.#filesOf(user), visits: 0 };
    home.visits++;
    this.#open.set(id, home);
    let here = true;
    return {
      files: home.files,
      leave: () => {
        if (!here) return;
        here = false;
        putBack();
        home.visits--;
        if (home.visits === 0) this.#open.delete(id);
      },
    };
  }

  #filesOf(user: ReceivingUser): UserFiles {
    const id = idOf(user);
    if (user.files.forgetsStaged === true || this.#swept.has(id)) return new UserFiles(user, this.#options);
    const [oldest] = this.#swept;
    if (oldest !== undefined && this.#swept.size >= (this.#options.remember ?? REMEMBERED)) this.#swept.delete(oldest);
    this.#swept.add(id);
    // What cannot be listed now is swept after the next start.
    const swept = sweepHome(user.files, this.#began).catch(() => 0);
    return new UserFiles(user, { ...this.#options, swept });
  }
}

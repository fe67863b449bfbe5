import type { FindUser, ReceivingUser } from './receiving-user.js';

/** The sessions of a user. */
interface Present {
  readonly user: ReceivingUser;
  /** Ends of those that are open. */
  readonly ends: Set<() => void>;
}

/** Users who are logged in are looked up again and again: who may not log in any more, or is another by now, has their sessions ended. */
export class Presence {
  readonly #users: FindUser;
  readonly #everyMs: number;
  readonly #present = new Map<string, Present>();
  #timer: NodeJS.Timeout | undefined;

  constructor(users: FindUser, everyMs: number) {
    this.#users = users;
    this.#everyMs = everyMs;
  }

  /** @param end called at most once. @returns to be called when the session is over. */
  enter(user: ReceivingUser, end: () => void): () => void {
    const id = idOf(user);
    const present = this.#present.get(id) ?? { user, ends: new Set() };
    this.#present.set(id, present);
    const once = () => {
      if (present.ends.delete(once)) end();
    };
    present.ends.add(once);
    this.#wait();
    return () => {
      present.ends.delete(once);
      if (present.ends.size === 0 && this.#present.get(id) === present) this.#present.delete(id);
    };
  }

  /** Looks a user up now: resolves when the sessions of one who has changed are ended. */
  async recheck(name: string): Promise<void> {
    const named = [...this.#present].filter(([, { user }]) => user.name === name);
    await Promise.all(named.map(([id, present]) => this.#endUnlessSame(id, present)));
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => void this.#look(), this.#everyMs).unref();
  }

  async #look(): Promise<void> {
    for (const [id, present] of [...this.#present]) await this.#endUnlessSame(id, present);
    this.#timer = undefined;
    if (this.#present.size > 0) this.#wait();
  }

  async #endUnlessSame(id: string, { user, ends }: Present): Promise<void> {
    if (await this.#mayStay(id, user)) return;
    for (const end of [...ends]) end();
  }

  /** Nobody is sent away because they cannot be looked up now. */
  async #mayStay(id: string, { name }: ReceivingUser): Promise<boolean> {
    try {
      const found = await this.#users(name);
      return found !== undefined && idOf(found) === id;
    } catch {
      return true;
    }
  }
}

export function idOf({ id, name }: ReceivingUser): string {
  return id ?? name;
}

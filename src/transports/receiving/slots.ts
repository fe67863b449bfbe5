/** Counts what is taken under a key, up to a number: sessions of a user, connections of an address. */
export class Slots {
  readonly #taken = new Map<string, number>();
  #all = 0;

  get all(): number {
    return this.#all;
  }

  taken(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  /** Takes one and gives what puts it back, which may be called more than once; `undefined`: all are taken. */
  take(key: string, max: number): (() => void) | undefined {
    const before = this.taken(key);
    if (before >= max) return undefined;
    this.#taken.set(key, before + 1);
    this.#all++;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#all--;
      const now = (this.#taken.get(key) ?? 1) - 1;
      if (now === 0) this.#taken.delete(key);
      else this.#taken.set(key, now);
    };
  }
}

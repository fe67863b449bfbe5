/** Milliseconds in which the same is said once. */
const ONCE_IN_MS = 60_000;

/** Whether to say that jobs of a kind wait: ten thousand may wait for the same, each of them looking again every minute. */
export class WaitLog {
  /** Milliseconds since 1970, by kind. */
  readonly #saidAt = new Map<string, number>();

  isToSay(kind: string, now: number): boolean {
    const saidAt = this.#saidAt.get(kind);
    // Clocks are set back, too.
    if (saidAt !== undefined && now >= saidAt && now < saidAt + ONCE_IN_MS) return false;
    this.#saidAt.set(kind, now);
    return true;
  }
}

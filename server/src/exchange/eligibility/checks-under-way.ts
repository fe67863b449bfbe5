/** Checks that this process has under way: whether their clients are still there or not, they are taken to their end. */
export class ChecksUnderWay {
  readonly #all = new Set<Promise<unknown>>();

  get count(): number {
    return this.#all.size;
  }

  /** @returns the same check. */
  add<Result>(check: Promise<Result>): Promise<Result> {
    this.#all.add(check);
    const over = (): void => void this.#all.delete(check);
    check.then(over, over);
    return check;
  }

  /** Resolves when none is under way, or patience has ended. @returns how many are left. */
  async ended(patienceMs: number): Promise<number> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMs);
    });
    // Others may begin while the first end: requests that were read before the server stopped taking any.
    const all = (async () => {
      while (this.#all.size > 0) await Promise.allSettled(this.#all);
    })();
    await Promise.race([all, late]);
    clearTimeout(timer);
    return this.#all.size;
  }
}

interface Waiting {
  readonly account: string;
  readonly bytes: number;
  readonly take: () => void;
}

/**
 * Memory for files: who wants some waits in turn until it is there. An account has a part of it at most, so that files which wait for
 * silent partners leave room for those of others; a file larger than that has the part for itself.
 */
export class ByteBudget {
  readonly #share: number;
  #free: number;
  readonly #taken = new Map<string, number>();
  #waiting: Waiting[] = [];

  /** @param size bytes. @param parts an account has one of them. */
  constructor(size: number, parts = 2) {
    this.#share = Math.ceil(size / parts);
    this.#free = size;
  }

  /** @returns what gives the bytes back, once. @throws the signal's reason, if it aborts before they are there. */
  async take(account: string, wanted: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const bytes = Math.min(wanted, this.#share);
    const before = this.#next() !== undefined || this.#waiting.some((one) => one.account === account);
    if (!before && bytes <= this.#free && !this.#isOver({ account, bytes })) this.#give(account, bytes);
    else await this.#wait(account, bytes, signal);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#give(account, -bytes);
      this.#serve();
    };
  }

  /** The first who waits for memory. Those whose account has its share wait for that, with all of theirs that came later. */
  #next(): Waiting | undefined {
    const full = new Set<string>();
    for (const one of this.#waiting) {
      if (full.has(one.account)) continue;
      if (!this.#isOver(one)) return one;
      full.add(one.account);
    }
    return undefined;
  }

  #isOver({ account, bytes }: Pick<Waiting, 'account' | 'bytes'>): boolean {
    return (this.#taken.get(account) ?? 0) + bytes > this.#share;
  }

  #give(account: string, bytes: number): void {
    const taken = (this.#taken.get(account) ?? 0) + bytes;
    if (taken === 0) this.#taken.delete(account);
    else this.#taken.set(account, taken);
    this.#free -= bytes;
  }

  #wait(account: string, bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        account,
        bytes,
        take: () => {
          signal.removeEventListener('abort', leave);
          this.#give(account, bytes);
          resolve();
        },
      };
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(signal.reason);
        // Those behind a large one may fit without it.
        this.#serve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #serve(): void {
    for (let next = this.#next(); next !== undefined && next.bytes <= this.#free; next = this.#next()) {
      this.#waiting = this.#waiting.filter((one) => one !== next);
      next.take();
    }
  }
}

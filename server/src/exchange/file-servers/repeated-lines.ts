/** Milliseconds for which lines of one kind are counted together. */
const PERIOD_MS = 60_000;
/** Lines of a kind that are written in that time; the rest are counted. */
const MOST_LINES = 10;
/** Kinds that are counted at once; what is more is written as it comes. */
const MOST_KINDS = 10_000;

interface Counted {
  lines: number;
  left: number;
  readonly more: (times: number) => void;
  readonly timer: NodeJS.Timeout;
}

/** Keeps a log readable where somebody outside has the same thing happen again and again: some lines, then how many more there were. */
export class RepeatedLines {
  readonly #kinds = new Map<string, Counted>();

  /**
   * @param kind what makes two lines the same: who, and what.
   * @param line writes it.
   * @param more writes how many were left out since the last.
   */
  write(kind: string, line: () => void, more: (times: number) => void): void {
    const counted = this.#kinds.get(kind);
    if (counted !== undefined && counted.lines >= MOST_LINES) {
      counted.left++;
      return;
    }
    line();
    if (counted !== undefined) counted.lines++;
    else if (this.#kinds.size < MOST_KINDS) {
      const timer = setTimeout(() => this.#end(kind), PERIOD_MS).unref();
      this.#kinds.set(kind, { lines: 1, left: 0, more, timer });
    }
  }

  /** Writes what was left out by now. */
  flush(): void {
    for (const kind of [...this.#kinds.keys()]) this.#end(kind);
  }

  #end(kind: string): void {
    const counted = this.#kinds.get(kind);
    this.#kinds.delete(kind);
    clearTimeout(counted?.timer);
    if (counted !== undefined && counted.left > 0) counted.more(counted.left);
  }
}

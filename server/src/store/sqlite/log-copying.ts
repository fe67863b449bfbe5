/** Rows that are written before the log is copied back: so many that those which are written again soon are copied once. */
const ROWS = 1_000;

/**
 * Has the log copied back beside the writer. What is not copied by then the writer copies itself, with a commit that all others wait for: a
 * page of the database for each of thousands of the log, and twice the disk.
 */
export class LogCopying {
  readonly #copy: () => Promise<void>;
  #rows = 0;
  #isCopying = false;

  /** @param copy may fail: the next time is another. */
  constructor(copy: () => Promise<void>) {
    this.#copy = copy;
  }

  /** After a commit. @param rows that it has changed. */
  committed(rows: number): void {
    // A commit without rows that are counted has pages all the same.
    this.#rows += rows + 1;
    if (this.#rows < ROWS || this.#isCopying) return;
    this.#rows = 0;
    this.#isCopying = true;
    void this.#copy()
      .catch(() => undefined)
      .finally(() => {
        this.#isCopying = false;
      });
  }
}

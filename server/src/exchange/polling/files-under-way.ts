/** What became of a file that was offered. `replaced`: another job looks at its connection by now. */
export type TakenAs = 'taken' | 'left' | 'replaced';

/** Files of one look that are being taken at once. */
export class FilesUnderWay {
  readonly #works = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;
  #isReplaced = false;
  /** How many were offered, and how many of them were taken by now. */
  offered = 0;
  taken = 0;

  add(work: Promise<TakenAs>): void {
    this.offered += 1;
    const done: Promise<void> = work
      .then(
        (as) => {
          if (as === 'taken') this.taken += 1;
          if (as === 'replaced') this.#isReplaced = true;
        },
        (error: unknown) => {
          this.#failure ??= { error };
        },
      )
      .finally(() => this.#works.delete(done));
    this.#works.add(done);
  }

  /** Nothing more is to be offered. */
  get isOver(): boolean {
    return this.#isReplaced || this.#failure !== undefined;
  }

  /** Resolves when nothing is under way. */
  async rest(): Promise<void> {
    await Promise.all(this.#works);
  }

  /** Waits for all. @throws what the first of them has failed with. */
  async end(): Promise<'replaced' | undefined> {
    await this.rest();
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#isReplaced ? 'replaced' : undefined;
  }
}

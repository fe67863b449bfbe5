/** Steps of one key are done one after another, in the order in which they are asked for; those of different keys do not wait for each other. */
export class KeyedTurns {
  /** The last step of each key: it never rejects. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** @returns what the step gives, once its turn has come. Rejects with what it throws; the next step is done all the same. */
  run<Result>(key: string, step: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const done = before.then(step);
    const turn = done.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, turn);
    void turn.then(() => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    });
    return done;
  }
}

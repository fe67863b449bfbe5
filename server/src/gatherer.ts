/**
 * When a run begins: at once, in the call that brought the item; when this tick ends and no microtask is left; in the next turn of the
 * event loop, after its input; after some milliseconds.
 */
export type Moment = 'at-once' | 'end-of-tick' | 'next-turn' | { readonly afterMs: number };

/** How items that come one by one go together. */
export interface GatherPolicy {
  /** When the first goes after a quiet time, and with it all that have come by then. Default `at-once`. */
  readonly begin?: Moment | undefined;
  /** When those go that came during a run, once it has ended. Default `at-once`. Has no meaning side by side. */
  readonly next?: Moment | undefined;
  /** Items of one run at most. Default: all that have come. */
  readonly most?: number | undefined;
  /**
   * `one-by-one`: the next run of a key begins when the one before has ended. `side-by-side`: runs wait for none; where more have come
   * than `most`, several begin at the same moment. Default `one-by-one`.
   */
  readonly runs?: 'one-by-one' | 'side-by-side' | undefined;
}

/**
 * Does the work of one run.
 * @param take gives the items of this run, in the order in which they came, the same list each time. One by one they are fixed by the
 *   first call: a run that has to wait first, for a transaction or a connection, calls it after that, and more go with it.
 * @param key that all of them have.
 * @returns an answer for each item, in the same order; a promise where one item is answered later than others, or refused alone.
 *   What it throws refuses all items of the run.
 */
export type GatherRun<Item, Answer> = (
  take: () => readonly Item[],
  key: string,
) => readonly (Answer | Promise<Answer>)[] | Promise<readonly (Answer | Promise<Answer>)[]>;

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer | Promise<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets items that come one by one go together, where many cost little more than one: a commit, a query, a message. Items of one key are
 * run in the order in which they came; keys do not wait for each other, and one of which nothing waits or runs takes no memory.
 * Each item is answered or refused, whatever its run does; those that come while it does go in a later run.
 *
 * On the way of every request: one promise an item, and one more a run.
 */
export class Gatherer<Item, Answer = void> {
  readonly #run: GatherRun<Item, Answer>;
  readonly #policy: { readonly begin: Moment; readonly next: Moment; readonly most: number };
  readonly #oneByOne: boolean;
  /** What waits, by key; one by one, a key is there until its last run has ended. */
  readonly #queues = new Map<string, Waiting<Item, Answer>[]>();
  /** Runs side by side. */
  #running = 0;
  #onIdle: (() => void)[] = [];

  constructor(run: GatherRun<Item, Answer>, policy: GatherPolicy = {}) {
    const { begin = 'at-once', next = 'at-once', most = Number.POSITIVE_INFINITY, runs = 'one-by-one' } = policy;
    this.#run = run;
    this.#policy = { begin, next, most };
    this.#oneByOne = runs === 'one-by-one';
  }

  /** @returns the item's answer. Rejects with what its run throws. */
  add(item: Item, key = ''): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const queue = this.#queues.get(key);
      if (queue === undefined) this.#begin(key, waiting);
      else queue.push(waiting);
    });
  }

  /** Resolves when nothing waits and nothing runs: all is answered that was added, even meanwhile. */
  async idle(): Promise<void> {
    while (this.#queues.size + this.#running > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #begin(key: string, first: Waiting<Item, Answer>): void {
    const queue = [first];
    this.#queues.set(key, queue);
    const go = () => void (this.#oneByOne ? this.#goOneByOne(key, queue) : this.#goSideBySide(key, queue));
    at(this.#policy.begin, go);
  }

  async #goOneByOne(key: string, queue: Waiting<Item, Answer>[]): Promise<void> {
    const { next, most } = this.#policy;
    while (queue.length > 0) {
      let taken: readonly Waiting<Item, Answer>[] | undefined;
      await this.#once(key, () => {
        taken ??= queue.splice(0, most);
        return taken;
      });
      if (next !== 'at-once' && queue.length > 0) await new Promise<void>((resolve) => at(next, resolve));
    }
    this.#queues.delete(key);
    this.#ended();
  }

  #goSideBySide(key: string, queue: Waiting<Item, Answer>[]): void {
    // What comes from now on begins anew.
    this.#queues.delete(key);
    while (queue.length > 0) {
      const taken = queue.splice(0, this.#policy.most);
      this.#running += 1;
      void this.#once(key, () => taken).then(() => {
        this.#running -= 1;
        this.#ended();
      });
    }
  }

  /** Never rejects. */
  async #once(key: string, takeWaiting: () => readonly Waiting<Item, Answer>[]): Promise<void> {
    let items: readonly Item[] | undefined;
    const take = () => {
      items ??= takeWaiting().map(({ item }) => item);
      return items;
    };
    try {
      const answers = await this.#run(take, key);
      const waiting = takeWaiting();
      if (answers.length !== waiting.length) throw new Error('A run has not answered each of its items.');
      for (const [place, { resolve }] of waiting.entries()) {
        // There are as many answers as items.
        resolve(answers[place] as Answer | Promise<Answer>);
      }
    } catch (error) {
      for (const { reject } of takeWaiting()) reject(error);
    }
  }

  #ended(): void {
    if (this.#onIdle.length === 0 || this.#queues.size + this.#running > 0) return;
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of waiting) resolve();
  }
}

function at(moment: Moment, go: () => void): void {
  if (moment === 'at-once') go();
  else if (moment === 'end-of-tick') process.nextTick(go);
  else if (moment === 'next-turn') setImmediate(go);
  else setTimeout(go, moment.afterMs);
}

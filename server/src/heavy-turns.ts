/** Work that may rest wherever it yields. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** All of it at a stretch: where there is little. */
export function allSteps<Result>(work: Steps<Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** The same with a turn of the event loop for others wherever it may rest: where nobody else has as much of it. */
export async function stepsInTurns<Result>(work: Steps<Result>): Promise<Result> {
  let step = work.next();
  for (; step.done !== true; step = work.next()) await paused(0);
  return step.value;
}

/** What others have at most between two pieces of heavy work. */
const MAX_PAUSE_MS = 200;

/** Bytes that are read at a stretch: a few milliseconds of work. */
const PIECE = 64 * 1024;

/** Where work says where it may rest, a turn is no longer than that and one step. */
const TURN_MS = 10;

/**
 * Work that keeps the thread busy for long, one piece after another, with a pause behind each that is half as long as the piece was: what
 * waits meanwhile, as small requests of others do, waits for one piece and not for all of them. Accounts take turns, so that who has much of it
 * keeps others with little waiting for one piece each.
 */
export class HeavyTurns {
  /** By account; whose turn is next stands first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isServing = false;

  /** @returns what the work gives, once its turn has come. Rejects with what it throws. */
  run<Result>(accountId: string, work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const line = this.#waiting.get(accountId) ?? [];
      this.#waiting.set(accountId, line);
      line.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      if (!this.#isServing) void this.#serve();
    });
  }

  /**
   * Work that may rest wherever it yields: as much of it in a turn as takes a moment.
   * @returns what the work comes to. Rejects with what it throws.
   */
  async runSteps<Result>(accountId: string, work: Steps<Result>): Promise<Result> {
    for (;;) {
      const last = await this.run(accountId, () => stepsOfTurn(work));
      if (last.done === true) return last.value;
    }
  }

  /**
   * A file in pieces, each in a turn of its own: where many files are read at once, others wait for one piece of one of them. A file of one piece waits for
   * no turn.
   */
  async *pieces(accountId: string, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += PIECE) {
      if (bytes.length > PIECE) await this.run(accountId, () => undefined);
      yield bytes.subarray(at, at + PIECE);
    }
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    for (let piece = this.#next(); piece !== undefined; piece = this.#next()) {
      const begun = performance.now();
      piece();
      await paused(Math.min(MAX_PAUSE_MS, (performance.now() - begun) / 2));
    }
    this.#isServing = false;
  }

  #next(): (() => void) | undefined {
    for (const [accountId, line] of this.#waiting) {
      const piece = line.shift();
      // Set anew it is last in the map: the others come first.
      this.#waiting.delete(accountId);
      if (line.length > 0) this.#waiting.set(accountId, line);
      return piece;
    }
    return undefined;
  }
}

function stepsOfTurn<Result>(work: Steps<Result>): IteratorResult<undefined, Result> {
  const end = performance.now() + TURN_MS;
  let step = work.next();
  while (step.done !== true && performance.now() < end) step = work.next();
  return step;
}

/** A file in pieces, between which others have their turn; what reads a stream of bytes reads it as it would read the whole. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await paused(0);
    yield bytes.subarray(at, at + PIECE);
  }
}

function paused(ms: number): Promise<void> {
  return new Promise((resolve) => {
    // At least one turn of the event loop, input included.
    setTimeout(() => setImmediate(resolve), ms);
  });
}

/** Bytes of JSON from which on it takes long to read. */
export const HEAVY_BYTES = 256 * 1024;

/** Values and members from which on data take long to check and to write. */
const HEAVY_NODES = 5_000;

/** Whether JSON values have so much in them that to work on them takes long; it looks at no more of them than that. */
export function isHeavy(values: readonly unknown[]): boolean {
  const waiting: unknown[] = [...values];
  let nodes = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value)) {
      if (++nodes > HEAVY_NODES) return true;
      waiting.push(member);
    }
  }
  return false;
}

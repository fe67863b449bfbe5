import type { Clock } from '../clock.js';
import { Gatherer } from '../gatherer.js';
import type { Store } from '../store/store.js';
import { type EndedJob, finishJobs } from './finish-jobs.js';
import { afterError } from './retry-delay.js';

/** Jobs that are finished by one write. */
const MAX_TOGETHER = 100;
/** Rows of one write, but where a single job has more: on an embedded store all others wait for it. */
const MAX_ROWS = 1_000;
/** Milliseconds that the first waits for others; nobody waits for the end of a job but its lane. */
const GATHER = 4;

/** Whose jobs are finished, and who hears of it. */
export interface FinishQueueOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly owner: string;
  /** Called with each job once its end is committed, or could not be. */
  readonly onEnd: (ended: EndedJob) => void;
  /** A commit of a job threw. */
  readonly onError: (ended: EndedJob, error: unknown) => void;
}

/** Gathers jobs that end, and finishes them many at a time. */
export class FinishQueue {
  readonly #options: FinishQueueOptions;
  readonly #ended = new Gatherer<EndedJob>(
    async (take) => {
      for (const portion of portionsOf(take())) await this.#finish(portion);
      return take().map(() => undefined);
    },
    { begin: { afterMs: GATHER }, most: MAX_TOGETHER },
  );

  constructor(options: FinishQueueOptions) {
    this.#options = options;
  }

  add(ended: EndedJob): void {
    void this.#ended.add(ended);
  }

  /** Resolves when all that was added is finished. */
  empty(): Promise<void> {
    return this.#ended.idle();
  }

  async #finish(ended: readonly EndedJob[]): Promise<void> {
    try {
      await this.#write(ended);
    } catch (error) {
      const [only] = ended;
      // One of them broke the write of all: each by itself, and the guilty one is found.
      if (ended.length === 1 && only !== undefined) await this.#afterBroken(only, error);
      else for (const one of ended) await this.#finish([one]);
      return;
    }
    for (const one of ended) this.#options.onEnd(one);
  }

  /** What it wanted to commit cannot be: as if its handler had thrown. If not even that can be written, its lease will end. */
  async #afterBroken({ job }: EndedJob, error: unknown): Promise<void> {
    const ended = { job, outcome: afterError(job, error, this.#options.clock.now()) };
    this.#options.onError(ended, error);
    await this.#write([ended]).catch(() => undefined);
    this.#options.onEnd(ended);
  }

  #write(ended: readonly EndedJob[]): Promise<void> {
    const { store, clock, owner } = this.#options;
    return store.write((tx) => finishJobs(tx, { owner, now: clock.now(), ended }));
  }
}

/** In their order, as many together as have so few rows. */
function portionsOf(ended: readonly EndedJob[]): readonly (readonly EndedJob[])[] {
  const portions: EndedJob[][] = [];
  let rows = Number.POSITIVE_INFINITY;
  for (const one of ended) {
    const own = one.outcome.rows ?? 1;
    if (rows + own > MAX_ROWS) {
      portions.push([]);
      rows = 0;
    }
    portions.at(-1)?.push(one);
    rows += own;
  }
  return portions;
}

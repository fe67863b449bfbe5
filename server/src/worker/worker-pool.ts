import { CustomerCodeError } from './customer-code.js';
import { FairQueue } from './fair-queue.js';
import type { Outcome, Work } from './protocol.js';
import { WorkerEnded, WorkerProcess } from './worker-process.js';

export interface PoolOptions {
  /** At most so many processes; the first starts with the first work, further ones when all are busy. */
  readonly workers: number;
  /** Heap of each. */
  readonly memoryMb: number;
  /** What one account may have waiting: pieces of work, and characters in them. */
  readonly waiting: { readonly items: number; readonly size: number };
  /** Milliseconds that work waits for a worker. */
  readonly patienceMs: number;
}

interface Task {
  readonly owner: string;
  readonly work: Work;
  readonly timeoutMs: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
  /** Ends its wait. */
  patience: NodeJS.Timeout | undefined;
  isRunning?: boolean;
}

/** A further worker that had nothing to do for so long is ended; the first stays. */
const IDLE_MS = 60_000;
/** Work is slow once it takes so long, and longer than this share of its time limit. Most mappings take some milliseconds; guides have more time. */
const SLOW_MS = 1_000;
const SLOW_SHARE = 1 / 7;
/** For so long an owner counts as costly after work that was slow, or had to be killed. */
const COSTLY_MS = 60_000;

/** Hands work to worker processes, owner by owner in turn. A worker that was killed is replaced at once. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #queue: FairQueue<Task>;
  readonly #idle: { readonly worker: WorkerProcess; readonly since: NodeJS.Timeout }[] = [];
  readonly #workers = new Set<WorkerProcess>();
  readonly #running = new Map<string, number>();
  /** Costly owners, and until when they count as such. */
  readonly #costly = new Map<string, number>();
  /** Pieces of slow work under way. */
  #slow = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options.waiting);
  }

  /** @throws CustomerCodeError `busy` where too much of the owner waits, or for too long; `timeout`, `too-large`. */
  run(owner: string, work: Work, limits: { readonly timeoutMs: number; readonly size: number }): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const task: Task = { owner, work, timeoutMs: limits.timeoutMs, resolve, reject, patience: undefined };
      if (this.#closed) return reject(stopping());
      if (!this.#queue.add(owner, task, limits.size)) return reject(tooMany());
      this.#pump();
      if (task.isRunning) return;
      // Whoever asked would rather know soon that it has to ask again than find out by a time-out of its own.
      task.patience = setTimeout(() => {
        if (this.#queue.remove(owner, task)) reject(tooMany());
      }, this.#options.patienceMs);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#queue.drain()) {
      clearTimeout(task.patience);
      task.reject(stopping());
    }
    for (const { since } of this.#idle.splice(0)) clearTimeout(since);
    await Promise.all([...this.#workers].map((worker) => worker.close()));
  }

  #pump(): void {
    while (!this.#closed && (this.#idle.length > 0 || this.#workers.size < this.#most())) {
      const task = this.#queue.take((owner) => this.#mayRun(owner));
      if (task === undefined) return;
      clearTimeout(task.patience);
      task.isRunning = true;
      this.#count(task.owner, 1);
      void this.#runTask(task, this.#takeWorker());
    }
  }

  /** Each piece of slow work has one more worker started beside it, up to twice as many, so that it does not keep others waiting. */
  #most(): number {
    return this.#options.workers + Math.min(this.#slow, this.#options.workers);
  }

  /** One owner never has all workers, and all costly owners together do not either: one is left to the others. */
  #mayRun(owner: string): boolean {
    if ((this.#running.get(owner) ?? 0) >= this.#share()) return false;
    if (!this.#isCostly(owner)) return true;
    let running = 0;
    for (const [other, count] of this.#running) if (this.#isCostly(other)) running += count;
    return running < this.#share();
  }

  #isCostly(owner: string): boolean {
    const until = this.#costly.get(owner);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#costly.delete(owner);
    return false;
  }

  /** One worker is left to the others where there are several. */
  #share(): number {
    return Math.max(1, this.#options.workers - 1);
  }

  #takeWorker(): WorkerProcess {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.since);
      if (!idle.worker.ended) return idle.worker;
      this.#workers.delete(idle.worker);
    }
    return this.#startWorker();
  }

  #startWorker(): WorkerProcess {
    const worker = new WorkerProcess(this.#options.memoryMb);
    this.#workers.add(worker);
    return worker;
  }

  async #runTask(task: Task, worker: WorkerProcess): Promise<void> {
    let isKilled = false;
    let unwatch = (): void => undefined;
    const onBegun = (): void => {
      unwatch = this.#watchPace(task);
    };
    try {
      task.resolve(await worker.run(task.work, task.timeoutMs, onBegun));
    } catch (error) {
      task.reject(this.#closed ? stopping() : endedError(error));
      if (error instanceof WorkerEnded && error.how !== 'not-started') {
        this.#costly.set(task.owner, performance.now() + COSTLY_MS);
        isKilled = true;
      }
    } finally {
      unwatch();
      this.#count(task.owner, -1);
      this.#putBack(worker);
      // The next owner does not wait for the start of a worker that this one has used up.
      if (isKilled && !this.#closed && this.#workers.size < this.#options.workers) this.#putBack(this.#startWorker());
      this.#pump();
    }
  }

  /** Counts this work as slow, and its owner as costly, once it takes long. @returns what ends the watch when the work is over. */
  #watchPace({ owner, timeoutMs }: Task): () => void {
    let isSlow = false;
    const timer = setTimeout(
      () => {
        isSlow = true;
        this.#slow += 1;
        this.#costly.set(owner, performance.now() + COSTLY_MS);
        this.#pump();
      },
      Math.max(SLOW_MS, timeoutMs * SLOW_SHARE),
    );
    return () => {
      clearTimeout(timer);
      if (isSlow) this.#slow -= 1;
    };
  }

  #putBack(worker: WorkerProcess): void {
    if (worker.ended || this.#closed) {
      // While the pool closes it waits for each worker's end.
      if (!this.#closed) this.#workers.delete(worker);
      return;
    }
    const since = setTimeout(() => {
      const at = this.#idle.findIndex((idle) => idle.worker === worker);
      if (at < 0 || this.#workers.size === 1) return;
      this.#idle.splice(at, 1);
      this.#workers.delete(worker);
      worker.kill();
    }, IDLE_MS);
    since.unref();
    this.#idle.push({ worker, since });
  }

  #count(owner: string, change: number): void {
    const count = (this.#running.get(owner) ?? 0) + change;
    if (count === 0) this.#running.delete(owner);
    else this.#running.set(owner, count);
  }
}

function tooMany(): CustomerCodeError {
  return new CustomerCodeError(
    'busy',
    'Expressions of this account wait for others of it that take long. Send fewer at a time, and try again in a moment.',
  );
}

function stopping(): CustomerCodeError {
  return new CustomerCodeError('busy', 'The server is stopping. Try again in a moment.');
}

function endedError(error: unknown): unknown {
  if (!(error instanceof WorkerEnded) || error.how === 'not-started') return error;
  if (error.how === 'broken') return new CustomerCodeError('failed', 'It failed while it ran.');
  return error.how === 'timeout'
    ? new CustomerCodeError('timeout', 'It took too long and was stopped. Make it simpler.')
    : new CustomerCodeError('too-large', 'It needed more memory than it may have. Make it build less at once.');
}

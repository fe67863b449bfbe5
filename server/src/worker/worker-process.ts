import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Asked, isAnswerTo, type Outcome, READY, type Work } from './protocol.js';
import { standBack, startWorker } from './start-worker.js';
import { watchMemory } from './watch-memory.js';

/** How a worker ended that was given work: `died` before it had an answer; `broken`: it said what no worker says. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
  readonly how: 'timeout' | 'died' | 'broken' | 'not-started';

  constructor(how: WorkerEnded['how']) {
    super(`A worker for customer code ended: ${how}.`);
    this.how = how;
  }
}

const START_MS = 30_000;

/**
 * A process that runs one piece of work at a time. It is a process, not a thread: a thread that asks for one long string over its
 * limit of memory takes the whole server with it (`$length($pad("x", 500000000))` does).
 */
export class WorkerProcess {
  readonly #memoryMb: number;
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  readonly #ended: Promise<unknown>;
  /** Of the work at hand. */
  #word = '';
  #settle: ((outcome: Outcome | WorkerEnded) => void) | undefined;
  ended = false;

  constructor(memoryMb: number) {
    this.#memoryMb = memoryMb;
    this.#child = startWorker(memoryMb);
    this.#ended = once(this.#child, 'exit').catch(() => undefined);
    this.#ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => this.#child.kill('SIGKILL'), START_MS);
      let isReady = false;
      this.#child.on('message', (message: unknown) => {
        const settle = this.#settle;
        if (isReady && settle !== undefined && isAnswerTo(this.#word, message)) return settle(message.outcome);
        // Nothing was asked, or this is no answer to it: it does not come from our program.
        if (isReady || message !== READY) return this.#breakOff(settle);
        isReady = true;
        standBack(this.#child.pid);
        clearTimeout(late);
        resolve();
      });
      const end = (): void => {
        this.ended = true;
        clearTimeout(late);
        reject(new WorkerEnded('not-started'));
        this.#settle?.(new WorkerEnded('died'));
      };
      this.#child.on('exit', end);
      this.#child.on('error', end);
    });
    this.#ready.catch(() => undefined);
    this.#keepAlive(false);
  }

  /**
   * The time runs from when the worker is ready; one that takes longer is killed.
   * @param onBegun called when it begins.
   * @throws WorkerEnded.
   */
  async run(work: Work, timeoutMs: number, onBegun: () => void): Promise<Outcome> {
    this.#keepAlive(true);
    let timer: NodeJS.Timeout | undefined;
    const unwatch = watchMemory(this.#child.pid, this.#memoryMb, () => this.kill());
    try {
      await this.#ready;
      onBegun();
      const outcome = await new Promise<Outcome | WorkerEnded>((resolve) => {
        this.#word = randomUUID();
        this.#settle = (outcome) => {
          // Work has one answer: what comes after it is none.
          this.#settle = undefined;
          resolve(outcome);
        };
        if (this.ended) resolve(new WorkerEnded('died'));
        timer = setTimeout(() => {
          resolve(new WorkerEnded('timeout'));
          this.kill();
        }, timeoutMs);
        // An error of sending is followed by the exit.
        this.#child.send({ word: this.#word, work } satisfies Asked, () => undefined);
      });
      if (outcome instanceof WorkerEnded) throw outcome;
      return outcome;
    } finally {
      clearTimeout(timer);
      unwatch();
      this.#settle = undefined;
      this.#keepAlive(false);
    }
  }

  #breakOff(settle: ((outcome: WorkerEnded) => void) | undefined): void {
    settle?.(new WorkerEnded('broken'));
    this.kill();
  }

  kill(): void {
    this.ended = true;
    this.#child.kill('SIGKILL');
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.kill();
    // Idle it does not keep the process running, which would end here with nothing else to wait for.
    this.#child.ref();
    await this.#ended;
  }

  /** An idle worker does not keep the server's process running. */
  #keepAlive(busy: boolean): void {
    if (busy) this.#child.ref();
    else this.#child.unref();
    if (busy) this.#child.channel?.ref();
    else this.#child.channel?.unref();
  }
}

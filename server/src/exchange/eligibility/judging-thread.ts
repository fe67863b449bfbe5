import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { EligibilityResponse } from 'ediloom/eligibility';
import type { AskedQuestion, GivenAnswer, JudgedAnswer } from './judge-answer.js';

/** An answer to be judged. */
export interface JudgingTask {
  readonly question: AskedQuestion;
  readonly given: GivenAnswer;
}

/** What the thread says: that it is ready for the first task, and what came of each. */
export type JudgingMessage =
  | 'ready'
  /** JSON of the response. */
  | { readonly response: Uint8Array }
  | Extract<JudgedAnswer, { failure: string }>;

/** What the thread is started with. */
export interface JudgingStart {
  /** Bytes of JSON that a response may have. */
  readonly mostBytes: number;
}

export interface JudgingLimits extends JudgingStart {
  /** Milliseconds for one answer, once the thread is ready. */
  readonly mostMs: number;
  /** Of its heap. */
  readonly memoryMb: number;
}

/** Enough for answers of a megabyte. */
const LIMITS: JudgingLimits = { mostBytes: 8 * 1024 * 1024, mostMs: 5_000, memoryMb: 512 };
/** Milliseconds to begin: guides are compiled. */
const BEGIN_MS = 60_000;
/** A thread that had nothing to do for so long is ended. */
const IDLE_MS = 60_000;
const TOO_LARGE = { failure: 'too-large' } as const;

/** Who waits for the next message of a thread. */
interface Waiting {
  readonly worker: Worker;
  resolve(message: JudgingMessage | undefined): void;
  reject(error: Error): void;
}

/**
 * Judges long answers beside the thread that answers requests, one at a time. What takes too long or too much memory is too large, and the
 * thread ends with it.
 */
export class JudgingThread {
  readonly #limits: JudgingLimits;
  #worker: Worker | undefined;
  #waiting: Waiting | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: Partial<JudgingLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Not before the one before has ended. Rejects with what is wrong with the program. */
  async judge(task: JudgingTask): Promise<JudgedAnswer> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? (await this.#started());
    worker.ref();
    const message = await this.#told(worker, this.#limits.mostMs, task);
    this.#rest();
    if (message === undefined || message === 'ready') return TOO_LARGE;
    if ('failure' in message) return message;
    const response = JSON.parse(Buffer.from(message.response).toString('utf8')) as EligibilityResponse;
    return { response, x12: response.x12 };
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  /** Neither a thread that rests nor its timer keeps the process running. */
  #rest(): void {
    this.#worker?.unref();
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }

  async #started(): Promise<Worker> {
    const { memoryMb, mostBytes } = this.#limits;
    const worker = startThread({ mostBytes }, memoryMb);
    this.#worker = worker;
    worker.on('message', (message: JudgingMessage) => this.#waiting?.resolve(message));
    worker.on('error', (error) => this.#ended(worker, error));
    worker.on('exit', () => this.#ended(worker, new Error('The thread that judges answers ended.')));
    if ((await this.#told(worker, BEGIN_MS)) === undefined) {
      throw new Error('The thread that judges answers has not begun.');
    }
    return worker;
  }

  /** The next message; `undefined` where its time or its memory came to an end, and the thread with it. */
  #told(worker: Worker, mostMs: number, task?: JudgingTask): Promise<JudgingMessage | undefined> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = undefined;
        this.#end();
        resolve(undefined);
      }, mostMs);
      const over = (then: () => void): void => {
        clearTimeout(timer);
        this.#waiting = undefined;
        then();
      };
      this.#waiting = {
        worker,
        resolve: (message) => over(() => resolve(message)),
        reject: (error) => over(() => reject(error)),
      };
      if (task !== undefined) worker.postMessage(task);
    });
  }

  #ended(worker: Worker, error: Error): void {
    if (this.#worker === worker) this.#worker = undefined;
    if (this.#waiting?.worker !== worker) return;
    if (isTooMuch(error)) this.#waiting.resolve(undefined);
    else this.#waiting.reject(error);
  }
}

/** Its heap is full, or a text would be longer than any can be. */
function isTooMuch(error: unknown): boolean {
  return (
    error instanceof RangeError ||
    (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
  );
}

/** Beside this module; run from the sources it is the source, which tsx reads. */
function startThread(workerData: JudgingStart, maxOldGenerationSizeMb: number): Worker {
  const here = import.meta.url;
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb } };
  const ending = extname(fileURLToPath(here));
  if (ending !== '.ts') return new Worker(new URL(`./judging-program${ending}`, here), options);
  const loader = pathToFileURL(createRequire(here).resolve('tsx/esm/api').replace(/cjs$/, 'mjs')).href;
  const source = new URL('./judging-program.ts', here).href;
  // In a thread tsx has to be asked to begin.
  const begin = `import('${loader}').then((tsx) => { tsx.register(); return import('${source}'); })`;
  return new Worker(begin, { ...options, eval: true });
}

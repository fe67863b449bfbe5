import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { EligibilityResponse } from 'ediloom/eligibility';
import type { AskedQuestion, GivenAnswer, JudgedAnswer } from './judge-answer.js';

/** An answer to be judged. */
export interface JudgingTask {
  readonly question: AskedQuestion;
  readonly given: GivenAnswer;
}

/** What the process says: that it is ready for the first task, and what came of each. */
export type JudgingMessage =
  | 'ready'
  /** JSON of the response. */
  | { readonly response: Uint8Array }
  | Extract<JudgedAnswer, { failure: string }>
  /** What is wrong with the program. */
  | { readonly broken: Error };

export interface JudgingLimits {
  /** Bytes of JSON that a response may have. */
  readonly mostBytes: number;
  /** Milliseconds for one answer, once the process is ready. */
  readonly mostMs: number;
  /** Of its heap. */
  readonly memoryMb: number;
}

/** Enough for answers of a megabyte. */
const LIMITS: JudgingLimits = { mostBytes: 8 * 1024 * 1024, mostMs: 5_000, memoryMb: 512 };
/** Milliseconds to begin: guides are compiled. */
const BEGIN_MS = 60_000;
/** A process that had nothing to do for so long is ended. */
const IDLE_MS = 60_000;
const TOO_LARGE = { failure: 'too-large' } as const;

/** Who waits for the next message of a process. */
interface Waiting {
  readonly child: ChildProcess;
  resolve(message: JudgingMessage | undefined): void;
  reject(error: Error): void;
}

/**
 * Judges long answers beside the process that answers requests, one at a time. What takes too long or too much memory is too large, and the
 * process ends with it. It is a process, not a thread: on Node 24 a thread whose heap is full may take the whole server with it.
 */
export class JudgingProcess {
  readonly #limits: JudgingLimits;
  #child: ChildProcess | undefined;
  #waiting: Waiting | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: Partial<JudgingLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Not before the one before has ended. Rejects with what is wrong with the program. */
  async judge(task: JudgingTask): Promise<JudgedAnswer> {
    clearTimeout(this.#idle);
    const child = this.#child ?? (await this.#started());
    child.ref();
    child.channel?.ref();
    const message = await this.#told(child, this.#limits.mostMs, task);
    this.#rest();
    if (message === undefined || message === 'ready') return TOO_LARGE;
    if ('broken' in message) throw message.broken;
    if ('failure' in message) return message;
    const response = JSON.parse(Buffer.from(message.response).toString('utf8')) as EligibilityResponse;
    return { response, x12: response.x12 };
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    if (child === undefined) return;
    child.ref();
    const ended = once(child, 'exit');
    this.#end();
    await ended;
  }

  /** Neither a process that rests nor its timer keeps the server running. */
  #rest(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }

  async #started(): Promise<ChildProcess> {
    const child = startChild(this.#limits);
    this.#child = child;
    child.on('message', (message: JudgingMessage) => this.#waiting?.child === child && this.#waiting.resolve(message));
    child.on('error', (error) => this.#ended(child, error));
    // By a signal: its heap was full. A program that fails says so, or ends with 1.
    child.on('exit', (code) =>
      this.#ended(child, code === 1 ? new Error('The process that judges answers ended.') : undefined),
    );
    if ((await this.#told(child, BEGIN_MS)) === undefined) {
      throw new Error('The process that judges answers has not begun.');
    }
    return child;
  }

  /** The next message; `undefined` where its time or its memory came to an end, and the process with it. */
  #told(child: ChildProcess, mostMs: number, task?: JudgingTask): Promise<JudgingMessage | undefined> {
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
        child,
        resolve: (message) => over(() => resolve(message)),
        reject: (error) => over(() => reject(error)),
      };
      // An error of sending is followed by the exit.
      if (task !== undefined) child.send(task, () => undefined);
    });
  }

  /** @param error absent: its memory came to an end. */
  #ended(child: ChildProcess, error: Error | undefined): void {
    if (this.#child === child) this.#child = undefined;
    if (this.#waiting?.child !== child) return;
    if (error === undefined) this.#waiting.resolve(undefined);
    else this.#waiting.reject(error);
  }
}

/** With nothing of the server's environment. Beside this module; run from the sources it is the source, which tsx reads. */
function startChild({ memoryMb, mostBytes }: JudgingLimits): ChildProcess {
  const here = import.meta.url;
  const ending = extname(fileURLToPath(here));
  const isSource = ending === '.ts';
  const loader = isSource ? ['--import', pathToFileURL(createRequire(here).resolve('tsx/esm')).href] : [];
  return fork(fileURLToPath(new URL(`./judging-program${ending}`, here)), [String(mostBytes)], {
    env: isSource ? { TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../../tsconfig.json', here)) } : {},
    execArgv: [...loader, `--max-old-space-size=${memoryMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

import { hasMoreSegments } from './count-segments.js';
import type { JudgedAnswer } from './judge-answer.js';
import { type JudgingLimits, JudgingProcess, type JudgingTask } from './judging-process.js';
import { Turns } from './turns.js';

/** What is read in a moment: most answers have a third of it. */
const SHORT_BYTES = 32 * 1024;
const SHORT_SEGMENTS = 500;
/** Milliseconds after which an answer that waits behind others of its account is given up: its client is about to leave. */
const PATIENCE_MS = 30_000;
const NEVER_MS = 2 ** 31 - 1;

/** Judges what payers send that is long, in a process of its own, where accounts take turns. */
export class LongAnswers {
  readonly #turns = new Turns(1, { patienceMs: NEVER_MS });
  readonly #process: JudgingProcess;

  constructor(limits: Partial<JudgingLimits> = {}) {
    this.#process = new JudgingProcess(limits);
  }

  /** Whether an answer is judged aside: who waits for {@link judge} takes no place from others meanwhile. */
  isLong(bytes: Uint8Array): boolean {
    return bytes.length > SHORT_BYTES || hasMoreSegments(bytes, SHORT_SEGMENTS);
  }

  /** Not shorter than {@link isLong}. */
  async judge(accountId: string, task: JudgingTask): Promise<JudgedAnswer> {
    const until = performance.now() + PATIENCE_MS;
    return this.#turns.run(accountId, async () =>
      performance.now() > until ? { failure: 'too-large' } : this.#process.judge(task),
    );
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

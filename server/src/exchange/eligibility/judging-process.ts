import type { EligibilityResponse } from 'ediloom/eligibility';
import { type ProgramLimits, ProgramProcess } from '../../worker/program-process.js';
import type { AskedQuestion, GivenAnswer, JudgedAnswer } from './judge-answer.js';

/** An answer to be judged. */
export interface JudgingTask {
  readonly question: AskedQuestion;
  readonly given: GivenAnswer;
}

/** What came of it. */
export type JudgingMessage =
  /** JSON of the response. */
  { readonly response: Uint8Array } | Extract<JudgedAnswer, { failure: string }>;

export interface JudgingLimits extends ProgramLimits {
  /** Bytes of JSON that a response may have. */
  readonly mostBytes: number;
}

/** Enough for answers of a megabyte. */
const LIMITS: JudgingLimits = { mostBytes: 8 * 1024 * 1024, mostMs: 5_000, memoryMb: 512 };

/** Judges long answers beside the process that answers requests, one at a time. What takes too long or too much memory is too large. */
export class JudgingProcess {
  readonly #process: ProgramProcess<JudgingTask, JudgingMessage>;

  constructor(given: Partial<JudgingLimits> = {}) {
    const limits = { ...LIMITS, ...given };
    const program = { beside: import.meta.url, name: 'judging-program', arguments: [String(limits.mostBytes)] };
    this.#process = new ProgramProcess(program, limits);
  }

  /** Not before the one before has ended. Rejects with what is wrong with the program. */
  async judge(task: JudgingTask): Promise<JudgedAnswer> {
    const message = await this.#process.run(task);
    if (message === undefined) return { failure: 'too-large' };
    if ('failure' in message) return message;
    const response = JSON.parse(Buffer.from(message.response).toString('utf8')) as EligibilityResponse;
    return { response, x12: response.x12 };
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

import { invalid, Problem } from '../../problems.js';
import { type ProgramLimits, ProgramProcess } from '../../worker/program-process.js';
import { Turns } from '../eligibility/turns.js';
import type { CheckFacts } from './contents/printed-check.js';

/** A check to be printed. */
export interface PdfTask {
  readonly check: CheckFacts;
  /** JSON, as it is stored: it is read in the process that draws it. */
  readonly response: string;
}

export interface PdfMessage {
  readonly pdf: Uint8Array;
}

/** Enough for some thousand benefits. */
const LIMITS: ProgramLimits = { mostMs: 10_000, memoryMb: 512 };
/** That wait or are made: of all accounts, and of one of them. */
const MOST_WAITING = { all: 1_024, account: 128 } as const;
const NEVER_MS = 2 ** 31 - 1;

/** Makes PDF files of checks beside the process that answers requests, one at a time; accounts take turns. */
export class CheckPdfs {
  readonly #turns = new Turns(1, { patienceMs: NEVER_MS });
  readonly #process: ProgramProcess<PdfTask, PdfMessage>;
  /** By account. */
  readonly #waiting = new Map<string, number>();

  constructor(limits: Partial<ProgramLimits> = {}) {
    const program = { beside: import.meta.url, name: 'pdf-program' };
    this.#process = new ProgramProcess(program, { ...LIMITS, ...limits });
  }

  /**
   * Says that many wait already, before anything is read for one more: who asks for very many would have that done for each.
   * @throws Problem `too-many`.
   */
  demandRoom(accountId: string): void {
    const own = this.#waiting.get(accountId) ?? 0;
    const all = [...this.#waiting.values()].reduce((sum, count) => sum + count, 0);
    if (own < MOST_WAITING.account && all < MOST_WAITING.all) return;
    throw new Problem('too-many', 'Many documents are being made. Ask for this one again later.');
  }

  /**
   * @param prepare reads what is printed, once its turn has come.
   * @throws Problem `too-many` where many wait already; `invalid` for an answer that is too long to be printed.
   */
  async print(accountId: string, prepare: () => Promise<PdfTask>): Promise<Uint8Array> {
    this.demandRoom(accountId);
    this.#count(accountId, 1);
    try {
      const message = await this.#turns.run(accountId, async () => this.#process.run(await prepare()));
      if (message !== undefined) return message.pdf;
    } finally {
      this.#count(accountId, -1);
    }
    throw invalid('The answer is too long to be printed: read it by GetEligibilityCheck.', {
      code: 'PDF_RENDER_LIMIT_EXCEEDED',
    });
  }

  #count(accountId: string, change: 1 | -1): void {
    const count = (this.#waiting.get(accountId) ?? 0) + change;
    if (count === 0) this.#waiting.delete(accountId);
    else this.#waiting.set(accountId, count);
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

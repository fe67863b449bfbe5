import { filesOfInterchanges } from '../../resources/claims/answered.js';
import type { Answering } from './answering.js';
import { NOTHING } from './outcome.js';
import { interchangeNumberIn, type ReceivedTa1, tieTa1 } from './tie-ta1.js';
import type { OutcomeWriter } from './write-outcomes.js';

/** TA1s whose files are looked up together. */
export const TA1S_AT_ONCE = 100;
/** TA1s that are remembered, of one answer: more than anybody has files. Of those beyond equal ones are looked up again. */
const MOST_TOLD = 100_000;

/**
 * TA1s of an answer, of which one may have a million: their files are looked up some at a time, in turns with the work of others, and of equal ones, which
 * say nothing new, those of the first. They wait here: call `flush` before what stands behind them is applied.
 */
export class Ta1s {
  readonly #answering: Answering;
  readonly #writer: OutcomeWriter;
  readonly #told = new Set<string>();
  #waiting: { readonly ta1: ReceivedTa1; readonly isNew: boolean }[] = [];

  constructor(answering: Answering, writer: OutcomeWriter) {
    this.#answering = answering;
    this.#writer = writer;
  }

  async add(ta1: ReceivedTa1): Promise<void> {
    this.#waiting.push({ ta1, isNew: ta1.received.result.verdict === 'R' && this.#tell(ta1) });
    if (this.#waiting.length >= TA1S_AT_ONCE) await this.flush();
  }

  /** Ties those that wait. Each has an outcome, also where it says nothing: by their count an answer goes on where it was cut off. */
  async flush(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const { services, answer, speaker, signal } = this.#answering;
    signal.throwIfAborted();
    // On SQLite nothing below waits for anything.
    await services.heavyTurns.run(answer.account_id, () => undefined);
    const numbers = waiting.flatMap(({ ta1, isNew }) => (isNew ? (interchangeNumberIn(ta1) ?? []) : []));
    const files = await services.store.read((db) => filesOfInterchanges(db, speaker, [...new Set(numbers)]));
    for (const { ta1, isNew } of waiting) {
      const numbered = files.get(interchangeNumberIn(ta1) ?? '') ?? [];
      await this.#writer.add(isNew ? await tieTa1(this.#answering, ta1, numbered) : NOTHING);
    }
  }

  /** @returns whether it was not said before. */
  #tell({ received: { result } }: ReceivedTa1): boolean {
    const { controlNumber, date, time, code } = result;
    const key = JSON.stringify([controlNumber, date, time, code]);
    if (this.#told.has(key)) return false;
    if (this.#told.size < MOST_TOLD) this.#told.add(key);
    return true;
  }
}

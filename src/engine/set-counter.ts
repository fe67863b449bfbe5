import type {
  EnvelopeHandler,
  GroupEnd,
  InterchangeEnd,
  TransactionEnd,
  TransactionStart,
} from '../envelope/envelope-handler.js';
import type { Finding } from '../model/finding.js';
import type { Guide } from '../model/guide.js';
import type { TokenBatch } from '../syntax/batch.js';
import type { GuideChooser } from './choose-guide.js';
import type { ValidateOptions, ValidationCounts } from './engine-options.js';
import type { FindingListener } from './finding-listener.js';
import { FindingsLog } from './findings-log.js';
import type { ReadSettings } from './read-settings.js';
import { SetReader } from './set-reader.js';

/** Checks everything and keeps nothing but counts and findings. */
export class SetCounter implements EnvelopeHandler {
  readonly #sets: SetReader;
  readonly #chooser: GuideChooser;
  readonly #log: FindingsLog;
  #listener: FindingListener | undefined;
  #errors = 0;
  #interchanges = 0;
  #groups = 0;
  #transactions = 0;
  #segments = 0;

  constructor(chooser: GuideChooser, settings: ReadSettings) {
    this.#chooser = chooser;
    this.#log = new FindingsLog(settings.findings);
    this.#sets = new SetReader(chooser, { ...settings, decode: false, onFinding: (found) => this.finding(found) });
  }

  /** Begins an input. */
  begin({ guide, onFinding }: Pick<ValidateOptions, 'guide' | 'onFinding'>): void {
    this.#listener = onFinding;
    this.#sets.ask({ guide });
  }

  finding(found: Finding): void {
    if (this.#listener !== undefined) this.#listener(found, this.#guideOf(found));
    if (found.severity === 'error') this.#errors++;
    this.#log.add(found);
  }

  // What is found before a set has begun, or behind the last, is of none.
  #guideOf({ at }: Finding): Guide | undefined {
    const { interchange, group, transaction } = this.#sets.start ?? {};
    const isOfSet = at.transaction === transaction && at.group === group && at.interchange === interchange;
    return isOfSet ? this.#chooser.byId(this.#sets.guide).plan?.guide : undefined;
  }

  interchangeStart(): void {}

  groupStart(): void {}

  transactionStart(start: TransactionStart): void {
    this.#sets.begin(start);
  }

  segments(batch: TokenBatch, from: number, to: number, firstOrdinal: number): void {
    this.#sets.segments(batch, from, to, firstOrdinal);
  }

  transactionEnd({ segments }: TransactionEnd): void {
    this.#sets.end();
    this.#transactions++;
    this.#segments += segments;
  }

  groupEnd(_end: GroupEnd): void {
    this.#groups++;
  }

  interchangeEnd(_end: InterchangeEnd): void {
    this.#interchanges++;
  }

  loose(): void {}

  result(): ValidationCounts & { valid: boolean; findings: readonly Finding[]; findingsTotal: number } {
    return {
      valid: this.#errors === 0,
      findings: this.#log.input,
      findingsTotal: this.#log.total,
      interchanges: this.#interchanges,
      groups: this.#groups,
      transactions: this.#transactions,
      segments: this.#segments,
    };
  }

  /** Lets go of all that was read, and counts from nothing. */
  forget(): void {
    this.#sets.forget();
    this.#log.reset();
    this.#listener = undefined;
    this.#errors = 0;
    this.#interchanges = 0;
    this.#groups = 0;
    this.#transactions = 0;
    this.#segments = 0;
  }
}

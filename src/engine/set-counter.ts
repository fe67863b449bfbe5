import type {
  EnvelopeHandler,
  GroupEnd,
  InterchangeEnd,
  TransactionEnd,
  TransactionStart,
} from '../envelope/envelope-handler.js';
import { type Finding, finding } from '../model/finding.js';
import type { Guide } from '../model/guide.js';
import type { TokenBatch } from '../syntax/batch.js';
import type { GuideChooser } from './choose-guide.js';
import type { FindingListener } from './finding-listener.js';
import type { PerSet } from './per-set.js';
import type { ReadCharacterSet } from './read-characters.js';
import { SetReader } from './set-reader.js';

export interface ValidationCounts {
  readonly interchanges: number;
  readonly groups: number;
  readonly transactions: number;
  /** Segments of all sets, ST and SE included. */
  readonly segments: number;
}

export interface SetCounterOptions {
  readonly depth: number;
  /** Findings kept. */
  readonly findings: number;
  readonly badValues: boolean;
  readonly guide?: PerSet | undefined;
  readonly characterSet?: ReadCharacterSet | undefined;
  readonly onFinding?: FindingListener | undefined;
}

/** Checks everything and keeps nothing but counts and findings. */
export class SetCounter implements EnvelopeHandler {
  readonly #sets: SetReader;
  readonly #chooser: GuideChooser;
  readonly #limit: number;
  readonly #listener: FindingListener | undefined;
  readonly #findings: Finding[] = [];
  #set: TransactionStart | undefined;
  #total = 0;
  #errors = 0;
  #interchanges = 0;
  #groups = 0;
  #transactions = 0;
  #segments = 0;

  constructor(chooser: GuideChooser, { findings, onFinding, ...options }: SetCounterOptions) {
    this.#listener = onFinding;
    this.#chooser = chooser;
    this.#limit = findings;
    this.#sets = new SetReader(chooser, {
      ...options,
      decode: false,
      onFinding: (found) => this.finding(found),
    });
  }

  finding(found: Finding): void {
    this.#total++;
    if (this.#listener !== undefined) this.#listener(found, this.#guideOf(found));
    if (found.severity === 'error') this.#errors++;
    if (this.#total <= this.#limit) this.#findings.push(found);
    else if (this.#total === this.#limit + 1) this.#findings.push(finding('findings-limit', found.at));
  }

  // What is found before a set has begun, or behind the last, is of none.
  #guideOf({ at }: Finding): Guide | undefined {
    const { interchange, group, transaction } = this.#set ?? {};
    const isOfSet = at.transaction === transaction && at.group === group && at.interchange === interchange;
    return isOfSet ? this.#chooser.byId(this.#sets.guide).plan?.guide : undefined;
  }

  interchangeStart(): void {}

  groupStart(): void {}

  transactionStart(start: TransactionStart): void {
    this.#set = start;
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
      findings: this.#findings,
      findingsTotal: this.#total,
      interchanges: this.#interchanges,
      groups: this.#groups,
      transactions: this.#transactions,
      segments: this.#segments,
    };
  }
}

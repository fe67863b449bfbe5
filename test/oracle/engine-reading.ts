import type { EnvelopeHandler } from '../../src/envelope/envelope-handler.js';
import { EnvelopeReader } from '../../src/envelope/envelope-reader.js';
import { compileGuide } from '../../src/guide/compile/compile.js';
import { TransactionReader } from '../../src/guide/read/read-transaction.js';
import type { Delimiters } from '../../src/model/delimiters.js';
import { isX12Error } from '../../src/model/error.js';
import type { Finding } from '../../src/model/finding.js';
import type { Reason } from '../../src/model/reasons.js';
import type { TokenBatch } from '../../src/syntax/batch.js';
import { latin1 } from '../../src/syntax/encoding.js';
import { Tokenizer } from '../../src/syntax/tokenizer.js';
import { ORACLE_DICTIONARY, ORACLE_GUIDE } from './oracle-guide.js';

/** What the engine makes of an input, in the terms of the grammar. */
export interface EngineReading {
  readonly interchanges: readonly EngineInterchange[];
  readonly reports: readonly Report[];
  /** A limit has ended the reading. */
  readonly isLimited: boolean;
}

export interface EngineInterchange {
  readonly offset: number;
  readonly delimiters: Delimiters;
  readonly segments: EngineSegment[];
  readonly groups: { readonly offset: number; readonly transactions: { offset: number; segments: number }[] }[];
}

export interface EngineSegment {
  readonly offset: number;
  readonly tag: string;
  readonly elements: readonly string[];
  readonly flags: number;
}

/** A finding, or the X12Error that ended the reading; `offset` in octets from the start of the input. */
export interface Report {
  readonly offset: number;
  readonly what: Reason | 'X12Error';
}

// Compiled with a dictionary that knows the guide's own tags, so that the walk can tell an unknown tag from a known one.
const plan = compileGuide(ORACLE_GUIDE, { dictionaries: [ORACLE_DICTIONARY] });

/**
 * Reads chunks through tokenizer, envelope reader and, for each set, a reader of a small guide: what is wrong inside a
 * segment of a set (its tag, its declared length) is reported there.
 */
export function readByEngine(chunks: readonly Uint8Array[]): EngineReading {
  const reading = new Reading();
  const tokenizer = new Tokenizer({ encoding: latin1 });
  const envelopes = new EnvelopeReader(reading);
  const take = (batches: readonly TokenBatch[]): void => {
    for (const batch of batches) {
      reading.tokens(batch);
      envelopes.push([batch]);
    }
  };
  try {
    for (const chunk of chunks) take(tokenizer.push(chunk));
    take(tokenizer.end());
    envelopes.end();
  } catch (error) {
    if (!isX12Error(error)) throw error;
    reading.isLimited = error.code === 'X12_LIMIT_EXCEEDED';
    reading.failed(error.details.inputOffset);
  }
  return reading;
}

const OUTSIDE: ReadonlySet<Reason> = new Set(['text-outside', 'isa-unreadable']);

class Reading implements EngineReading, EnvelopeHandler {
  readonly interchanges: EngineInterchange[] = [];
  readonly reports: Report[] = [];
  isLimited = false;
  readonly #offsets = new Map<number, number>();
  /** Where the text outside interchanges begins that the next findings may be about. */
  #outside = 0;
  #lastSegmentTo = 0;
  readonly #reader = new TransactionReader(plan, { decode: false, onFinding: (found) => this.finding(found) });

  tokens(batch: TokenBatch): void {
    if (batch.opening !== undefined) {
      const { inputOffset: offset, delimiters, before } = batch.opening;
      this.#offsets.set(batch.interchange, offset);
      this.#outside = offset - before.length;
      this.interchanges.push({ offset, delimiters, segments: [], groups: [] });
    } else if (batch.count === 0) this.#outside = this.#lastSegmentTo;
    const base = (this.#offsets.get(batch.interchange) ?? 0) + batch.baseOffset;
    for (let i = 0; i < batch.count; i++) {
      this.interchanges.at(-1)?.segments.push({
        offset: base + (batch.marks[batch.starts[i] ?? 0] ?? 0) + 1,
        tag: batch.tag(i),
        elements: Array.from({ length: batch.elementCount(i) }, (_, k) => batch.element(i, k + 1)),
        flags: batch.flags[i] ?? 0,
      });
      this.#lastSegmentTo = base + (batch.marks[(batch.starts[i + 1] ?? 0) - 1] ?? 0) + 1;
    }
  }

  finding(found: Finding): void {
    // A finding about a whole interchange, or about what stands outside, has no offset of its own.
    const from = OUTSIDE.has(found.reason) ? this.#outside : (this.#offsets.get(found.at.interchange) ?? 0);
    this.reports.push({ offset: from + (found.at.segmentOffset ?? 0), what: found.reason });
  }

  failed(inputOffset: unknown): void {
    this.reports.push({ offset: typeof inputOffset === 'number' ? inputOffset : 0, what: 'X12Error' });
  }

  groupStart(): void {
    this.interchanges.at(-1)?.groups.push({ offset: 0, transactions: [] });
  }

  transactionStart({
    interchange,
    group,
    transaction,
    segmentOffset,
  }: Parameters<EnvelopeHandler['transactionStart']>[0]): void {
    this.#reader.begin({ interchange, group, transaction });
    const offset = (this.#offsets.get(interchange) ?? 0) + segmentOffset;
    this.interchanges.at(-1)?.groups.at(-1)?.transactions.push({ offset, segments: 0 });
  }

  segments(batch: TokenBatch, from: number, to: number, firstOrdinal: number): void {
    for (let i = from; i < to; i++) this.#reader.segment(batch, i, firstOrdinal + i - from);
  }

  transactionEnd({ segments }: Parameters<EnvelopeHandler['transactionEnd']>[0]): void {
    this.#reader.end();
    const set = this.interchanges.at(-1)?.groups.at(-1)?.transactions.at(-1);
    if (set !== undefined) set.segments = segments;
  }

  // What these would tell is in the tokens and findings.
  interchangeStart(): void {}
  groupEnd(): void {}
  interchangeEnd(): void {}
  loose(): void {}
}

import { createHash, type Hash } from 'node:crypto';
import {
  type EnvelopeHandler,
  EnvelopeReader,
  type GroupStart,
  type InterchangeAcknowledgment,
  type InterchangeEnd,
  type InterchangeStart,
  readAcknowledgment,
  type TokenBatch,
  Tokenizer,
  type TransactionStart,
} from 'ediloom';
import {
  type FileOutline,
  type LoosePlace,
  MOST_INTERCHANGES,
  type OutlinedGroup,
  type OutlinedInterchange,
} from './reader.js';
import { limitReached } from './refused.js';

// Each is matched, kept and answered for itself, by a process that others need too.
const MOST_GROUPS = 5_000;
const MOST_SETS = 500_000;
const MOST_KINDS = 100;
const MOST_TA1 = 10_000;
const MOST_LOOSE = 100;

type Growing<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Outlines a file: interchanges go out as they end.
 * @throws ReadingRefused `limit`; X12Error.
 */
export async function outlineFile(
  source: AsyncIterable<Uint8Array>,
  give: (interchange: OutlinedInterchange) => Promise<void>,
): Promise<Omit<FileOutline, 'interchanges'>> {
  const outline = new Outline();
  const tokenizer = new Tokenizer();
  const envelopes = new EnvelopeReader(outline);
  for await (const chunk of source) {
    outline.hold(chunk);
    const batches = tokenizer.push(chunk);
    envelopes.push(batches);
    outline.passed(batches);
    for (const one of outline.take()) await give(one);
  }
  envelopes.push(tokenizer.end());
  envelopes.end();
  for (const one of outline.take()) await give(one);
  return { size: outline.size, loose: outline.loosePlaces() };
}

/** Keeps of the envelopes what they are matched by; of the bytes no more than what no segment has ended in. */
class Outline implements EnvelopeHandler {
  readonly #loose: LoosePlace[] = [];
  readonly #bytes = new HeldBytes();
  #done: OutlinedInterchange[] = [];
  #interchanges = 0;
  #groups = 0;
  #sets = 0;
  #ta1s = 0;
  #offset = 0;
  #hash: Hash | undefined;
  #header: InterchangeStart['header'] | undefined;
  #acknowledgments: InterchangeAcknowledgment[] = [];
  #open: { -readonly [K in keyof OutlinedGroup]: OutlinedGroup[K] }[] = [];
  #kinds = new Set<string>();

  get size(): number {
    return this.#bytes.end;
  }

  hold(chunk: Uint8Array): void {
    this.#bytes.hold(chunk);
  }

  /** What ended in these batches need not be held any longer. */
  passed(batches: readonly TokenBatch[]): void {
    const last = batches.at(-1);
    if (this.#hash === undefined || last === undefined || last.count === 0) return;
    const end = last.marks[(last.starts[last.count] ?? 0) - 1] ?? 0;
    this.#bytes.hashUpTo(this.#offset + last.baseOffset + end, this.#hash);
  }

  take(): readonly OutlinedInterchange[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  interchangeStart({ opening, header }: InterchangeStart): void {
    if (++this.#interchanges > MOST_INTERCHANGES) throw limitReached(MOST_INTERCHANGES, 'interchanges');
    this.#offset = opening.inputOffset;
    this.#noteLoose(this.#offset);
    this.#hash = createHash('sha256');
    this.#header = header;
    this.#acknowledgments = [];
    this.#open = [];
  }

  groupStart({ header }: GroupStart): void {
    if (++this.#groups > MOST_GROUPS) throw limitReached(MOST_GROUPS, 'functional groups');
    this.#kinds = new Set();
    this.#open.push({ header, transactions: 0, sets: [] });
  }

  transactionStart({ header }: TransactionStart): void {
    if (++this.#sets > MOST_SETS) throw limitReached(MOST_SETS, 'transaction sets');
    const group = this.#open.at(-1);
    if (group === undefined) return;
    group.transactions++;
    if (this.#kinds.size < MOST_KINDS) this.#kinds.add(header.transactionSet);
    if (header.controlNumber.trim() === '') group.unnumbered = true;
  }

  groupEnd(): void {
    const group = this.#open.at(-1);
    if (group !== undefined) group.sets = [...this.#kinds];
  }

  interchangeEnd({ length, truncated }: InterchangeEnd): void {
    if (this.#hash === undefined || this.#header === undefined) return;
    this.#bytes.hashUpTo(this.#offset + length, this.#hash);
    const outlined: Growing<OutlinedInterchange> = {
      header: this.#header,
      offset: this.#offset,
      length,
      sha256: this.#hash.digest('hex'),
      acknowledgments: this.#acknowledgments,
      groups: this.#open,
    };
    if (truncated) outlined.truncated = true;
    this.#done.push(outlined);
    this.#hash = undefined;
    this.#header = undefined;
  }

  loose(batch: TokenBatch, index: number): void {
    if (batch.tag(index) !== 'TA1') return;
    if (++this.#ta1s > MOST_TA1) throw limitReached(MOST_TA1, 'TA1 segments');
    this.#acknowledgments.push(readAcknowledgment((element) => batch.element(index, element)));
  }

  /** With what stands behind the last interchange. */
  loosePlaces(): readonly LoosePlace[] {
    this.#noteLoose(this.#bytes.end);
    return this.#loose;
  }

  /** Lets go of what stands before the next interchange; where it is more than layout, it is somebody's data. */
  #noteLoose(end: number): void {
    const place = this.#bytes.dropTo(end);
    if (place !== undefined && this.#loose.length < MOST_LOOSE) this.#loose.push(place);
  }

  finding(): void {}
  segments(): void {}
  transactionEnd(): void {}
}

/** Line breaks, blanks, what ends a text on some systems, and byte order marks say nothing. */
function isNoLayout(byte: number): boolean {
  return byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf;
}

/** The bytes of the file that may still be part of what is hashed, by their place in it. */
class HeldBytes {
  #chunks: Uint8Array[] = [];
  /** Place of the first of them. */
  #start = 0;
  end = 0;

  hold(chunk: Uint8Array): void {
    // A chunk may be used again by who brought it.
    this.#chunks.push(Uint8Array.from(chunk));
    this.end += chunk.length;
  }

  hashUpTo(end: number, hash: Hash): void {
    for (const bytes of this.#cut(end)) hash.update(bytes);
  }

  /** @returns from the first to the last of the bytes that are dropped which is not layout; `undefined`: all of them are. */
  dropTo(end: number): LoosePlace | undefined {
    let [first, last] = [-1, -1];
    for (const part of this.#cut(end)) {
      const start = this.#start - part.length;
      const at = part.findIndex(isNoLayout);
      if (at < 0) continue;
      if (first < 0) first = start + at;
      last = start + part.findLastIndex(isNoLayout);
    }
    return first < 0 ? undefined : { offset: first, length: last + 1 - first };
  }

  *#cut(end: number): Generator<Uint8Array> {
    for (let first = this.#chunks[0]; first !== undefined && this.#start < end; first = this.#chunks[0]) {
      const part = first.subarray(0, end - this.#start);
      if (part.length === first.length) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(part.length);
      this.#start += part.length;
      yield part;
    }
  }
}

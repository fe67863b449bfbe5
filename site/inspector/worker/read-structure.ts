import {
  type EnvelopeHandler,
  EnvelopeReader,
  SegmentFlag,
  type TokenBatch,
  Tokenizer,
  type TransactionStart,
} from 'ediloom';
import { type GuidePlan, TransactionReader } from 'ediloom/compile';
import type { Definitions } from './definitions.js';
import { type GuideShelf, versionKey } from './guide-shelf.js';
import type { Pause } from './pause.js';
import { versionOf } from './read-versions.js';
import { RowKind, type SegmentIndex } from './segment-index.js';

const CHUNK = 64 * 1024;
/** What is outside of loops: one below the set. */
const SET_LEVEL = 2;
const MOST_LEVELS = 250;
const [LETTER_G, LETTER_S] = [0x47, 0x53];

export interface StructureOptions {
  readonly shelf: GuideShelf;
  readonly definitions: Definitions;
  /** Guide id by version. */
  readonly guides: ReadonlyMap<string, string>;
  readonly pause: Pause;
  readonly onProgress: (read: number) => void;
}

/** Fills the index: each segment's bytes, the depth that the guide gives it, and its definition. */
export async function readStructure(
  bytes: Uint8Array,
  index: SegmentIndex,
  { pause, onProgress, ...options }: StructureOptions,
): Promise<void> {
  const handler = new StructureHandler(index, options);
  const envelopes = new EnvelopeReader(handler);
  const tokenizer = new Tokenizer({ scan: true });
  const take = (batches: readonly TokenBatch[]): void => {
    for (const batch of batches) {
      handler.add(batch);
      envelopes.push([batch]);
      handler.placeLoose(batch);
    }
  };
  for (let from = 0; from < bytes.length; from += CHUNK) {
    take(tokenizer.push(bytes.subarray(from, from + CHUNK)));
    const rest = pause.turn();
    if (rest === undefined) continue;
    onProgress(from);
    await rest;
  }
  take(tokenizer.end());
  envelopes.end();
}

type Options = Pick<StructureOptions, 'shelf' | 'definitions' | 'guides'>;

class StructureHandler implements EnvelopeHandler {
  readonly #index: SegmentIndex;
  readonly #options: Options;
  readonly #readers = new Map<string, TransactionReader | undefined>();
  /** Number of the first segment of the batch at hand. */
  #base = 0;
  /** Segments of the batch that have their place. */
  #placed = new Uint8Array(0);
  #start: TransactionStart | undefined;
  #guide = 'generic';
  #reader: TransactionReader | undefined;
  #group: number | undefined;
  /** Places of GS in the batch that were not passed yet. */
  #headers: number[] = [];

  constructor(index: SegmentIndex, options: Options) {
    this.#index = index;
    this.#options = options;
  }

  /** Takes the bytes of all segments of a batch, empty ones too, which envelopes leave out. */
  add(batch: TokenBatch): void {
    const { opening, count, bytes, marks, starts, flags, baseOffset } = batch;
    const index = this.#index;
    this.#base = index.count;
    this.#placed = new Uint8Array(count);
    this.#headers = [];
    if (opening !== undefined) {
      const { inputOffset: offset, delimiters, encoding, newline } = opening;
      index.interchanges.push({ firstSegment: index.count, offset, delimiters, encoding, newline });
      this.#group = undefined;
    }
    const origin = (index.interchanges.at(-1)?.offset ?? 0) + baseOffset;
    for (let i = 0; i < count; i++) {
      const from = (marks[starts[i] ?? 0] ?? 0) + 1;
      const to = marks[(starts[i + 1] ?? 0) - 1] ?? 0;
      if (bytes[from] === LETTER_G && bytes[from + 1] === LETTER_S) this.#headers.push(i);
      const segment = index.add(origin + from, to - from);
      const flag = flags[i] ?? 0;
      let kind = (flag & SegmentFlag.binary) === 0 ? 0 : RowKind.whole;
      if ((flag & SegmentFlag.truncated) !== 0) kind |= RowKind.truncated;
      index.kinds[segment] = kind;
    }
  }

  /** Places what stands outside of sets, by its tag. */
  placeLoose(batch: TokenBatch): void {
    const dictionary = this.#options.shelf.dictionaryOf('005010');
    for (let i = 0; i < batch.count; i++) {
      if (this.#placed[i] === 1) continue;
      const tag = batch.tag(i);
      const segment = this.#base + i;
      const [level, kind] = LOOSE.get(tag) ?? [this.#levelBehind(segment - 1), 0];
      this.#place(i, level, kind | (tag === 'ISA' ? RowKind.whole : 0));
      const plan = tag === '' ? undefined : dictionary?.segment(tag);
      if (plan !== undefined) this.#index.plans[segment] = this.#options.definitions.numberOf(plan);
    }
    this.#passGroups(batch.count);
  }

  transactionStart(start: TransactionStart): void {
    this.#start = start;
    this.#guide = this.#options.guides.get(versionKey(versionOf(start))) ?? 'generic';
    this.#reader = this.#readerOf(this.#guide);
    const { interchange, group, transaction } = start;
    this.#reader?.begin({ interchange, group, transaction });
  }

  segments(batch: TokenBatch, from: number, to: number, firstOrdinal: number): void {
    if (this.#start !== undefined) this.#openSet(from);
    const reader = this.#reader;
    if (reader === undefined) return this.#unguided(batch, from, to);
    const { definitions } = this.#options;
    for (let i = from; i < to; i++) {
      reader.segment(batch, i, firstOrdinal + i - from);
      const { placed, depth } = reader;
      if (placed === undefined) {
        this.#place(i, SET_LEVEL + 1 + depth, RowKind.unplaced);
        continue;
      }
      const opened = definitions.loopOpenedBy(placed);
      this.#index.plans[this.#base + i] = definitions.numberOf(placed);
      this.#index.loops[this.#base + i] = opened;
      if (opened === 0) this.#place(i, ...placeOf(placed.tag, depth));
      else this.#place(i, SET_LEVEL + depth, RowKind.opens);
    }
  }

  transactionEnd(): void {
    this.#reader?.end();
  }

  interchangeStart(): void {}
  interchangeEnd(): void {}
  groupStart(): void {}
  groupEnd(): void {}
  loose(): void {}
  finding(): void {}

  #openSet(index: number): void {
    this.#passGroups(index);
    this.#index.sets.push({
      firstSegment: this.#base + index,
      groupSegment: this.#start?.groupHeader === undefined ? undefined : this.#group,
      interchange: this.#index.interchanges.length - 1,
      guide: this.#guide,
    });
    this.#start = undefined;
  }

  /** Of what has no place of its own: inside of what is open. */
  #levelBehind(segment: number): number {
    const kind = this.#index.kinds[segment] ?? 0;
    const level = this.#index.levels[segment] ?? 0;
    if ((kind & RowKind.opens) !== 0) return level + 1;
    return (kind & RowKind.closes) === 0 ? level : level - 1;
  }

  #passGroups(before: number): void {
    for (; (this.#headers[0] ?? before) < before; this.#headers.shift()) {
      this.#group = this.#base + (this.#headers[0] ?? 0);
    }
  }

  #unguided(batch: TokenBatch, from: number, to: number): void {
    const dictionary = this.#options.shelf.dictionaryOf(this.#guide);
    for (let i = from; i < to; i++) {
      const tag = batch.tag(i);
      const plan = dictionary?.segment(tag);
      if (plan !== undefined) this.#index.plans[this.#base + i] = this.#options.definitions.numberOf(plan);
      this.#place(i, ...placeOf(tag, 0));
    }
  }

  #place(inBatch: number, level: number, kind: number): void {
    const segment = this.#base + inBatch;
    this.#placed[inBatch] = 1;
    this.#index.levels[segment] = Math.min(level, MOST_LEVELS);
    this.#index.kinds[segment] = (this.#index.kinds[segment] ?? 0) | kind;
  }

  #readerOf(id: string): TransactionReader | undefined {
    if (this.#readers.has(id)) return this.#readers.get(id);
    const plan: GuidePlan | undefined = this.#options.shelf.planOf(id);
    if (plan !== undefined) this.#options.definitions.learn(plan);
    const reader = plan === undefined ? undefined : new TransactionReader(plan, { decode: false, onFinding: () => {} });
    this.#readers.set(id, reader);
    return reader;
  }
}

type Place = readonly [level: number, kind: number];

const LOOSE: ReadonlyMap<string, Place> = new Map([
  ['ISA', [0, RowKind.opens]],
  ['IEA', [1, RowKind.closes]],
  ['TA1', [1, 0]],
  ['GS', [1, RowKind.opens]],
  ['GE', [2, RowKind.closes]],
]);

function placeOf(tag: string, depth: number): Place {
  if (tag === 'ST' && depth === 0) return [SET_LEVEL, RowKind.opens];
  if (tag === 'SE' && depth === 0) return [SET_LEVEL + 1, RowKind.closes];
  return [SET_LEVEL + 1 + depth, 0];
}

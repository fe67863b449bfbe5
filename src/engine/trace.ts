import type { EnvelopeHandler, TransactionEnd, TransactionStart } from '../envelope/envelope-handler.js';
import type { TransactionHeader } from '../envelope/headers.js';
import { TransactionReader } from '../guide/read-transaction.js';
import type { SectionName } from '../model/guide.js';
import type { Position } from '../model/position.js';
import type { TokenBatch } from '../syntax/batch.js';
import { Segment } from '../syntax/segment.js';
import type { GuideChooser } from './choose-guide.js';
import { ofSet, type PerSet } from './per-set.js';

/** One transaction set as a tree of loops and segments, in the order of the data: for people and for queries. */
export interface TracedSet {
  readonly interchange: number;
  readonly group: number;
  readonly transaction: number;
  /** Id of the guide that gave the loops; without one all segments stand side by side. */
  readonly guide: string;
  readonly header: TransactionHeader;
  readonly children: readonly TracedNode[];
}

export type TracedNode = TracedLoop | TracedSegment;

export interface TracedLoop {
  readonly kind: 'loop';
  readonly loopId: string;
  readonly title: string;
  /** Of a top-level loop. */
  readonly section: SectionName | undefined;
  /** The trigger first. */
  readonly children: readonly TracedNode[];
}

export interface TracedSegment {
  readonly kind: 'segment';
  readonly segment: Segment;
  /** The guide's name of the segment; undefined where the guide has no place for it. */
  readonly title: string | undefined;
  readonly section: SectionName | undefined;
  readonly at: Position;
}

interface OpenNode {
  readonly children: TracedNode[];
  readonly ordinal: number;
}

/** Hangs each segment into the loop that the guide puts it in; one set is in memory at a time. */
export class TraceReader implements EnvelopeHandler {
  readonly #chooser: GuideChooser;
  readonly #guide: PerSet | undefined;
  readonly #emit: (set: TracedSet) => void;
  readonly #readers = new Map<string, TransactionReader>();
  #start: TransactionStart | undefined;
  #guideId = 'generic';
  #reader: TransactionReader | undefined;
  #open: OpenNode[] = [];

  constructor(chooser: GuideChooser, guide: PerSet | undefined, emit: (set: TracedSet) => void) {
    this.#chooser = chooser;
    this.#guide = guide;
    this.#emit = emit;
  }

  transactionStart(start: TransactionStart): void {
    const { header, groupHeader, interchange, group, transaction } = start;
    const version = { ...header, release: groupHeader?.release ?? '' };
    const { plan, id } = this.#chooser.chooseAsked(ofSet(this.#guide, start), version);
    this.#start = start;
    this.#guideId = id;
    this.#reader = this.#readers.get(id);
    if (this.#reader === undefined && plan !== undefined) {
      this.#reader = new TransactionReader(plan, { decode: false, onFinding: () => {} });
      this.#readers.set(id, this.#reader);
    }
    this.#reader?.begin({ interchange, group, transaction });
    this.#open = [{ children: [], ordinal: 0 }];
  }

  segments(batch: TokenBatch, from: number, to: number, firstOrdinal: number): void {
    for (let i = from; i < to; i++) this.#segment(batch, i, firstOrdinal + i - from);
  }

  transactionEnd({ interchange, group, transaction }: TransactionEnd): void {
    const header = this.#start?.header ?? { transactionSet: '', controlNumber: '' };
    this.#reader?.end();
    const children = this.#open[0]?.children ?? [];
    this.#emit({ interchange, group, transaction, guide: this.#guideId, header, children });
  }

  interchangeStart(): void {}
  interchangeEnd(): void {}
  groupStart(): void {}
  groupEnd(): void {}
  loose(): void {}
  finding(): void {}

  #segment(batch: TokenBatch, index: number, ordinal: number): void {
    this.#reader?.segment(batch, index, ordinal);
    const loops = this.#reader?.openLoops ?? [];
    for (const [depth, { loop, ordinal: opened }] of loops.entries()) {
      if (this.#open[depth + 1]?.ordinal === opened) continue;
      const children: TracedNode[] = [];
      this.#open.length = depth + 1;
      this.#open[depth]?.children.push({
        kind: 'loop',
        loopId: loop.loopId,
        title: loop.title,
        section: loop.section,
        children,
      });
      this.#open.push({ children, ordinal: opened });
    }
    this.#open.length = loops.length + 1;
    const placed = this.#reader?.placed;
    const segment = new Segment(batch, index);
    const { interchange = 1, group, transaction } = this.#start ?? {};
    const depth = this.#reader?.depth ?? 0;
    const loopId = loops[depth - 1]?.loop.loopId;
    const at = {
      interchange,
      group,
      transaction,
      segmentOffset: segment.offset,
      segment: ordinal,
      segmentId: segment.id,
      loopId,
    };
    this.#open[depth]?.children.push({ kind: 'segment', segment, title: placed?.title, section: placed?.section, at });
  }
}

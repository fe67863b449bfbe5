import type { EnvelopeHandler, TransactionEnd, TransactionStart } from '../envelope/envelope-handler.js';
import type { TransactionHeader } from '../envelope/headers.js';
import type { SectionName } from '../model/guide.js';
import type { Position } from '../model/position.js';
import type { TokenBatch } from '../syntax/batch.js';
import { Segment } from '../syntax/segment.js';
import type { GuideChooser } from './choose-guide.js';
import type { AskedOfSets, ReadSettings } from './read-settings.js';
import { SetReader } from './set-reader.js';

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
  readonly #sets: SetReader;
  #traced: TracedSet[] = [];
  #open: OpenNode[] = [];

  constructor(chooser: GuideChooser, settings: ReadSettings) {
    // What is wrong with characters is no part of the tree.
    this.#sets = new SetReader(chooser, { ...settings, characterSet: 'none', decode: false, onFinding: () => {} });
  }

  /** Begins an input. */
  begin({ guide }: AskedOfSets): void {
    this.#sets.ask({ guide });
  }

  /** Takes the sets that have ended since. */
  take(): readonly TracedSet[] {
    const traced = this.#traced;
    this.#traced = [];
    return traced;
  }

  /** Lets go of all that was read. */
  forget(): void {
    this.#sets.forget();
    this.#traced = [];
    this.#open = [];
  }

  transactionStart(start: TransactionStart): void {
    this.#sets.begin(start);
    this.#open = [{ children: [], ordinal: 0 }];
  }

  segments(batch: TokenBatch, from: number, to: number, firstOrdinal: number): void {
    for (let i = from; i < to; i++) this.#segment(batch, i, firstOrdinal + i - from);
  }

  transactionEnd({ interchange, group, transaction }: TransactionEnd): void {
    const header = this.#sets.start?.header ?? { transactionSet: '', controlNumber: '' };
    const { guide } = this.#sets.end();
    this.#traced.push({ interchange, group, transaction, guide, header, children: this.#open[0]?.children ?? [] });
  }

  interchangeStart(): void {}
  interchangeEnd(): void {}
  groupStart(): void {}
  groupEnd(): void {}
  loose(): void {}
  finding(): void {}

  #segment(batch: TokenBatch, index: number, ordinal: number): void {
    this.#sets.segments(batch, index, index + 1, ordinal);
    const { walk, start } = this.#sets;
    const loops = walk?.openLoops ?? [];
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
    const placed = walk?.placed;
    const segment = new Segment(batch, index);
    const { interchange = 1, group, transaction } = start ?? {};
    const depth = walk?.depth ?? 0;
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

import type { TransactionStart } from '../envelope/envelope-handler.js';
import { decodeGenericSegment } from '../guide/generic-decode.js';
import { GenericReader } from '../guide/generic-reader.js';
import { releaseOf } from '../guide/of-dictionary.js';
import { TransactionReader } from '../guide/read-transaction.js';
import type { NumberForm } from '../guide/read-value.js';
import type { LoopOccurrence } from '../guide/transaction-read.js';
import { type Finding, finding } from '../model/finding.js';
import type { JsonObject } from '../model/json.js';
import { type Position, segmentIdOf } from '../model/position.js';
import type { TokenBatch } from '../syntax/batch.js';
import type { ChosenGuide, GuideChooser } from './choose-guide.js';
import type { UnplacedSegment } from './document.js';
import { ofSet, type PerSet } from './per-set.js';
import { type ReadCharacterSet, ReadCharacters } from './read-characters.js';

export interface SetReaderOptions {
  /** False: check only. */
  readonly decode: boolean;
  readonly numbers?: NumberForm | undefined;
  /** Loop id whose occurrences are handed out and not kept. */
  readonly loop?: PerSet | undefined;
  /** Id of the guide for every set it fits. */
  readonly guide?: PerSet | undefined;
  readonly depth: number;
  readonly badValues: boolean;
  /** Characters that data may hold. Default `Extended`, others as warnings. */
  readonly characterSet?: ReadCharacterSet | undefined;
  /** Give findings what an acknowledgment says of them. Default false. */
  readonly forAcknowledgment?: boolean | undefined;
  readonly onFinding: (found: Finding) => void;
  readonly onLoop?: ((loop: LoopOccurrence) => void) | undefined;
}

export interface ReadSet {
  readonly guide: string;
  readonly data: JsonObject;
  readonly unplaced: readonly UnplacedSegment[];
}

/** Reads transaction sets, each by the guide that fits it; walks through guides are made once and used again. */
export class SetReader {
  readonly #chooser: GuideChooser;
  readonly #options: SetReaderOptions;
  readonly #readers = new Map<string, TransactionReader>();
  /** Those of them that have read something of this input. */
  readonly #used: TransactionReader[] = [];
  #chosen: ChosenGuide | undefined;
  #reader: TransactionReader | undefined;
  readonly #checkers = new Map<string, GenericReader>();
  #checker: GenericReader | undefined;
  #generic: JsonObject[] = [];
  #place: Position = { interchange: 0 };
  readonly #characters: ReadCharacters | undefined;

  constructor(chooser: GuideChooser, options: SetReaderOptions) {
    this.#chooser = chooser;
    this.#options = options;
    this.#characters = ReadCharacters.of(options.characterSet, options.onFinding);
  }

  begin(start: TransactionStart): void {
    const { header, groupHeader } = start;
    const version = { ...header, release: groupHeader?.release ?? '' };
    const chosen = this.#chooser.chooseAsked(ofSet(this.#options.guide, start), version);
    this.#chosen = chosen;
    this.#reader = this.#readerOf(chosen, ofSet(this.#options.loop, start));
    this.#generic = [];
    const { interchange, group, transaction, segmentOffset } = start;
    if (chosen.notice !== undefined) {
      const at = { interchange, group, transaction, segmentOffset, segment: 1, segmentId: 'ST' };
      this.#options.onFinding(finding(chosen.notice, at));
    }
    this.#place = { interchange, group, transaction };
    this.#reader?.begin({ interchange, group, transaction });
    this.#checker = this.#reader === undefined ? this.#checkerOf(chosen) : undefined;
    this.#checker?.begin({ interchange, group, transaction }, releaseOf(version.implementation, version.release));
  }

  segments(batch: TokenBatch, from: number, to: number, firstOrdinal: number): void {
    const characters = this.#characters;
    let next = from;
    for (let i = from; characters !== undefined && i < to; i++) {
      if (!characters.suspects(batch, i)) continue;
      // Up to this segment, so that findings come in the order of the data.
      this.#read(batch, next, i + 1, firstOrdinal + next - from);
      next = i + 1;
      const at = this.#positionOf(batch, i, firstOrdinal + i - from);
      const plan = this.#reader === undefined ? this.#chosen?.dictionary?.segment(batch.tag(i)) : this.#reader.placed;
      characters.check(batch, i, at, plan);
    }
    if (next < to) this.#read(batch, next, to, firstOrdinal + next - from);
  }

  #positionOf(batch: TokenBatch, index: number, segment: number): Position {
    const segmentOffset = batch.baseOffset + (batch.marks[batch.starts[index] ?? 0] ?? 0) + 1;
    const segmentId = segmentIdOf(batch.tag(index));
    const loopId = this.#reader?.loopId;
    const named = { ...(segmentId === undefined ? {} : { segmentId }), ...(loopId === undefined ? {} : { loopId }) };
    return { ...this.#place, segmentOffset, segment, ...named };
  }

  #read(batch: TokenBatch, from: number, to: number, firstOrdinal: number): void {
    const reader = this.#reader;
    if (reader !== undefined) {
      reader.segments(batch, from, to, firstOrdinal);
    } else {
      for (let i = from; i < to; i++) {
        this.#checker?.segment(batch, i, firstOrdinal + i - from);
        if (!this.#options.decode) continue;
        const { key, value } = decodeGenericSegment(this.#chosen?.dictionary, batch, i);
        this.#generic.push({ [key]: value });
      }
    }
  }

  /** Lets go of all that was read, between inputs. */
  forget(): void {
    for (const reader of this.#used) reader.forget();
    this.#used.length = 0;
    this.#characters?.forget();
    for (const checker of this.#checkers.values()) checker.forget();
    this.#reader = undefined;
    this.#checker = undefined;
    this.#chosen = undefined;
    this.#generic = [];
  }

  /** Id of the guide by which the set at hand is read. */
  get guide(): string {
    return this.#chosen?.id ?? 'generic';
  }

  end(): ReadSet {
    const { guide } = this;
    const read = this.#reader?.end();
    if (read !== undefined) return { guide, data: read.data, unplaced: read.unplaced };
    return { guide, data: { segments: this.#generic }, unplaced: [] };
  }

  #checkerOf({ dictionary, id }: ChosenGuide): GenericReader {
    let checker = this.#checkers.get(id);
    if (checker === undefined) {
      const { badValues, onFinding } = this.#options;
      checker = new GenericReader(dictionary, { badValues, onFinding });
      this.#checkers.set(id, checker);
    }
    return checker;
  }

  #readerOf({ plan, id }: ChosenGuide, streamLoop: string | undefined): TransactionReader | undefined {
    if (plan === undefined) return undefined;
    const key = streamLoop === undefined ? id : `${id} ${streamLoop}`;
    let reader = this.#readers.get(key);
    if (reader === undefined) {
      const { decode, numbers, depth, badValues, forAcknowledgment = false, onFinding, onLoop } = this.#options;
      reader = new TransactionReader(plan, {
        decode,
        depth,
        badValues,
        forAcknowledgment,
        onFinding,
        streamLoop,
        ...(numbers === undefined ? {} : { numbers }),
        ...(onLoop === undefined ? {} : { onLoop }),
      });
      this.#readers.set(key, reader);
    }
    if (!this.#used.includes(reader)) this.#used.push(reader);
    return reader;
  }
}

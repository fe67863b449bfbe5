import type { TransactionStart } from '../envelope/envelope-handler.js';
import { decodeGenericSegment } from '../guide/generic/generic-decode.js';
import { GenericReader } from '../guide/generic/generic-reader.js';
import { releaseOf } from '../guide/generic/of-dictionary.js';
import { TransactionReader } from '../guide/read/read-transaction.js';
import type { LoopOccurrence } from '../guide/read/transaction-read.js';
import { type Finding, finding } from '../model/finding.js';
import type { JsonObject } from '../model/json.js';
import { jsonTextOf } from '../model/json-text.js';
import { type Position, segmentIdOf } from '../model/position.js';
import type { TokenBatch } from '../syntax/batch.js';
import type { ChosenGuide, GuideChooser } from './choose-guide.js';
import type { UnplacedSegment } from './document.js';
import { ofSet } from './per-set.js';
import { ReadCharacters } from './read-characters.js';
import type { AskedOfSets, ReadSettings } from './read-settings.js';

export interface SetReaderOptions extends ReadSettings {
  /** False: check only. */
  readonly decode: boolean;
  /** Give findings what an acknowledgment says of them. Default false. */
  readonly forAcknowledgment?: boolean | undefined;
  readonly onFinding: (found: Finding) => void;
  readonly onLoop?: ((loop: LoopOccurrence) => void) | undefined;
}

export interface ReadSet {
  readonly guide: string;
  readonly data: JsonObject;
  /** The same as text, where that was asked for: then it stands in place of the data. */
  readonly text: string | undefined;
  readonly unplaced: readonly UnplacedSegment[];
}

/**
 * Reads transaction sets, each by the guide that fits it: what all verbs that read have in common. Walks through guides are made once and
 * used again.
 */
export class SetReader {
  readonly #chooser: GuideChooser;
  readonly #options: SetReaderOptions;
  readonly #readers = new Map<string, TransactionReader>();
  /** Those of them that have read something of this input. */
  readonly #used: TransactionReader[] = [];
  #asked: AskedOfSets = {};
  #start: TransactionStart | undefined;
  #chosen: ChosenGuide | undefined;
  #reader: TransactionReader | undefined;
  readonly #checkers = new Map<string, GenericReader>();
  #checker: GenericReader | undefined;
  #generic: JsonObject[] = [];
  readonly #characters: ReadCharacters | undefined;

  constructor(chooser: GuideChooser, options: SetReaderOptions) {
    this.#chooser = chooser;
    this.#options = options;
    this.#characters = ReadCharacters.of(options.characterSet, options.onFinding);
  }

  /** Begins an input. */
  ask(asked: AskedOfSets): void {
    this.#asked = asked;
  }

  begin(start: TransactionStart): void {
    const { header, groupHeader, interchange, group, transaction } = start;
    const release = groupHeader?.release ?? '';
    const { transactionSet, implementation } = header;
    const { guide, loop } = this.#asked;
    const chosen = this.#chooser.chooseAsked(ofSet(guide, start), { transactionSet, implementation, release });
    this.#start = start;
    this.#chosen = chosen;
    this.#reader = this.#readerOf(chosen, ofSet(loop, start));
    if (chosen.notice !== undefined) {
      const at = { interchange, group, transaction, segmentOffset: start.segmentOffset, segment: 1, segmentId: 'ST' };
      this.#options.onFinding(finding(chosen.notice, at));
    }
    this.#reader?.begin({ interchange, group, transaction });
    if (this.#reader !== undefined) return;
    this.#generic = [];
    this.#checker = this.#checkerOf(chosen);
    this.#checker.begin({ interchange, group, transaction }, releaseOf(implementation, release));
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
    const { interchange = 1, group, transaction } = this.#start ?? {};
    return { interchange, group, transaction, segmentOffset, segment, ...named };
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
    this.#options.text?.forget();
    this.#used.length = 0;
    this.#characters?.forget();
    for (const checker of this.#checkers.values()) checker.forget();
    this.#asked = {};
    this.#start = undefined;
    this.#reader = undefined;
    this.#checker = undefined;
    this.#chosen = undefined;
    this.#generic = [];
  }

  /** What the set at hand, or the last, began with. */
  get start(): TransactionStart | undefined {
    return this.#start;
  }

  /** Id of the guide by which the set at hand is read. */
  get guide(): string {
    return this.#chosen?.id ?? 'generic';
  }

  /** The walk through that guide, where there is one: where the last segment is. */
  get walk(): Pick<TransactionReader, 'openLoops' | 'depth' | 'placed'> | undefined {
    return this.#reader;
  }

  end(): ReadSet {
    const { guide } = this;
    const read = this.#reader?.end();
    if (read !== undefined) return { guide, data: read.data, text: read.text, unplaced: read.unplaced };
    const data = { segments: this.#generic };
    return { guide, data, text: this.#options.text && jsonTextOf(data), unplaced: [] };
  }

  #checkerOf({ dictionary, id }: ChosenGuide): GenericReader {
    let checker = this.#checkers.get(id);
    if (checker === undefined) {
      const { badValues = false, onFinding } = this.#options;
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
      const {
        decode,
        numbers,
        text,
        depth,
        badValues = false,
        forAcknowledgment = false,
        onFinding,
        onLoop,
      } = this.#options;
      reader = new TransactionReader(plan, {
        decode,
        depth,
        badValues,
        forAcknowledgment,
        onFinding,
        streamLoop,
        text,
        ...(numbers === undefined ? {} : { numbers }),
        ...(onLoop === undefined ? {} : { onLoop }),
      });
      this.#readers.set(key, reader);
    }
    if (!this.#used.includes(reader)) this.#used.push(reader);
    return reader;
  }
}

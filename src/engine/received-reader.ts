import type { ReceivedGroup, ReceivedInterchange, ReceivedTransaction } from '../acknowledgment/received.js';
import type {
  EnvelopeHandler,
  GroupEnd,
  GroupStart,
  InterchangeEnd,
  InterchangeStart,
  LoosePlace,
  TransactionStart,
} from '../envelope/envelope-handler.js';
import type { Finding } from '../model/finding.js';
import type { InterchangeOpening, TokenBatch } from '../syntax/batch.js';
import type { GuideChooser } from './choose-guide.js';
import { SetReader, type SetReaderOptions } from './set-reader.js';

export interface ReceivedReaderOptions
  extends Pick<SetReaderOptions, 'guide' | 'depth' | 'badValues' | 'characterSet'> {
  /** Findings kept of one interchange; of the others only what decides a verdict. */
  readonly findings: number;
  readonly onInterchange: (received: ReceivedInterchange) => void;
  /** Told errors that belong to no interchange that can be answered, such as an ISA that cannot be read. */
  readonly onFinding?: ((found: Finding) => void) | undefined;
}

type Growing<T> = { -readonly [K in keyof T]: T[K] };
interface OpenSet extends Growing<ReceivedTransaction> {
  readonly findings: Finding[];
  lostErrors?: string[];
}
interface OpenGroup extends Growing<ReceivedGroup> {
  readonly findings: Finding[];
  readonly transactions: OpenSet[];
}
interface OpenInterchange extends Growing<ReceivedInterchange> {
  readonly findings: Finding[];
  readonly acknowledgments: string[];
  readonly groups: OpenGroup[];
}

/** Reads what an acknowledgment needs to know: ids, counts and findings of every set, and no data. */
export class ReceivedReader implements EnvelopeHandler {
  readonly #options: ReceivedReaderOptions;
  readonly #sets: SetReader;
  #interchange: OpenInterchange | undefined;
  #group: OpenGroup | undefined;
  #set: OpenSet | undefined;
  #kept = 0;

  constructor(chooser: GuideChooser, options: ReceivedReaderOptions) {
    this.#options = options;
    const { guide, depth, badValues, characterSet } = options;
    const onFinding = (found: Finding): void => this.finding(found);
    this.#sets = new SetReader(chooser, {
      decode: false,
      forAcknowledgment: true,
      guide,
      depth,
      badValues,
      characterSet,
      onFinding,
    });
  }

  // Notices say nothing that an acknowledgment could. What the limit leaves out still rejects its set.
  finding(found: Finding): void {
    if (found.severity === 'notice' || found.level === 'content') return;
    const place = this.#placeOf(found);
    if (place === undefined) {
      if (found.severity === 'error') this.#options.onFinding?.(found);
      return;
    }
    const isInside = found.level === 'segment' || found.level === 'element';
    if (!isInside || this.#kept++ < this.#options.findings) place.findings.push(found);
    else if (found.severity === 'error' && this.#set !== undefined) lose(this.#set, found.code);
  }

  interchangeStart({ interchange, opening, header }: InterchangeStart): void {
    const { delimiters } = opening;
    this.#kept = 0;
    const encoding = encodingOf(opening);
    this.#interchange = { interchange, header, delimiters, encoding, acknowledgments: [], groups: [], findings: [] };
  }

  groupStart({ header }: GroupStart): void {
    this.#group = { header, transactions: [], findings: [] };
    this.#interchange?.groups.push(this.#group);
  }

  transactionStart(start: TransactionStart): void {
    this.#set = { header: start.header, findings: [] };
    this.#group?.transactions.push(this.#set);
    this.#sets.begin(start);
  }

  segments(batch: TokenBatch, from: number, to: number, firstOrdinal: number): void {
    this.#sets.segments(batch, from, to, firstOrdinal);
  }

  transactionEnd(): void {
    this.#sets.end();
    this.#set = undefined;
  }

  groupEnd({ declared }: GroupEnd): void {
    if (this.#group !== undefined) this.#group.declared = declared;
    this.#group = undefined;
  }

  interchangeEnd(_end: InterchangeEnd): void {
    if (this.#interchange !== undefined) this.#options.onInterchange(this.#interchange);
    this.#interchange = undefined;
  }

  loose(batch: TokenBatch, index: number, { transactions }: LoosePlace): void {
    if (transactions === undefined && batch.tag(index) === 'TA1') this.#interchange?.acknowledgments.push('TA1');
  }

  #placeOf({ level, at }: Finding): OpenInterchange | OpenGroup | OpenSet | undefined {
    if (level === 'interchange')
      return at.interchange === this.#interchange?.interchange ? this.#interchange : undefined;
    if (level === 'group') return this.#group;
    return this.#set ?? this.#group;
  }
}

// Text that is not valid in the encoding is read as ISO 8859-1. In an ISA that shows: each byte is a character of its width.
function encodingOf({ encoding, isa }: InterchangeOpening): string {
  const ids = [isa[5] ?? '', isa[7] ?? ''];
  return ids.some((id) => /[\x80-\xff]/.test(id) && id.length === 15) ? 'iso-8859-1' : encoding;
}

function lose(set: OpenSet, code: string | undefined): void {
  set.lostErrors ??= [];
  // One of either kind is enough to know the verdict.
  const isOfKind = (one: string): boolean => one.startsWith('I') === (code?.startsWith('I') ?? false);
  if (!set.lostErrors.some(isOfKind)) set.lostErrors.push(code ?? '');
}

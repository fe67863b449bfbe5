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
import type { Mutable } from '../model/object-maker.js';
import type { InterchangeOpening, TokenBatch } from '../syntax/batch.js';
import type { GuideChooser } from './choose-guide.js';
import type { AskedOfSets, ReadSettings } from './read-settings.js';
import { SetReader } from './set-reader.js';

/** What may be another for each input. */
export interface AskedOfReceived extends Pick<AskedOfSets, 'guide'> {
  readonly onInterchange: (received: ReceivedInterchange) => void;
  /** Told errors that belong to no interchange that can be answered, such as an ISA that cannot be read. */
  readonly onFinding?: ((found: Finding) => void) | undefined;
}

interface OpenPlace {
  readonly findings: Finding[];
  lost?: Finding[];
}
interface OpenSet extends Mutable<ReceivedTransaction>, OpenPlace {
  readonly findings: Finding[];
  lost?: Finding[];
}
interface OpenGroup extends Mutable<ReceivedGroup>, OpenPlace {
  readonly findings: Finding[];
  lost?: Finding[];
  readonly transactions: OpenSet[];
}
interface OpenInterchange extends Mutable<ReceivedInterchange>, OpenPlace {
  readonly findings: Finding[];
  lost?: Finding[];
  readonly acknowledgments: string[];
  readonly groups: OpenGroup[];
}

/** Reads what an acknowledgment needs to know: ids, counts and findings of every set, and no data. */
export class ReceivedReader implements EnvelopeHandler {
  #asked: AskedOfReceived | undefined;
  readonly #limit: number;
  readonly #sets: SetReader;
  #interchange: OpenInterchange | undefined;
  #group: OpenGroup | undefined;
  #set: OpenSet | undefined;
  #kept = 0;
  /** The first of each kind that was not kept: places share them. */
  readonly #lost = new Map<string, Finding>();

  /** @param settings of its findings as many are kept, and of the others only what decides a verdict. */
  constructor(chooser: GuideChooser, settings: ReadSettings) {
    this.#limit = settings.findings;
    const onFinding = (found: Finding): void => this.finding(found);
    this.#sets = new SetReader(chooser, { ...settings, decode: false, forAcknowledgment: true, onFinding });
  }

  /** Begins an input. */
  begin(asked: AskedOfReceived): void {
    this.#asked = asked;
    this.#sets.ask({ guide: asked.guide });
  }

  /** Lets go of all that was read. */
  forget(): void {
    this.#asked = undefined;
    this.#sets.forget();
    this.#interchange = undefined;
    this.#group = undefined;
    this.#set = undefined;
    this.#kept = 0;
    this.#lost.clear();
  }

  // Notices say nothing that an acknowledgment could. What the limit leaves out still rejects its set.
  finding(found: Finding): void {
    if (found.severity === 'notice' || found.level === 'content') return;
    const place = this.#placeOf(found);
    if (place === undefined) {
      if (found.severity === 'error') this.#asked?.onFinding?.(found);
      return;
    }
    if (this.#kept++ < this.#limit) place.findings.push(found);
    else this.#lose(place, found);
  }

  interchangeStart({ interchange, opening, header }: InterchangeStart): void {
    const { delimiters } = opening;
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
    if (this.#interchange !== undefined) this.#asked?.onInterchange(this.#interchange);
    this.#interchange = undefined;
  }

  loose(batch: TokenBatch, index: number, { transactions }: LoosePlace): void {
    if (transactions === undefined && batch.tag(index) === 'TA1') this.#interchange?.acknowledgments.push('TA1');
  }

  #lose(place: OpenPlace, found: Finding): void {
    const kind = `${found.reason} ${found.severity} ${found.code ?? ''}`;
    const known = this.#lost.get(kind) ?? found;
    this.#lost.set(kind, known);
    place.lost ??= [];
    if (!place.lost.includes(known)) place.lost.push(known);
  }

  #placeOf({ level, at }: Finding): OpenPlace | undefined {
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

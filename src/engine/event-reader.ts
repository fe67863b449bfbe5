import type {
  EnvelopeHandler,
  GroupEnd,
  GroupStart,
  InterchangeEnd,
  InterchangeStart,
  LoosePlace,
  TransactionEnd,
  TransactionStart,
} from '../envelope/envelope-handler.js';
import { NO_SET } from '../envelope/headers.js';
import { acknowledgmentElements, readAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import type { LoopOccurrence } from '../guide/read/transaction-read.js';
import type { Finding } from '../model/finding.js';
import type { TokenBatch } from '../syntax/batch.js';
import { latin1 } from '../syntax/encoding.js';
import type { GuideChooser } from './choose-guide.js';
import { copyPath } from './copy-path.js';
import type { EngineEvent, LoopEvent, TransactionEvent } from './engine-event.js';
import { type Findings, FindingsLog } from './findings-log.js';
import type { AskedOfSets, ReadSettings } from './read-settings.js';
import { SetReader } from './set-reader.js';
import { dataOfText } from './set-text.js';

/** What events go into. */
export interface EventSink {
  add(event: EngineEvent): void;
  /** Lets go of all events. */
  forget(): void;
}

const NO_FINDINGS: Findings = [];
const CUT = { truncated: true } as const;

/** Templates of events that hold what was read: `model/object-maker.ts` says why. */
const NO_LOOP: LoopEvent = {
  kind: 'loop',
  guide: '',
  loopId: '',
  path: [],
  data: {},
  findings: NO_FINDINGS,
  at: { interchange: 0 },
};
const BEGUN = {
  kind: 'transaction',
  interchange: 0,
  group: 0,
  transaction: 0,
  guide: '',
  header: NO_SET,
  data: {},
} as const;
const ENDED = { findings: NO_FINDINGS, segments: 0, segmentOffset: 0, length: 0 } as const;
const NO_SET_EVENT: TransactionEvent = { ...BEGUN, ...ENDED };
const UNPLACED_EVENT: TransactionEvent = { ...BEGUN, unplaced: [], ...ENDED };
/** By whether loops are streamed: those of a set, and of one with unplaced segments. */
const WHOLE = [NO_SET_EVENT, UNPLACED_EVENT] as const;
const BY_LOOP = [
  { ...NO_SET_EVENT, loops: 0 },
  { ...UNPLACED_EVENT, loops: 0 },
] as const;

/** Turns what the envelope reader reports into engine events, one transaction set (or one loop of it) at a time. */
export class EventReader<Sink extends EventSink> implements EnvelopeHandler {
  readonly sink: Sink;
  readonly #log: FindingsLog;
  readonly #sets: SetReader;
  #streams = false;
  #interchanges = 0;
  #interchangeFindings = NO_FINDINGS;
  #groupFindings = NO_FINDINGS;
  #setFindings = NO_FINDINGS;
  /** TA1 segments of the interchange that went out in typed form. */
  #acknowledgments = 0;
  #encoding = '';
  #newline = '';
  /** Findings of the set that went out with its loops already. */
  #delivered = 0;
  #loops = 0;

  /** @param sink what the events go into. */
  constructor(chooser: GuideChooser, sink: Sink, settings: ReadSettings) {
    this.sink = sink;
    this.#log = new FindingsLog(settings.findings);
    this.#sets = new SetReader(chooser, {
      ...settings,
      decode: true,
      onFinding: (found) => this.#log.add(found),
      onLoop: (loop) => this.#loop(loop),
    });
  }

  /** Begins an input. */
  begin({ guide, loop }: AskedOfSets): void {
    this.#streams = loop !== undefined;
    this.#sets.ask({ guide, loop });
  }

  /** Lets go of the last input. */
  forget(): void {
    this.sink.forget();
    this.#log.reset();
    this.#sets.forget();
    this.#interchanges = 0;
    this.#interchangeFindings = NO_FINDINGS;
    this.#groupFindings = NO_FINDINGS;
    this.#setFindings = NO_FINDINGS;
    this.#acknowledgments = 0;
    this.#encoding = '';
    this.#newline = '';
  }

  finding(found: Finding): void {
    // The values of such segments were read one character a byte: written so, their bytes come back.
    if (found.reason === 'encoding-invalid') this.#encoding = latin1.name;
    this.#log.add(found);
  }

  interchangeStart({ interchange, opening, header }: InterchangeStart): void {
    const { delimiters, newline, encoding, before, inputOffset } = opening;
    const usual = this.#interchanges === 0 ? '' : this.#newline;
    this.#interchanges++;
    this.#acknowledgments = 0;
    this.#encoding = encoding;
    this.#newline = newline;
    this.#interchangeFindings = this.#log.openInterchange();
    const text = before === usual ? undefined : { before };
    this.sink.add({ kind: 'interchange', interchange, inputOffset, ...text, delimiters, newline, encoding, header });
  }

  groupStart({ interchange, group, header }: GroupStart): void {
    this.#groupFindings = this.#log.openGroup();
    if (header === undefined) this.sink.add({ kind: 'group', interchange, group });
    else this.sink.add({ kind: 'group', interchange, group, header });
  }

  transactionStart(start: TransactionStart): void {
    this.#setFindings = this.#log.openSet();
    this.#delivered = 0;
    this.#loops = 0;
    this.#sets.begin(start);
  }

  segments(batch: TokenBatch, from: number, to: number, firstOrdinal: number): void {
    this.#sets.segments(batch, from, to, firstOrdinal);
  }

  transactionEnd({ interchange, group, transaction, segments, length, truncated }: TransactionEnd): void {
    const { guide, data, text, unplaced } = this.#sets.end();
    const { header = { ...NO_SET }, segmentOffset = 0 } = this.#sets.start ?? {};
    const [template, withUnplaced] = this.#streams ? BY_LOOP : WHOLE;
    this.#log.closeSet();
    this.sink.add({
      ...(unplaced.length === 0 ? template : { ...withUnplaced, unplaced }),
      interchange,
      group,
      transaction,
      guide,
      header,
      data: text === undefined ? data : dataOfText(text),
      findings: this.#setFindings,
      segments,
      segmentOffset,
      length,
      ...(this.#streams ? { loops: this.#loops } : undefined),
      ...(truncated ? CUT : undefined),
    });
  }

  groupEnd({ interchange, group, transactions, truncated }: GroupEnd): void {
    this.#log.closeGroup();
    const findings = this.#groupFindings;
    const cut = truncated ? CUT : undefined;
    this.sink.add({ kind: 'groupEnd', interchange, group, transactions, findings, ...cut });
  }

  interchangeEnd({ interchange, groups, length, truncated }: InterchangeEnd): void {
    this.#log.closeInterchange();
    const findings = this.#interchangeFindings;
    const encoding = this.#encoding;
    const cut = truncated ? CUT : undefined;
    this.sink.add({ kind: 'interchangeEnd', interchange, groups, length, findings, encoding, ...cut });
  }

  loose(batch: TokenBatch, index: number, place: LoosePlace): void {
    const segment = batch.raw(index);
    const { groups, transactions } = place;
    const inside = transactions === undefined ? {} : { transactions };
    if (transactions === undefined && batch.tag(index) === 'TA1') {
      const ta1 = readAcknowledgment((position) => batch.element(index, position));
      // A TA1 that the typed form would not give back stays as it is.
      if (givesBack(segment, ['TA1', ...acknowledgmentElements(ta1)], batch.delimiters.element)) {
        this.#acknowledgments++;
        const acknowledgment = groups === 0 ? ta1 : { ...ta1, groups };
        return this.sink.add({ kind: 'acknowledgment', acknowledgment });
      }
    }
    this.sink.add({ kind: 'other', segment: { segment, acknowledgments: this.#acknowledgments, groups, ...inside } });
  }

  /** Call once, behind the envelope reader's own end. */
  end(trailing: string): void {
    const text = trailing === this.#newline ? {} : { trailing };
    const { input, total } = this.#log;
    this.sink.add({ kind: 'end', interchanges: this.#interchanges, ...text, findings: input, findingsTotal: total });
  }

  #loop({ path, data, at }: LoopOccurrence): void {
    this.#loops++;
    const findings = this.#setFindings.slice(this.#delivered);
    this.#delivered = this.#setFindings.length;
    const { guide } = this.#sets;
    this.sink.add({ ...NO_LOOP, guide, loopId: at.loopId ?? '', path: copyPath(path), data, findings, at });
  }
}

// Trailing empty elements are not written (X12.6), so they make no difference.
function givesBack(segment: string, elements: readonly string[], separator: string): boolean {
  const texts = segment.split(separator);
  const length = Math.max(texts.length, elements.length);
  return Array.from({ length }, (_, at) => (texts[at] ?? '') === (elements[at] ?? '')).every(Boolean);
}

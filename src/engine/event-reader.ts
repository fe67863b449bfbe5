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
import { acknowledgmentElements, readAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import type { LoopOccurrence } from '../guide/transaction-read.js';
import type { Finding } from '../model/finding.js';
import type { TokenBatch } from '../syntax/batch.js';
import { latin1 } from '../syntax/encoding.js';
import type { GuideChooser } from './choose-guide.js';
import { copyPath } from './copy-path.js';
import type { EngineEvent } from './engine-event.js';
import { type Findings, FindingsLog } from './findings-log.js';
import { SetReader, type SetReaderOptions } from './set-reader.js';

export interface EventReaderOptions extends Omit<SetReaderOptions, 'decode' | 'onFinding' | 'onLoop'> {
  /** Findings kept of one input. */
  readonly findings: number;
  readonly emit: (event: EngineEvent) => void;
}

const NO_FINDINGS: Findings = [];

/** Turns what the envelope reader reports into engine events, one transaction set (or one loop of it) at a time. */
export class EventReader implements EnvelopeHandler {
  readonly #emit: (event: EngineEvent) => void;
  readonly #log: FindingsLog;
  readonly #sets: SetReader;
  readonly #streams: boolean;
  #interchanges = 0;
  #interchangeFindings = NO_FINDINGS;
  #groupFindings = NO_FINDINGS;
  #setFindings = NO_FINDINGS;
  #set: TransactionStart | undefined;
  /** TA1 segments of the interchange that went out in typed form. */
  #acknowledgments = 0;
  #encoding = '';
  #newline = '';
  /** Findings of the set that went out with its loops already. */
  #delivered = 0;
  #loops = 0;

  constructor(chooser: GuideChooser, options: EventReaderOptions) {
    this.#emit = options.emit;
    this.#log = new FindingsLog(options.findings);
    this.#streams = options.loop !== undefined;
    this.#sets = new SetReader(chooser, {
      ...options,
      decode: true,
      onFinding: (found) => this.#log.add(found),
      onLoop: (loop) => this.#loop(loop),
    });
  }

  /** Makes a reader that has ended ready for another input, and lets go of the last. */
  reset(): void {
    this.#log.reset();
    this.#sets.forget();
    this.#interchanges = 0;
    this.#interchangeFindings = NO_FINDINGS;
    this.#groupFindings = NO_FINDINGS;
    this.#setFindings = NO_FINDINGS;
    this.#set = undefined;
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
    const text = before === usual ? {} : { before };
    this.#emit({ kind: 'interchange', interchange, inputOffset, ...text, delimiters, newline, encoding, header });
  }

  groupStart({ interchange, group, header }: GroupStart): void {
    this.#groupFindings = this.#log.openGroup();
    this.#emit({ kind: 'group', interchange, group, ...(header === undefined ? {} : { header }) });
  }

  transactionStart(start: TransactionStart): void {
    this.#set = start;
    this.#setFindings = this.#log.openSet();
    this.#delivered = 0;
    this.#loops = 0;
    this.#sets.begin(start);
  }

  segments(batch: TokenBatch, from: number, to: number, firstOrdinal: number): void {
    this.#sets.segments(batch, from, to, firstOrdinal);
  }

  transactionEnd({ interchange, group, transaction, segments, length, truncated }: TransactionEnd): void {
    const { guide, data, unplaced } = this.#sets.end();
    const { header = { transactionSet: '', controlNumber: '' }, segmentOffset = 0 } = this.#set ?? {};
    this.#log.closeSet();
    this.#emit({
      kind: 'transaction',
      ...{ interchange, group, transaction, guide, header, data },
      ...(unplaced.length === 0 ? {} : { unplaced }),
      findings: this.#setFindings,
      ...{ segments, segmentOffset, length },
      ...(this.#streams ? { loops: this.#loops } : {}),
      ...cut(truncated),
    });
  }

  groupEnd({ interchange, group, transactions, truncated }: GroupEnd): void {
    this.#log.closeGroup();
    this.#emit({
      kind: 'groupEnd',
      interchange,
      group,
      transactions,
      findings: this.#groupFindings,
      ...cut(truncated),
    });
  }

  interchangeEnd({ interchange, groups, length, truncated }: InterchangeEnd): void {
    this.#log.closeInterchange();
    const findings = this.#interchangeFindings;
    this.#emit({
      kind: 'interchangeEnd',
      interchange,
      groups,
      length,
      findings,
      encoding: this.#encoding,
      ...cut(truncated),
    });
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
        return this.#emit({ kind: 'acknowledgment', acknowledgment });
      }
    }
    this.#emit({ kind: 'other', segment: { segment, acknowledgments: this.#acknowledgments, groups, ...inside } });
  }

  /** Call once, behind the envelope reader's own end. */
  end(trailing: string): void {
    const text = trailing === this.#newline ? {} : { trailing };
    const { input, total } = this.#log;
    this.#emit({ kind: 'end', interchanges: this.#interchanges, ...text, findings: input, findingsTotal: total });
  }

  #loop({ path, data, at }: LoopOccurrence): void {
    this.#loops++;
    const findings = this.#setFindings.slice(this.#delivered);
    this.#delivered = this.#setFindings.length;
    const { guide } = this.#sets;
    this.#emit({ kind: 'loop', guide, loopId: at.loopId ?? '', path: copyPath(path), data, findings, at });
  }
}

// Trailing empty elements are not written (X12.6), so they make no difference.
function givesBack(segment: string, elements: readonly string[], separator: string): boolean {
  const texts = segment.split(separator);
  const length = Math.max(texts.length, elements.length);
  return Array.from({ length }, (_, at) => (texts[at] ?? '') === (elements[at] ?? '')).every(Boolean);
}

function cut(truncated: boolean): { readonly truncated?: true } {
  return truncated ? { truncated } : {};
}

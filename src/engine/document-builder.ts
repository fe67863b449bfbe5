import { NO_SET } from '../envelope/headers.js';
import type { Finding } from '../model/finding.js';
import { freshList } from '../model/fresh-list.js';
import { objectMaker } from '../model/object-maker.js';
import type {
  AcknowledgmentDocument,
  Document,
  GroupDocument,
  InterchangeDocument,
  LooseSegment,
  TransactionDocument,
} from './document.js';
import type { EngineEvent, GroupEvent, InterchangeEvent, TransactionEvent } from './engine-event.js';
import type { EventSink } from './event-reader.js';

const Interchange = objectMaker<InterchangeDocument>();

/** Templates of sets: `model/object-maker.ts` says why. */
const BEGUN = { guide: '', header: NO_SET, data: {} };
const NO_SET_DOCUMENT: TransactionDocument = { ...BEGUN, findings: [], segments: 0 };
const UNPLACED_DOCUMENT: TransactionDocument = { ...BEGUN, unplaced: [], findings: [], segments: 0 };

/** Puts engine events together to one document. */
export class DocumentBuilder implements EventSink {
  #interchanges: InterchangeDocument[] = freshList();
  #interchange: InterchangeEvent | undefined;
  #acknowledgments: AcknowledgmentDocument[] = freshList();
  #other: LooseSegment[] = freshList();
  #groups: GroupDocument[] = freshList();
  #group: GroupEvent | undefined;
  #transactions: TransactionDocument[] = freshList();
  #trailing: string | undefined;
  #findings: readonly Finding[] = freshList();

  add(event: EngineEvent): void {
    switch (event.kind) {
      case 'interchange':
        this.#interchange = event;
        this.#acknowledgments = freshList();
        this.#other = freshList();
        this.#groups = freshList();
        return;
      case 'acknowledgment':
        this.#acknowledgments.push(event.acknowledgment);
        return;
      case 'other':
        this.#other.push(event.segment);
        return;
      case 'group':
        this.#group = event;
        this.#transactions = freshList();
        return;
      case 'transaction':
        this.#transactions.push(setOf(event));
        return;
      case 'groupEnd':
        this.#groups.push(this.#groupOf(event));
        return;
      case 'interchangeEnd':
        this.#endInterchange(event);
        return;
      case 'end':
        this.#trailing = event.trailing;
        this.#findings = event.findings;
        return;
      case 'loop':
        return;
    }
  }

  document(): Document {
    const trailing = this.#trailing === undefined ? undefined : { trailing: this.#trailing };
    return { interchanges: this.#interchanges, ...trailing, findings: this.#findings };
  }

  /** Lets go of the document, and begins another. */
  forget(): void {
    this.#interchanges = freshList();
    this.#interchange = undefined;
    this.#acknowledgments = freshList();
    this.#other = freshList();
    this.#groups = freshList();
    this.#group = undefined;
    this.#transactions = freshList();
    this.#trailing = undefined;
    this.#findings = freshList();
  }

  #groupOf({ findings, truncated }: EngineEvent & { kind: 'groupEnd' }): GroupDocument {
    const header = this.#group?.header;
    const transactions = this.#transactions;
    const group = header === undefined ? { transactions, findings } : { header, transactions, findings };
    return truncated === undefined ? group : { ...group, truncated };
  }

  #endInterchange({ findings, encoding, truncated }: EngineEvent & { kind: 'interchangeEnd' }): void {
    if (this.#interchange === undefined) return;
    const { before, delimiters, newline, header } = this.#interchange;
    const document = new Interchange();
    if (before !== undefined) document.before = before;
    document.delimiters = delimiters;
    document.newline = newline;
    document.encoding = encoding;
    document.header = header;
    document.acknowledgments = this.#acknowledgments;
    if (this.#other.length > 0) document.other = this.#other;
    document.groups = this.#groups;
    document.findings = findings;
    if (truncated !== undefined) document.truncated = truncated;
    this.#interchanges.push(document);
    this.#interchange = undefined;
  }
}

function setOf({
  guide,
  header,
  data,
  unplaced,
  findings,
  segments,
  truncated,
}: TransactionEvent): TransactionDocument {
  const template = unplaced === undefined ? NO_SET_DOCUMENT : { ...UNPLACED_DOCUMENT, unplaced };
  const set = { ...template, guide, header, data, findings, segments };
  return truncated === undefined ? set : { ...set, truncated };
}

import type { GroupHeader, InterchangeHeader, TransactionHeader } from '../envelope/headers.js';
import type { InterchangeAcknowledgment } from '../envelope/interchange-acknowledgment.js';
import { requireForm } from '../model/check-options.js';
import { finish, type Steps } from '../model/steps.js';
import { type DecodeFunctionalOptions, decodeFunctionalInSteps } from './decode-functional.js';
import type { FunctionalAcknowledgment } from './functional-acknowledgment.js';
import { decodeInterchangeAcknowledgment, type InterchangeResult } from './interchange-result.js';

/** As much of a parsed document as acknowledgments are found by. */
export interface AcknowledgingDocument {
  readonly interchanges: readonly AcknowledgingInterchange[];
}

export interface AcknowledgingInterchange {
  readonly header: InterchangeIds;
  readonly acknowledgments: readonly InterchangeAcknowledgment[];
  readonly groups: readonly {
    readonly header?: GroupIds | undefined;
    readonly transactions: readonly {
      readonly header: Pick<TransactionHeader, 'transactionSet'>;
      readonly data: unknown;
    }[];
  }[];
}

/** ISA05 to ISA08. */
export type InterchangeIds = Pick<
  InterchangeHeader,
  'senderQualifier' | 'senderId' | 'receiverQualifier' | 'receiverId'
>;
/** GS02 and GS03. */
export type GroupIds = Pick<GroupHeader, 'applicationSenderCode' | 'applicationReceiverCode'>;

/** A TA1 and the ids of the interchange that it answers: those of its own interchange, swapped. */
export interface ReceivedInterchangeAcknowledgment {
  readonly interchange: InterchangeIds;
  readonly result: InterchangeResult;
}

/** A 999 or 997 and the ids, both of interchange and group, of the group that it answers. */
export interface ReceivedFunctionalAcknowledgment {
  readonly interchange: InterchangeIds;
  /** Absent where the acknowledgment stood outside any group. Not every partner swaps these. */
  readonly group?: GroupIds | undefined;
  readonly acknowledgment: FunctionalAcknowledgment;
}

export interface ReceivedAcknowledgments {
  /** In the order of the document. */
  readonly interchanges: readonly ReceivedInterchangeAcknowledgment[];
  /** In the order of the document. */
  readonly groups: readonly ReceivedFunctionalAcknowledgment[];
}

/** Every TA1, 999 and 997 of a document, with the ids as they were in what it answers. */
export function acknowledgmentsOf(
  document: AcknowledgingDocument,
  options: DecodeFunctionalOptions = {},
): ReceivedAcknowledgments {
  requireForm('acknowledgmentsOf', 'document', document, 'object');
  requireForm('acknowledgmentsOf', 'interchanges', document.interchanges, 'list');
  requireForm('acknowledgmentsOf', 'options', options, 'object');
  return finish(acknowledgmentsInSteps(document, options));
}

/** The same with rests, for who must answer others meanwhile: a few dozen segments of a set a step. */
export function* acknowledgmentsInSteps(
  document: AcknowledgingDocument,
  options: DecodeFunctionalOptions = {},
): Steps<ReceivedAcknowledgments> {
  requireForm('acknowledgmentsInSteps', 'document', document, 'object');
  requireForm('acknowledgmentsInSteps', 'interchanges', document.interchanges, 'list');
  requireForm('acknowledgmentsInSteps', 'options', options, 'object');
  const interchanges: ReceivedInterchangeAcknowledgment[] = [];
  const groups: ReceivedFunctionalAcknowledgment[] = [];
  for (const received of document.interchanges) {
    const interchange = answered(received.header);
    for (const ta1 of received.acknowledgments) {
      interchanges.push({ interchange, result: decodeInterchangeAcknowledgment(ta1) });
    }
    for (const { header, transactions } of received.groups) {
      const group = header === undefined ? {} : { group: answeredGroup(header) };
      for (const { header: st, data } of transactions) {
        if (st.transactionSet !== '999' && st.transactionSet !== '997') continue;
        const acknowledgment = yield* decodeFunctionalInSteps(st.transactionSet, data, options);
        groups.push({ interchange, ...group, acknowledgment });
      }
    }
  }
  return { interchanges, groups };
}

function answered(header: InterchangeIds): InterchangeIds {
  return {
    senderQualifier: header.receiverQualifier,
    senderId: header.receiverId,
    receiverQualifier: header.senderQualifier,
    receiverId: header.senderId,
  };
}

function answeredGroup(header: GroupIds): GroupIds {
  return {
    applicationSenderCode: header.applicationReceiverCode,
    applicationReceiverCode: header.applicationSenderCode,
  };
}

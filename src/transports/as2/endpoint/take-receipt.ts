import type { Journal } from '../../../delivery/journal.js';
import type { Partnership } from '../agreement/partnership.js';
import type { MdnReading } from '../mdn/read-mdn.js';
import type { Entity } from '../mime/entity.js';
import { type DeliveryOutcome, outcomeOfMdn } from '../sending/delivery-outcome.js';
import { DeliveryRecords, type SentTransmission } from '../sending/delivery-record.js';
import { tellReceiptNews } from '../sending/receipt-news.js';

/** A receipt that came in by itself, judged. */
export interface TakenReceipt {
  readonly connection: string;
  /** Id of the payload that was delivered. */
  readonly payloadId: string;
  readonly messageId: string;
  readonly outcome: DeliveryOutcome;
  /** Nobody waited any more: the delivery had been given up as `mdn-missing`, or its process is gone. */
  readonly late: boolean;
  /**
   * False where it changes nothing: it does not prove that it is the partner's, it is a copy of one that ended an earlier attempt, or
   * another before it has proven the delivery. Who waits goes on waiting.
   */
  readonly counts: boolean;
}

export interface TakeReceiptInput {
  readonly journal: Journal;
  readonly partnership: Partnership;
  readonly reading: MdnReading;
  /** As it came, for the evidence. */
  readonly entity: Entity;
  readonly now: () => Date;
}

/**
 * Finds the delivery that a receipt is for, and writes down what it says; a delivery that waits for it is woken.
 * @returns `undefined` where it is for nothing that was sent.
 */
export async function takeReceipt(input: TakeReceiptInput): Promise<TakenReceipt | undefined> {
  const { journal, partnership, reading, entity, now } = input;
  const messageId = reading.kind === 'mdn' ? reading.mdn.originalMessageId : undefined;
  if (messageId === undefined) return undefined;
  const records = new DeliveryRecords(journal, now);
  const { ourId, partnerId } = partnership;
  const ids = { ourId, partnerId, messageId };
  const sent = await records.sent(ids);
  if (sent === undefined) return undefined;
  const outcome = await outcomeOfMdn(reading, entity, {
    ...sent,
    requireMic: partnership.mdn.requireMic,
    sentBefore: true,
  });
  const { connection, payloadId } = sent;
  const before = await records.outcome(ids);
  const record = await records.read(connection, payloadId);
  const taken = { connection, payloadId, messageId: sent.messageId };
  // Anyone can send a receipt that proves nothing: it does not undo one that does, nor stand in the way of one.
  const settled = before?.delivered === true || record?.state === 'delivered';
  if (settled) return { ...taken, outcome, late: false, counts: false };
  const mark = markOf(reading);
  // A copy of the no that ended an earlier attempt, which goes by the same Message-ID: whoever kept it can post it at any time.
  const repeated = !outcome.delivered && mark !== undefined && sent.answered.includes(mark);
  if (repeated || !isPartnersWord(reading, outcome, sent)) {
    // For who has waited in vain: it may be the partner's own, from one that signs no refusals, or sends the same one again.
    await records.noteUnproven(ids, {
      disposition: reading.kind === 'mdn' ? reading.mdn.disposition.text : '',
      repeated,
    });
    return { ...taken, outcome, late: false, counts: false };
  }
  await records.noteOutcome(ids, outcome, { connection, payloadId, mark });
  const late = record?.state !== 'sending' && !(record?.state === 'awaiting' && record.deadline > now());
  if (late && outcome.delivered && record !== undefined) {
    await records.write(connection, payloadId, { ...record, state: 'delivered', evidence: outcome.evidence });
  }
  tellReceiptNews(journal);
  return { ...taken, outcome, late, counts: true };
}

function markOf(reading: MdnReading): string | undefined {
  return reading.kind === 'mdn' && reading.signature.state === 'verified' ? reading.signature.mark : undefined;
}

/**
 * Whoever saw the Message-ID on its way can post a receipt for it: only a signature that fits a certificate of the partner makes it the
 * partner's, whatever it says, where a signed one was asked for.
 */
function isPartnersWord(reading: MdnReading, outcome: DeliveryOutcome, { signed }: SentTransmission): boolean {
  if (!outcome.delivered && outcome.failure.reason === 'mdn-untrusted') return false;
  return !signed || (reading.kind === 'mdn' && reading.signature.state === 'verified');
}

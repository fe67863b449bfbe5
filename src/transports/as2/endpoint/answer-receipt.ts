import type { Journal } from '../../../delivery/journal.js';
import type { Partnership } from '../agreement/partnership.js';
import type { MdnReading } from '../mdn/read-mdn.js';
import type { Octets } from '../spool/octets.js';
import type { TransmissionHead } from '../transmission/transmission-head.js';
import type { As2Event } from './as2-endpoint.js';
import { type As2Response, plainResponse } from './as2-exchange.js';
import { type TakenReceipt, takeReceipt } from './take-receipt.js';

interface ReceivedReceipt {
  readonly head: TransmissionHead;
  readonly partnership: Partnership;
  readonly address: string | undefined;
  readonly reading: MdnReading;
  readonly body: Octets;
}

interface AnswerReceiptOptions {
  readonly journal: Journal;
  readonly now: () => Date;
  readonly step: (name: string) => Promise<void>;
  readonly onReceipt: (receipt: TakenReceipt) => void;
  readonly onEvent: (event: As2Event) => void;
}

/** Takes a receipt that came by itself, tells of it, and answers whoever posted it. */
export async function answerReceipt(
  { head, partnership, address, reading, body }: ReceivedReceipt,
  { journal, now, step, onReceipt, onEvent }: AnswerReceiptOptions,
): Promise<As2Response> {
  await step('note receipt');
  const entity = { headers: head.headers, body, whole: body };
  const taken = await takeReceipt({ journal, partnership, reading, entity, now });
  const { from, to, messageId } = head;
  if (taken === undefined) {
    const text = reading.kind === 'unreadable' ? reading.text : 'It is for nothing that was sent.';
    onEvent({ kind: 'receipt-unmatched', text, from, to, messageId, address });
    return plainResponse(reading.kind === 'unreadable' ? 400 : 404, 'No transmission of that id is known.');
  }
  await step('tell receipt');
  onReceipt(taken);
  if (!taken.counts && !taken.outcome.delivered) {
    const text =
      'A receipt that the partner did not sign, that ended an earlier attempt, or after one that proves the delivery, changes nothing.';
    onEvent({ kind: 'receipt-unproven', text, from, to, messageId: taken.messageId, address });
  }
  return plainResponse(200);
}

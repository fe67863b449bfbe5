import { randomUUID } from 'node:crypto';
import { MESSAGE_ID_FORMAT, messageIdOf } from '../agreement/message-id.js';
import type { Partnership } from '../agreement/partnership.js';
import { activeIdentities } from '../certificates/certificate-windows.js';
import type { DispositionReason } from '../mdn/dispositions.js';
import { writeMdn } from '../mdn/write-mdn.js';
import type { Mic } from '../signed/mic.js';
import type { TransmissionHead } from '../transmission/transmission-head.js';
import { type StoredMdn, storedMdn } from './reception-record.js';

export interface ReceiptInput {
  readonly head: TransmissionHead;
  readonly partnership: Partnership;
  readonly reason: DispositionReason;
  readonly detail?: string | undefined;
  readonly mic?: Mic | undefined;
  readonly moment: Date;
}

/** The receipt for a transmission; `undefined` where none is asked for. Signed where that is asked for, errors too. */
export async function writeReceipt(input: ReceiptInput): Promise<StoredMdn | undefined> {
  const { head, partnership, reason, detail, mic, moment } = input;
  if (head.mdnRequest === undefined) return undefined;
  const { ourId, outbound, identities, mdn } = partnership;
  const unique = randomUUID();
  const [identity] = head.mdnRequest.options.signed ? activeIdentities(identities, 'signing', moment) : [];
  const algorithm = head.mdnRequest.options.micAlgorithms[0] ?? mic?.algorithm ?? 'sha256';
  const { includeCertificate, digestNames } = outbound;
  const written = await writeMdn({
    reason,
    detail,
    from: ourId,
    to: head.from,
    originalMessageId: head.messageId,
    mic,
    reportingUa: 'ediloom',
    messageId: messageIdOf({ format: MESSAGE_ID_FORMAT, unique, moment, from: ourId, to: head.from }),
    moment,
    unique,
    digestNames,
    contentTransferEncoding: mdn.contentTransferEncoding,
    // Without a certificate that is valid now an unsigned one is better than none: the sender sees why it is not enough.
    ...(identity === undefined ? {} : { signing: { identity, algorithm, includeCertificate } }),
  });
  return storedMdn(written);
}

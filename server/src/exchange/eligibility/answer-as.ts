import { readdressInterchange } from 'ediloom';
import type { RawQuestion } from './read-request.js';

/** The payer's answer under the ids that a 270 came with, exchanged: from whom it was for, to whom it was from. */
export function answerAs(raw: RawQuestion | undefined, x12: string): string {
  if (raw === undefined) return x12;
  const { header, groups } = raw.interchange;
  const group = groups[0]?.header;
  return readdressInterchange(x12.trimStart(), {
    senderQualifier: header.receiverQualifier,
    senderId: header.receiverId,
    receiverQualifier: header.senderQualifier,
    receiverId: header.senderId,
    applicationSender: group?.applicationReceiverCode,
    applicationReceiver: group?.applicationSenderCode,
  });
}

import { isX12Error, readdressInterchange } from 'ediloom';
import type { RawQuestion } from './read-request.js';

/**
 * The payer's answer under the ids that a 270 came with, exchanged: from whom it was for, to whom it was from.
 * @returns `undefined` where it cannot have them, as it has other delimiters, and one of these stands in an id.
 */
export function answerAs(raw: RawQuestion | undefined, x12: string): string | undefined {
  if (raw === undefined) return x12;
  try {
    return readdressed(raw, x12);
  } catch (error) {
    if (isX12Error(error)) return undefined;
    throw error;
  }
}

function readdressed(raw: RawQuestion, x12: string): string {
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

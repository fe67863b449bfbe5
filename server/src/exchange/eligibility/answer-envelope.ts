import type { TakenNumbers } from '../../resources/control-numbers/control-number-table.js';
import type { Run } from '../services.js';
import type { RawQuestion } from './read-request.js';

/** The envelope of a question turned round: from whom it was for, to whom it was from. */
export function returnedEnvelope({ header, groups, delimiters }: RawQuestion['interchange']) {
  const group = groups[0]?.header;
  return {
    delimiters,
    header: {
      senderQualifier: header.receiverQualifier,
      senderId: header.receiverId,
      receiverQualifier: header.senderQualifier,
      receiverId: header.senderId,
      usageIndicatorCode: header.usageIndicatorCode,
    },
    codes: {
      applicationSenderCode: group?.applicationReceiverCode ?? header.receiverId,
      applicationReceiverCode: group?.applicationSenderCode ?? header.senderId,
    },
  };
}

interface Ids {
  readonly senderQualifier: string;
  readonly senderId: string;
  readonly receiverQualifier: string;
  readonly receiverId: string;
}

/** Numbers of our answers to a partner; the ids are the partner's own words, so its account has counters of its own for them. */
export function answerNumbers({ services, caller }: Run, ids: Ids, groups: number): Promise<TakenNumbers> {
  const { senderQualifier, senderId, receiverQualifier, receiverId } = ids;
  const pair = {
    senderQualifier: senderQualifier.trim(),
    senderId: senderId.trim(),
    receiverQualifier: receiverQualifier.trim(),
    receiverId: receiverId.trim(),
  };
  return services.controlNumbers.take(caller.accountId, pair, groups);
}

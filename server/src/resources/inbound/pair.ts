/** Who sends an interchange, and who receives it: ISA05 to ISA08. */
export interface InterchangeIds {
  readonly senderQualifier: string;
  readonly senderId: string;
  readonly receiverQualifier: string;
  readonly receiverId: string;
}

/** The ids as one text, by which interchanges of the same two are found; blanks at the end say nothing. */
export function pairOf({ senderQualifier, senderId, receiverQualifier, receiverId }: InterchangeIds): string {
  return JSON.stringify([senderQualifier, senderId, receiverQualifier, receiverId].map((id) => id.trimEnd()));
}

/** The same the other way round: of what is sent, the pair of its answers. */
export function answeringPair(ids: InterchangeIds): string {
  const { senderQualifier, senderId, receiverQualifier, receiverId } = ids;
  return pairOf({
    senderQualifier: receiverQualifier,
    senderId: receiverId,
    receiverQualifier: senderQualifier,
    receiverId: senderId,
  });
}

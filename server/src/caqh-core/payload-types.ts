/** What a payload is. Of the real-time ones, those of eligibility are answered here. */
export const PAYLOAD_TYPES = {
  inquiry270: 'X12_270_Request_005010X279A1',
  response271: 'X12_271_Response_005010X279A1',
  acknowledgment999: 'X12_999_Response_005010X231A1',
  /** Spelt so by the rule: without the 0 of 005010. */
  acknowledgmentTa1: 'X12_TA1_Response_00501X231A1',
  /** An answer without a payload, for its request could not be taken. */
  error: 'CoreEnvelopeError',
} as const;

/** Those that answer a 270; the spelling of a TA1 with all its zeros is read, too. */
const ANSWERS: ReadonlySet<string> = new Set([
  PAYLOAD_TYPES.response271,
  PAYLOAD_TYPES.acknowledgment999,
  PAYLOAD_TYPES.acknowledgmentTa1,
  'X12_TA1_Response_005010X231A1',
]);

export function answersInquiry(payloadType: string): boolean {
  return ANSWERS.has(payloadType);
}

/** Whether it is like a type of the rule, which this server does not take: another transaction, or part of a batch. */
export function isOtherPayloadType(payloadType: string): boolean {
  return /^X12_[0-9A-Z]{2,6}_[A-Za-z_0-9]{1,60}$/.test(payloadType);
}

/**
 * What an interchange of answers is called: by its first transaction set, or a TA1 where it has none.
 * @param x12 begins with ISA.
 */
export function answerTypeOf(x12: Uint8Array): string {
  const separator = String.fromCharCode(x12[3] ?? 0);
  const text = Buffer.from(x12.buffer, x12.byteOffset, Math.min(x12.length, 4096)).toString('latin1');
  const terminator = text[105] ?? '';
  // The bytes after ISA16, and line ends behind terminators, are all that may stand before GS or TA1.
  const ids = text
    .slice(106)
    .split(terminator)
    .map((segment) => segment.trimStart().split(separator));
  const set = ids.find(([id]) => id === 'ST');
  if (set === undefined) return PAYLOAD_TYPES.acknowledgmentTa1;
  return set[1] === '999' ? PAYLOAD_TYPES.acknowledgment999 : PAYLOAD_TYPES.response271;
}

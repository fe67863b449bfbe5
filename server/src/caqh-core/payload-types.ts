/** What a payload is, or what is asked for: those of eligibility, in real time and in batches, and of what is answered to claims. */
export const PAYLOAD_TYPES = {
  inquiry270: 'X12_270_Request_005010X279A1',
  response271: 'X12_271_Response_005010X279A1',
  acknowledgment999: 'X12_999_Response_005010X231A1',
  /** Spelt so by the rule: without the 0 of 005010. */
  acknowledgmentTa1: 'X12_TA1_Response_00501X231A1',
  /** A batch was taken, and nothing is judged of it yet. */
  batchReceipt: 'X12_BatchReceiptConfirmation',
  retrieve999: 'X12_999_RetrievalRequest_005010X231A1',
  retrieveTa1: 'X12_TA1_RetrievalRequest_00501X231A1',
  /** No 999 or TA1 of that batch: not yet, or none at all. */
  noAcknowledgment: 'X12_005010_Response_NoBatchAckFile',
  retrieveResults: 'X12_005010_Request_Batch_Results_271',
  noResults: 'X12_005010_Response_NoBatchResultsFile',
  /** Results of claims are their 277CA. Named as those of 271 and 277 are: what is public of the table has no line for it. */
  retrieveClaimResults: 'X12_005010_Request_Batch_Results_277CA',
  claimResults: 'X12_277CA_Response_005010X214',
  /** The 999 or TA1 about the results that were picked up. */
  submit999: 'X12_999_SubmissionRequest_005010X231A1',
  submitTa1: 'X12_TA1_SubmissionRequest_00501X231A1',
  acknowledgmentReceipt: 'X12_Response_ConfirmReceiptReceived',
  /** An answer without a payload, for its request could not be taken. */
  error: 'CoreEnvelopeError',
} as const;

/**
 * Files of claims by their type. Spelt so by the table of processing modes and payload types that goes with the connectivity rule; software for CORE lists the
 * same three (webMethods Module for HIPAA 9.6, InputMessageType). Hospitals and dentists have `_2` behind A1, whatever GS08 says: their second errata.
 */
export const CLAIM_PAYLOADS = {
  professional: 'X12_837_Request_005010X222A1',
  institutional: 'X12_837_Request_005010X223A1_2',
  dental: 'X12_837_Request_005010X224A1_2',
} as const;

/** What the files of a batch carry. */
export type BatchContent = 'checks' | keyof typeof CLAIM_PAYLOADS;

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

const ACKNOWLEDGMENTS = [...ANSWERS].filter((type) => type !== PAYLOAD_TYPES.response271);
const BATCH_ANSWERS: Readonly<Record<string, readonly string[]>> = {
  acknowledgmentRetrieval: ACKNOWLEDGMENTS,
  resultsRetrieval: [PAYLOAD_TYPES.response271],
};

/** A 277CA, however its errata are written; the first releases of the rule have no table of it. */
const CLAIM_RESULTS = /^X12_277(?:CA)?_Response_005010X214(?:[AE]\d(?:_\d)?)?$/;

/**
 * Whether it is what is picked up by an interaction of a batch. Of claims a 999 or TA1 may come at once or among the results: what an
 * interchange is, it says itself.
 */
export function answersInBatch(interaction: string, payloadType: string, content: BatchContent = 'checks'): boolean {
  if (content === 'checks') return BATCH_ANSWERS[interaction]?.includes(payloadType) ?? false;
  if (ACKNOWLEDGMENTS.includes(payloadType)) return interaction !== 'resultsAcknowledgment';
  return interaction === 'resultsRetrieval' && CLAIM_RESULTS.test(payloadType);
}

/** Whether it is like a type of the rule, which is not taken here: another transaction. */
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
  if (set[1] === '999') return PAYLOAD_TYPES.acknowledgment999;
  return set[1] === '277' ? PAYLOAD_TYPES.claimResults : PAYLOAD_TYPES.response271;
}

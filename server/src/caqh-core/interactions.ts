import { CLAIM_PAYLOADS, PAYLOAD_TYPES } from './payload-types.js';

/** How the WSDL of the rule knows an exchange, and what its request carries. */
interface InteractionRow {
  /** What follows `COREEnvelope` in the elements of SOAP. */
  readonly request: string;
  readonly response: string;
  /** The operation, which SOAP names as its action. */
  readonly action: string;
  readonly mode: ProcessingMode;
  /** What its request may say that it is; forms tell interactions apart by nothing else. */
  readonly asks: readonly string[];
  readonly hasPayload: boolean;
  /** What answers it without a payload. */
  readonly receipts: readonly string[];
}

export type ProcessingMode = 'RealTime' | 'Batch';

/**
 * The exchanges of the rule: an inquiry answered while its sender waits; and the four of a batch, in their order. All four have the
 * PayloadID of the submission: by it what is picked up is found. Claims are handed in and their 277CAs picked up by the same elements as 270s
 * and 271s, and told by what the request says that it is.
 */
export const INTERACTIONS = {
  realTime: {
    request: 'RealTimeRequest',
    response: 'RealTimeResponse',
    action: 'RealTimeTransaction',
    mode: 'RealTime',
    asks: [PAYLOAD_TYPES.inquiry270],
    hasPayload: true,
    receipts: [],
  },
  submission: {
    request: 'BatchSubmission',
    response: 'BatchSubmissionResponse',
    action: 'BatchSubmitTransaction',
    mode: 'Batch',
    asks: [PAYLOAD_TYPES.inquiry270],
    hasPayload: true,
    receipts: [PAYLOAD_TYPES.batchReceipt],
  },
  acknowledgmentRetrieval: {
    request: 'BatchSubmissionAckRetrievalRequest',
    response: 'BatchSubmissionAckRetrievalResponse',
    action: 'BatchSubmitAckRetrievalTransaction',
    mode: 'Batch',
    asks: [PAYLOAD_TYPES.retrieve999, PAYLOAD_TYPES.retrieveTa1],
    hasPayload: false,
    receipts: [PAYLOAD_TYPES.noAcknowledgment],
  },
  resultsRetrieval: {
    request: 'BatchResultsRetrievalRequest',
    response: 'BatchResultsRetrievalResponse',
    action: 'BatchResultsRetrievalTransaction',
    mode: 'Batch',
    asks: [PAYLOAD_TYPES.retrieveResults],
    hasPayload: false,
    receipts: [PAYLOAD_TYPES.noResults],
  },
  resultsAcknowledgment: {
    request: 'BatchResultsAckSubmission',
    response: 'BatchResultsAckSubmissionResponse',
    action: 'BatchResultsAckSubmitTransaction',
    mode: 'Batch',
    asks: [PAYLOAD_TYPES.submit999, PAYLOAD_TYPES.submitTa1],
    hasPayload: true,
    receipts: [PAYLOAD_TYPES.acknowledgmentReceipt],
  },
  claimSubmission: {
    request: 'BatchSubmission',
    response: 'BatchSubmissionResponse',
    action: 'BatchSubmitTransaction',
    mode: 'Batch',
    asks: Object.values(CLAIM_PAYLOADS),
    hasPayload: true,
    receipts: [PAYLOAD_TYPES.batchReceipt],
  },
  claimResultsRetrieval: {
    request: 'BatchResultsRetrievalRequest',
    response: 'BatchResultsRetrievalResponse',
    action: 'BatchResultsRetrievalTransaction',
    mode: 'Batch',
    asks: [PAYLOAD_TYPES.retrieveClaimResults],
    hasPayload: false,
    receipts: [PAYLOAD_TYPES.noResults],
  },
} as const satisfies Record<string, InteractionRow>;

export type Interaction = keyof typeof INTERACTIONS;

/** An element of SOAP, without `COREEnvelope`. */
export type Structure = (typeof INTERACTIONS)[Interaction]['request' | 'response'];

const ROWS: readonly (readonly [Interaction, InteractionRow])[] = Object.entries(INTERACTIONS).map(([name, row]) => [
  // Keys of the table above.
  name as Interaction,
  row,
]);

export function rowOf(interaction: Interaction): InteractionRow {
  return INTERACTIONS[interaction];
}

/** The first interaction that an element of SOAP asks for; others of the same element are told by what they ask. */
export function askedBy(structure: string): Interaction | undefined {
  return ROWS.find(([, { request }]) => request === structure)?.[0];
}

/** The interaction of a form, by what it says of itself. */
export function saidBy(mode: string | undefined, payloadType: string | undefined): Interaction | undefined {
  return ROWS.find(([, row]) => row.mode === mode && row.asks.includes(payloadType ?? ''))?.[0];
}

/** What belongs to an element of SOAP, of a request or of an answer. */
export function rowOfStructure(structure: Structure): InteractionRow {
  const row = ROWS.find(([, { request, response }]) => request === structure || response === structure)?.[1];
  return row ?? INTERACTIONS.realTime;
}

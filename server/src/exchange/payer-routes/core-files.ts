import type { Credentials } from '../../caqh-core/envelope.js';
import { INTERACTIONS, type Interaction } from '../../caqh-core/interactions.js';
import { judgeBatchResponse } from '../../caqh-core/judge-response.js';
import { CLAIM_PAYLOADS, PAYLOAD_TYPES } from '../../caqh-core/payload-types.js';
import { writeEnvelope } from '../../caqh-core/write-envelope.js';
import { stepsInTurns } from '../../heavy-turns.js';
import type { Connection } from '../../resources/payer-routes/schemas.js';
import { judgedBy, noReplyOf } from './core-replies.js';
import { HttpClient, type HttpClientOptions } from './http-client.js';
import type { FileContent, FileReply, FileStep } from './payer-exchange.js';
import { isSuccess } from './replies.js';
import type { FileRequest } from './route-kind.js';

/** Bytes of an envelope with results: a file of some megabytes, as text or in base64. */
const MOST_BYTES = 32 * 1024 * 1024;

/** What each step is in the rule. */
const STEPS: Readonly<Record<FileStep, { readonly interaction: Interaction; readonly payloadType: string }>> = {
  'hand-in': { interaction: 'submission', payloadType: PAYLOAD_TYPES.inquiry270 },
  'fetch-ta1': { interaction: 'acknowledgmentRetrieval', payloadType: PAYLOAD_TYPES.retrieveTa1 },
  'fetch-999': { interaction: 'acknowledgmentRetrieval', payloadType: PAYLOAD_TYPES.retrieve999 },
  'fetch-results': { interaction: 'resultsRetrieval', payloadType: PAYLOAD_TYPES.retrieveResults },
  'acknowledge-results': { interaction: 'resultsAcknowledgment', payloadType: PAYLOAD_TYPES.submit999 },
  'reject-results': { interaction: 'resultsAcknowledgment', payloadType: PAYLOAD_TYPES.submitTa1 },
};

/** What of a step is different for files of this content. */
function payloadTypeOf(step: FileStep, content: FileContent): string {
  if (content !== 'checks' && step === 'hand-in') return CLAIM_PAYLOADS[content];
  if (content !== 'checks' && step === 'fetch-results') return PAYLOAD_TYPES.retrieveClaimResults;
  return STEPS[step].payloadType;
}

export interface FilesOptions extends HttpClientOptions {
  readonly connection: Connection<'caqh-core'>;
  readonly credentials: Credentials | undefined;
  readonly now: () => number;
}

/** The batch mode of CAQH CORE, as its client: a file is handed in, and its acknowledgments and results are picked up by its PayloadID. */
export function exchangesFiles({ connection, credentials, now, ...options }: FilesOptions) {
  const client = new HttpClient({ ...options, mostBytes: MOST_BYTES });
  return {
    exchange: async (request: FileRequest, signal: AbortSignal): Promise<FileReply> => {
      const { payloadId, onSending, step, content = 'checks' } = request;
      const { interaction } = STEPS[step];
      const payloadType = payloadTypeOf(step, content);
      const { contentType, bytes } = writeEnvelope(
        connection.envelope,
        {
          structure: INTERACTIONS[interaction].request,
          payloadType,
          payloadId,
          sentAt: new Date(now()),
          senderId: connection.senderId,
          receiverId: connection.receiverId,
          payload: request.x12,
        },
        credentials,
      );
      const answer = await client.post({ headers: { 'content-type': contentType }, body: bytes, onSending, signal });
      if (answer.kind === 'none') return answer;
      // Results may be long, and stand in the XML.
      const judged = await stepsInTurns(
        judgedBy(answer, (envelope) => judgeBatchResponse(envelope, { interaction, payloadId, content })),
      );
      if (judged?.kind !== 'answer' && judged?.kind !== 'receipt') return noReplyOf(answer, judged);
      if (!isSuccess(answer.status)) return noReplyOf(answer, undefined);
      return judged.kind === 'answer' ? judged : { kind: 'receipt' };
    },
    close: () => client.close(),
  };
}

import { type JudgedResponse, judgeResponse } from '../../caqh-core/judge-response.js';
import { PAYLOAD_TYPES } from '../../caqh-core/payload-types.js';
import { isEnvelopeType, readEnvelope } from '../../caqh-core/read-envelope.js';
import { UnreadableEnvelope } from '../../caqh-core/unreadable.js';
import { writeEnvelope } from '../../caqh-core/write-envelope.js';
import { type HttpAnswer, HttpClient } from './http-client.js';
import type { PayerReply } from './payer-exchange.js';
import { isRefusing, isSuccess, none, notReached, ofStatus, refusing } from './replies.js';
import type { OpenRoute, RouteCheck } from './route-kind.js';

/** A payer that speaks CAQH CORE Connectivity vC2.2.0 in real time. */
export const openCaqhCore: OpenRoute<'caqh-core'> = ({ connection, secrets, guard, trustedAuthorities, now }) => {
  const { url, username, clientCertificate, echoesPayloadId = false } = connection;
  const client = new HttpClient({ url, guard, trustedAuthorities, clientCertificate, clientKey: secrets.clientKey });
  const credentials = username === undefined ? undefined : { username, password: secrets.password ?? '' };
  const written = (payloadId: string, payload: Uint8Array | undefined) => {
    const { contentType, bytes } = writeEnvelope(
      connection.envelope,
      {
        structure: 'RealTimeRequest',
        payloadType: PAYLOAD_TYPES.inquiry270,
        payloadId,
        sentAt: new Date(now()),
        senderId: connection.senderId,
        receiverId: connection.receiverId,
        payload,
      },
      credentials,
    );
    return { headers: { 'content-type': contentType }, body: bytes };
  };
  return {
    ask: async ({ x12, payloadId, onSending }, signal) => {
      const answer = await client.post({ ...written(payloadId, x12), onSending, signal });
      if (answer.kind === 'none') return answer;
      return replyOf(answer, judged(answer, { payloadId, echoesPayloadId }));
    },
    // An envelope without its payload: the payer judges who sends it, and there is nothing to ask of it.
    check: async (signal) => {
      const payloadId = crypto.randomUUID();
      const answer = await client.post({ ...written(payloadId, undefined), onSending: () => {}, signal });
      return checkOf(
        answer,
        answer.kind === 'http' ? judged(answer, { payloadId, echoesPayloadId: false }) : undefined,
      );
    },
    close: () => client.close(),
  };
};

type Response = Extract<HttpAnswer, { kind: 'http' }>;

/** What an envelope says; `undefined`: the answer is not even of a type of envelopes. */
function judged(
  { headers, body }: Response,
  expected: Parameters<typeof judgeResponse>[1],
): JudgedResponse | undefined {
  const contentType = headers['content-type'] ?? '';
  if (!isEnvelopeType(contentType)) return undefined;
  try {
    return judgeResponse(readEnvelope(body, contentType, { versions: 'both' }), expected);
  } catch (error) {
    if (error instanceof UnreadableEnvelope) return { kind: 'envelope', detail: error.reason };
    throw error;
  }
}

/** Faults and errors of the rule come with statuses of errors, too: their codes say more. */
function replyOf({ status, mistrust }: Response, judged: JudgedResponse | undefined): PayerReply {
  if (isSuccess(status)) {
    if (judged === undefined) return none('not-x12', true);
    if (judged.kind === 'answer') return { ...judged, mistrust };
    // It is under the PayloadID of another question.
    if (judged.detail === 'PayloadIDIllegal') mistrust();
    return none(judged.kind, true, judged.detail);
  }
  if (judged?.kind === 'envelope' && isCode(judged.detail)) return none('envelope', true, judged.detail);
  return judged?.kind === 'refused' ? none('refused', true, String(status)) : ofStatus(status);
}

/** Of the rule, or of SOAP; why something is no envelope begins with a small letter. */
function isCode(detail: string): boolean {
  return /^[A-Z]/.test(detail);
}

function checkOf(answer: HttpAnswer, judged: JudgedResponse | undefined): RouteCheck {
  if (answer.kind === 'none') return notReached(answer);
  const { status } = answer;
  if (isRefusing(status) || judged?.kind === 'refused') return refusing(status);
  if (judged === undefined || judged.kind === 'answer') {
    return { ok: false, text: `It answers without an envelope (status ${status}). Check the url.` };
  }
  const { detail } = judged;
  return { ok: isCode(detail), text: `It answered an envelope without a payload by ${detail} (status ${status}).` };
}

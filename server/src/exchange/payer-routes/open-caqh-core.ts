import type { EnvelopeForm } from '../../caqh-core/envelope.js';
import { type JudgedResponse, judgeResponse } from '../../caqh-core/judge-response.js';
import { PAYLOAD_TYPES } from '../../caqh-core/payload-types.js';
import { isEnvelopeType, readEnvelope } from '../../caqh-core/read-envelope.js';
import { UnreadableEnvelope } from '../../caqh-core/unreadable.js';
import { writeEnvelope } from '../../caqh-core/write-envelope.js';
import { type HttpAnswer, HttpClient, none } from './http-client.js';
import type { PayerReply } from './payer-exchange.js';
import type { OpenRoute, RouteCheck } from './route-kind.js';

/** As the schema of the kind lets it through. */
interface CoreConnection {
  readonly url: string;
  readonly envelope: EnvelopeForm;
  readonly senderId: string;
  readonly receiverId: string;
  readonly username?: string;
  readonly clientCertificate?: string;
  /** The payer answers under our PayloadID, and an answer under another is none. */
  readonly echoesPayloadId?: boolean;
}

/** A payer that speaks CAQH CORE Connectivity vC2.2.0 in real time. */
export const openCaqhCore: OpenRoute = ({ connection, secrets, guard, trustedAuthorities, now }) => {
  const settings = connection as unknown as CoreConnection;
  const { url, username, clientCertificate, echoesPayloadId = false } = settings;
  const client = new HttpClient({ url, guard, trustedAuthorities, clientCertificate, clientKey: secrets.clientKey });
  const credentials = username === undefined ? undefined : { username, password: secrets.password ?? '' };
  const written = (payloadId: string, payload: Uint8Array | undefined) => {
    const { contentType, bytes } = writeEnvelope(
      settings.envelope,
      'RealTimeRequest',
      {
        payloadType: PAYLOAD_TYPES.inquiry270,
        payloadId,
        sentAt: new Date(now()),
        senderId: settings.senderId,
        receiverId: settings.receiverId,
        payload,
      },
      credentials,
    );
    return { headers: { 'content-type': contentType }, body: bytes };
  };
  return {
    ask: async ({ x12, payloadId, onSending }, signal) => {
      const id = uuidIn(payloadId);
      const answer = await client.post({ ...written(id, x12), onSending, signal });
      if (answer.kind === 'none') return answer;
      return replyOf(answer, judged(answer, { payloadId: id, echoesPayloadId }));
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

/** The UUID of a check's id: a PayloadID is nothing else. */
function uuidIn(id: string): string {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(id)?.[0] ?? id;
}

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
function replyOf({ status }: Response, judged: JudgedResponse | undefined): PayerReply {
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess) {
    if (judged === undefined) return none('not-x12', true);
    return judged.kind === 'answer' ? judged : none(judged.kind, true, judged.detail);
  }
  if (judged?.kind === 'envelope' && isCode(judged.detail)) return none('envelope', true, judged.detail);
  if (status === 401 || status === 403 || judged?.kind === 'refused') return none('refused', true, String(status));
  return none('http-status', true, String(status));
}

/** Of the rule, or of SOAP; why something is no envelope begins with a small letter. */
function isCode(detail: string): boolean {
  return /^[A-Z]/.test(detail);
}

function checkOf(answer: HttpAnswer, judged: JudgedResponse | undefined): RouteCheck {
  if (answer.kind === 'none') {
    const code = answer.detail === undefined ? '' : ` (${answer.detail})`;
    return { ok: false, text: `It cannot be asked: ${answer.failure}${code}.` };
  }
  const { status } = answer;
  if (status === 401 || status === 403 || judged?.kind === 'refused') {
    return { ok: false, text: `It refuses us (status ${status}). Check username, password and certificate.` };
  }
  if (judged === undefined || judged.kind === 'answer') {
    return { ok: false, text: `It answers without an envelope (status ${status}). Check the url.` };
  }
  const { detail } = judged;
  return { ok: isCode(detail), text: `It answered an envelope without a payload by ${detail} (status ${status}).` };
}

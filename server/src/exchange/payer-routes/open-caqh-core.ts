import { type JudgedResponse, judgeResponse } from '../../caqh-core/judge-response.js';
import { PAYLOAD_TYPES } from '../../caqh-core/payload-types.js';
import { writeEnvelope } from '../../caqh-core/write-envelope.js';
import { allSteps } from '../../heavy-turns.js';
import { withOtherUrls } from './check-other-urls.js';
import { exchangesFiles } from './core-files.js';
import { type HttpResponse, isCode, judgedBy, noReplyOf } from './core-replies.js';
import { type HttpAnswer, HttpClient } from './http-client.js';
import type { PayerReply } from './payer-exchange.js';
import { isRefusing, isSuccess, NO_FILES, notReached, refusing } from './replies.js';
import type { OpenRoute, RouteCheck } from './route-kind.js';

/** A payer that speaks CAQH CORE Connectivity vC2.2.0: in real time, and in batches where its settings say so. */
export const openCaqhCore: OpenRoute<'caqh-core'> = ({ connection, secrets, guard, trustedAuthorities, now }) => {
  const { url, username, clientCertificate, echoesPayloadId = false, batch, claims } = connection;
  const common = { guard, trustedAuthorities, clientCertificate, clientKey: secrets.clientKey };
  const client = new HttpClient({ url, ...common });
  const credentials = username === undefined ? undefined : { username, password: secrets.password ?? '' };
  const filesAt = (place: string) => exchangesFiles({ connection, url: place, credentials, now, ...common });
  const checks = batch && filesAt(batch.url);
  const claimFiles = filesAt(claims?.url ?? batch?.url ?? url);
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
    exchange: async (request, signal) => {
      const files = (request.content ?? 'checks') === 'checks' ? checks : claimFiles;
      return files === undefined ? NO_FILES : files.exchange(request, signal);
    },
    // An envelope without its payload: the payer judges who sends it, and there is nothing to ask of it.
    check: async (signal) => {
      const payloadId = crypto.randomUUID();
      const { headers, body } = written(payloadId, undefined);
      const answer = await client.post({ headers, body, onSending: () => {}, signal });
      const tried = checkOf(
        answer,
        answer.kind === 'http' ? judged(answer, { payloadId, echoesPayloadId: false }) : undefined,
      );
      const others = { 'batch.url': batch?.url, 'claims.url': claims?.url };
      return withOtherUrls(tried, { ...common, url, others, headers, body }, signal);
    },
    close: () => {
      client.close();
      checks?.close();
      claimFiles.close();
    },
  };
};

function judged(answer: HttpResponse, expected: Parameters<typeof judgeResponse>[1]): JudgedResponse | undefined {
  return allSteps(judgedBy(answer, (envelope) => judgeResponse(envelope, expected)));
}

function replyOf(answer: HttpResponse, judged: JudgedResponse | undefined): PayerReply {
  const { status, mistrust } = answer;
  if (judged?.kind !== 'answer') {
    // It is under the PayloadID of another question.
    if (isSuccess(status) && judged?.detail === 'PayloadIDIllegal') mistrust();
    return noReplyOf(answer, judged);
  }
  return isSuccess(status) ? { ...judged, mistrust } : noReplyOf(answer, undefined);
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

import type { JudgedResponse } from '../../caqh-core/judge-response.js';
import { isEnvelopeType, type readEnvelope, readEnvelopeInSteps } from '../../caqh-core/read-envelope.js';
import { UnreadableEnvelope } from '../../caqh-core/unreadable.js';
import type { Steps } from '../../heavy-turns.js';
import type { HttpAnswer } from './http-client.js';
import { isSuccess, type NoReply, none, ofStatus } from './replies.js';

/** An answer of HTTP, whatever its status. */
export type HttpResponse = Extract<HttpAnswer, { kind: 'http' }>;

type Envelope = ReturnType<typeof readEnvelope>;

/**
 * What an envelope says; `undefined`: the answer is not even of a type of envelopes.
 * @param judge by what was asked.
 */
export function* judgedBy<Judged extends { readonly kind: string }>(
  { headers, body }: HttpResponse,
  judge: (envelope: Envelope) => Judged,
): Steps<Judged | JudgedResponse | undefined> {
  const contentType = headers['content-type'] ?? '';
  if (!isEnvelopeType(contentType)) return undefined;
  try {
    return judge(yield* readEnvelopeInSteps(body, contentType, { versions: 'both' }));
  } catch (error) {
    if (error instanceof UnreadableEnvelope) return { kind: 'envelope', detail: error.reason };
    throw error;
  }
}

/** Faults and errors of the rule come with statuses of errors, too: their codes say more. */
export function noReplyOf(
  { status }: Pick<HttpResponse, 'status'>,
  judged: Exclude<JudgedResponse, { kind: 'answer' }> | undefined,
): NoReply {
  if (isSuccess(status)) return judged === undefined ? none('not-x12', true) : none(judged.kind, true, judged.detail);
  if (judged?.kind === 'envelope' && isCode(judged.detail)) return none('envelope', true, judged.detail);
  return judged?.kind === 'refused' ? none('refused', true, String(status)) : ofStatus(status);
}

/** Of the rule, or of SOAP; why something is no envelope begins with a small letter. */
export function isCode(detail: string): boolean {
  return /^[A-Z]/.test(detail);
}

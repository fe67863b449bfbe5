import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KnownRequest } from './answer-request.js';
import { ApiError } from './api-error.js';
import { type BodyBudget, SMALL_BODY } from './reading/body-budget.js';
import type { Rendered } from './render-answer.js';
import { renderError } from './render-error.js';
import { whenOver } from './when-over.js';

/**
 * Counts a large answer until its client has read it: an account whose clients do not read has its part of the memory, and then no more. What
 * was only read is refused in its place; an answer that says what was done is given whatever it takes, as its request was counted.
 */
export function heldAnswer(answers: BodyBudget, known: KnownRequest, answer: Rendered): Rendered {
  const { declared, key, reply } = known;
  const bytes = sizeOf(answer);
  if (bytes <= SMALL_BODY) return answer;
  const release = answers.tryTake(key.caller.accountId, bytes);
  if (release !== undefined) whenOver(reply, release);
  else if (declared.route.method === 'GET') return renderError(unread(), declared.route);
  return answer;
}

/** Waits for the memory of a document that is not read yet, and gives it back when its client has it. @throws ApiError 429, 503. */
export async function reserveAnswer(
  answers: BodyBudget,
  { accountId, bytes }: { readonly accountId: string; readonly bytes: number },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const left = new AbortController();
  let release = (): void => left.abort(unread());
  whenOver(reply, () => release());
  release = await answers.take(accountId, bytes, left.signal);
  // Its client may have left at that moment: that is said once.
  if (request.raw.socket.destroyed) release();
}

function sizeOf({ body }: Rendered): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  // Streams have their own pace.
  return body instanceof Uint8Array ? body.length : 0;
}

function unread(): ApiError {
  return new ApiError(
    429,
    'TOO_MANY_REQUESTS',
    'The account has large answers under way that its clients have not read. Read them, and send this again later.',
    { headers: { 'retry-after': '5' } },
  );
}

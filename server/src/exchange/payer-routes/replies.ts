import type { PayerReply } from './payer-exchange.js';
import type { RouteCheck } from './route-kind.js';

/** There is no answer. */
export type NoReply = Extract<PayerReply, { kind: 'none' }>;

/** @param detail a code of the protocol or a status. */
export function none(failure: NoReply['failure'], wasSent: boolean, detail?: string): NoReply {
  return { kind: 'none', failure, wasSent, ...(detail === undefined ? {} : { detail }) };
}

/** Whether a status of HTTP says that the other end does not know us. */
export function isRefusing(status: number): boolean {
  return status === 401 || status === 403;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** A payer that is there and does not take this question, as it says over HTTP. */
export const NOT_TAKEN: NoReply = none('http-status', true, '400');

/** A route that takes no such files. */
export const NO_FILES: NoReply = none('refused', false, 'NO_BATCHES');

/** An answer by its status alone, which is none of success. */
export function ofStatus(status: number): NoReply {
  return none(isRefusing(status) ? 'refused' : 'http-status', true, String(status));
}

/** A route that was tried and not reached. */
export function notReached({ failure, detail }: NoReply): RouteCheck {
  const why = `It cannot be asked: ${failure}${detail === undefined ? '' : ` (${detail})`}.`;
  const advice = ADVICE.find(([pattern]) => pattern.test(detail ?? failure))?.[1];
  return { ok: false, text: advice === undefined ? why : `${why} ${advice}` };
}

/** What to do, by the code of what went wrong. */
const ADVICE: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /^ADDRESS_REFUSED$/,
    'Its address is not public: if it is meant, start the server with its network in ALLOW_PRIVATE_NETWORKS.',
  ],
  [/^ENOTFOUND$/, 'The host of its url has no address.'],
  [/^ECONNREFUSED$/, 'Nothing listens at the host and port of its url.'],
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    'No authority known here has signed its certificate: TRUSTED_CA_FILE has further ones.',
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'Its certificate is for another host than that of its url.'],
  [/^CERT_HAS_EXPIRED$/, 'Its certificate has expired.'],
  [/^(EPROTO|ERR_SSL_\w+)$/, 'It speaks no TLS at that port, or none that is known here.'],
  [/^timed-out$/, 'It was silent until the time was over.'],
];

/** A route that was tried and does not know us. */
export function refusing(status: number): RouteCheck {
  return { ok: false, text: `It refuses us (status ${status}). Check username, password or token, and certificate.` };
}

/** HTTP statuses of a payer that is there and does not take this question. */
const OF_THE_QUESTION = ['400', '413', '422'];

/**
 * Whether the payer found fault with what was asked and no more: accounts share a route, and one that asks badly must not have it closed for all
 * of them.
 */
export function isOfTheQuestion({ failure, detail = '' }: NoReply): boolean {
  if (failure === 'http-status') return OF_THE_QUESTION.includes(detail);
  return failure === 'envelope' && /^Payload(?:Illegal|Required|NotUnderstood)$/.test(detail);
}

/** HTTP statuses by which a server says that it may take the same later. */
const PASSING = ['408', '425', '429'];

/** Statuses beside those of the client's faults by which a server says that it has done nothing: it has moved, or takes nothing for now. */
const NOT_DONE = ['301', '307', '308', '503'];
/** Of those of the client's faults: it knows what was sent. */
const CONFLICT = '409';

/** Whether a payer says by its HTTP status that it has taken nothing of what was sent. */
export function hasTakenNothing({ failure, detail = '' }: NoReply): boolean {
  if (failure !== 'http-status' && failure !== 'refused') return false;
  return NOT_DONE.includes(detail) || (/^4\d\d$/.test(detail) && detail !== CONFLICT);
}

/** Whether a payer says that it will not take this, now or later: by an HTTP status of the client's faults, or of the question. */
export function isOfClient(reply: NoReply): boolean {
  const { failure, detail = '' } = reply;
  return isOfTheQuestion(reply) || (failure === 'http-status' && /^4/.test(detail) && !PASSING.includes(detail));
}

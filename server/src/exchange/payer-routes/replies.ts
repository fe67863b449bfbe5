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

/** An answer by its status alone, which is none of success. */
export function ofStatus(status: number): NoReply {
  return none(isRefusing(status) ? 'refused' : 'http-status', true, String(status));
}

/** A route that was tried and not reached. */
export function notReached({ failure, detail }: NoReply): RouteCheck {
  return { ok: false, text: `It cannot be asked: ${failure}${detail === undefined ? '' : ` (${detail})`}.` };
}

/** A route that was tried and does not know us. */
export function refusing(status: number): RouteCheck {
  return { ok: false, text: `It refuses us (status ${status}). Check username, password or token, and certificate.` };
}

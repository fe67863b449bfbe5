import type { PostResult } from '../../http/post.js';
import type { Partnership } from '../agreement/partnership.js';
import { activeCertificates, isFor } from '../certificates/certificate-windows.js';
import { isMdn, readMdn } from '../mdn/read-mdn.js';
import type { Entity } from '../mime/entity.js';
import { headersFrom } from '../mime/wire-headers.js';
import { createMemorySpool } from '../spool/memory-spool.js';
import { octetsOf } from '../spool/octets.js';
import { type DeliveryOutcome, type Expected, type Failure, outcomeOfMdn } from './delivery-outcome.js';

/** What an answer of HTTP means: a receipt, a yes without one, or a no. */
export type Answer = DeliveryOutcome | 'accepted';

/**
 * Reads the answer to a transmission. A receipt counts under any status, since some send it under 500; without one the status
 * alone says whether the partner took it.
 */
export async function readAnswer(
  result: PostResult,
  {
    partnership,
    moment,
    expected,
  }: { readonly partnership: Partnership; readonly moment: Date; readonly expected: Expected },
): Promise<Answer> {
  const receipt = result.body.length === 0 ? undefined : await receiptIn(result, { partnership, moment, expected });
  if (receipt !== undefined) return receipt;
  const { status } = result;
  if (status < 200 || status > 299) return no(statusFailure(status));
  const { mode } = partnership.mdn;
  if (mode !== 'sync') return 'accepted';
  const isEmpty = result.body.length === 0;
  return no({
    reason: isEmpty ? 'mdn-missing' : 'mdn-unreadable',
    at: isEmpty ? `HTTP ${status} without a receipt` : `HTTP ${status} with something else than a receipt`,
    details: { messageId: expected.messageId },
  });
}

async function receiptIn(
  result: PostResult,
  {
    partnership,
    moment,
    expected,
  }: { readonly partnership: Partnership; readonly moment: Date; readonly expected: Expected },
): Promise<DeliveryOutcome | undefined> {
  const body = octetsOf(result.body);
  const entity: Entity = { headers: headersFrom(result.headers), body, whole: body };
  if (!(await isMdn(entity))) return undefined;
  const reading = await readMdn(entity, { ...signersOf(partnership, moment), spool: createMemorySpool() });
  const outcome = await outcomeOfMdn(reading, entity, expected);
  // RFC 9111 5.1: with Age the answer was not made for this request. A stored receipt is sent again with it.
  const stored = result.headers.some(([name]) => name.toLowerCase() === 'age');
  return outcome.delivered ? { ...outcome, already: outcome.already || (stored && expected.sentBefore) } : outcome;
}

/** The partner's certificates for receipts: those that count now, and the others, to tell an expired from a foreign one. */
export function signersOf({ certificates }: Partnership, moment: Date) {
  return {
    trusted: activeCertificates(certificates, 'signing', moment),
    inactive: certificates.filter((entry) => isFor(entry, 'signing')).map(({ certificate }) => certificate),
  };
}

function statusFailure(status: number): Failure {
  const details = { status: String(status) };
  const at = `HTTP ${status}`;
  if (status === 503 || status === 429 || status === 408) return { reason: 'server-busy', at, details };
  if (status >= 500) return { reason: 'server-error', at, details };
  return { reason: 'http-refused', at, details };
}

function no(failure: Failure): DeliveryOutcome {
  return { delivered: false, failure };
}

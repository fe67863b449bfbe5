import type { Platform } from '../../platform.js';
import { invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EnrollmentStatus } from '../../store/enrollment-tables.js';
import { noteMove } from './history.js';
import { mayMove, nextOf } from './moves.js';
import { lockEnrollment } from './rows.js';
import { demandShort } from './short-text.js';

/** Characters of a reason. */
export const MOST_OF_REASON = 4_000;

export interface ServiceMove {
  readonly status: EnrollmentStatus;
  /** Why it is delayed or rejected, as the customer is shown it; absent: none from now on. */
  readonly reason?: string | undefined;
}

/**
 * Moves an enrollment, as the service may: what it lets its provider exchange changes with the same commit.
 * @throws Problem `not-found`; `invalid` with the statuses that may follow, and for a reason that is too long.
 */
export async function moveEnrollment(
  services: Pick<Platform, 'clock' | 'config' | 'jobs'>,
  queries: AccountQueries,
  id: string,
  { status, reason }: ServiceMove,
): Promise<void> {
  if (reason !== undefined) demandShort('A reason', reason, MOST_OF_REASON);
  const before = await lockEnrollment(queries, id);
  if (before === undefined) throw notFound('enrollment');
  if (!mayMove(before.status, status, 'service')) throw invalid(refusal(before.status), { code: 'MOVE_REFUSED' });
  const now = services.clock.now();
  await queries
    .update('provider_enrollments')
    .set({ status, reason: reason ?? null, status_updated_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
  await queries.update('enrollment_transactions').set({ status }).where('enrollment_id', '=', id).execute();
  await noteMove(services, queries, { enrollmentId: id, from: before.status, to: status, by: 'service', at: now });
}

function refusal(from: EnrollmentStatus): string {
  const next = nextOf(from);
  if (next.length > 0) return `The enrollment is ${from}: it can become ${next.join(', ')}.`;
  return from === 'DRAFT'
    ? 'The enrollment is a DRAFT: its account submits it first.'
    : `The enrollment is ${from}, and stays so. The account can create another.`;
}

import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EnrollmentHistory, EnrollmentStatus } from '../../store/enrollment-tables.js';
import { listOf } from '../../store/value-list.js';
import { detailColumn } from '../events/detail.js';
import { writeEvents } from '../events/rows.js';
import { promiseStatusMail } from './status-mail.js';

export interface StatusMove {
  readonly enrollmentId: string;
  readonly from: EnrollmentStatus | undefined;
  readonly to: EnrollmentStatus;
  readonly by: EnrollmentHistory['changed_by'];
  readonly at: number;
}

/** Writes a change of the status down, in the transaction that makes it, and with it what tells it: an event, and a mail. */
export async function noteMove(
  services: Pick<Platform, 'config' | 'jobs' | 'clock'>,
  queries: AccountQueries,
  { enrollmentId, from, to, by, at }: StatusMove,
): Promise<void> {
  const last = await queries
    .from('enrollment_history')
    .select('place')
    .where('enrollment_id', '=', enrollmentId)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  const place = (last?.place ?? 0) + 1;
  await queries
    .insert('enrollment_history', {
      ...{ enrollment_id: enrollmentId, place, changed_at: at, changed_by: by },
      ...{ new_status: to, previous_status: from ?? null },
    })
    .execute();
  // Nobody waits for a draft.
  if (to === 'DRAFT') return;
  await writeEvents(services, queries, [
    {
      ...{ type: eventOf(to), mode: 'production', resourceKind: 'enrollment', resourceId: enrollmentId, at },
      detail: detailColumn({}),
    },
  ]);
  await promiseStatusMail(services, queries, { enrollmentId, place, status: to });
}

function eventOf(to: EnrollmentStatus) {
  if (to === 'LIVE') return 'enrollment.activated';
  return to === 'REJECTED' ? 'enrollment.rejected' : 'enrollment.updated';
}

/** Of several enrollments, oldest first. */
export function historiesOf(queries: AccountQueries, ids: readonly string[]): Promise<readonly EnrollmentHistory[]> {
  return queries
    .from('enrollment_history')
    .selectAll()
    .where('enrollment_id', 'in', listOf(queries.tx, ids))
    .orderBy('enrollment_id')
    .orderBy('place')
    .execute();
}

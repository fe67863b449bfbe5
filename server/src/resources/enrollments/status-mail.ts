import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EnrollmentStatus } from '../../store/enrollment-tables.js';
import { findPayers } from '../payers/find-payer.js';
import { enrollmentContent } from './columns.js';

/** Of the job that tells a change of the status. */
export const STATUS_MAIL = 'mail';

/** Milliseconds after which a change is told: what is changed again meanwhile is told once. */
const QUIET_MS = 30_000;
const HOUR_MS = 60 * 60_000;
/** Mails about one enrollment in an hour. */
const MOST_AN_HOUR = 4;

export interface StatusMailPayload {
  readonly enrollmentId: string;
  /** Of the change, in the history of the enrollment. */
  readonly place: number;
}

/** A change as a mail tells it. */
export interface StatusChange {
  readonly enrollmentId: string;
  readonly to: string;
  readonly status: EnrollmentStatus;
  readonly previous: EnrollmentStatus | undefined;
  readonly changedAt: number;
  readonly hasReason: boolean;
  readonly providerName: string;
  readonly payerName: string;
  readonly transactions: readonly string[];
}

export type ChangeToTell =
  | { readonly kind: 'now'; readonly change: StatusChange }
  /** Too many have been told in the hour before. */
  | { readonly kind: 'later'; readonly at: number }
  /** A newer one says more, or the enrollment is not there any more. */
  | { readonly kind: 'superseded' };

/** Promises a mail in the transaction that changes the status; nothing without a mail server, and of drafts, which nobody waits for. */
export async function promiseStatusMail(
  { config, jobs, clock }: Pick<Platform, 'config' | 'jobs' | 'clock'>,
  queries: AccountQueries,
  { status, ...payload }: StatusMailPayload & { readonly status: EnrollmentStatus },
): Promise<void> {
  if (config.mail === undefined || status === 'DRAFT') return;
  await jobs.enqueue(queries, { kind: STATUS_MAIL, class: 'mails', dueAt: clock.now() + QUIET_MS, payload });
}

/** What is to be told of a change now: the history itself says what has been told. */
export async function changeToTell(
  queries: AccountQueries,
  { clock, sealedColumns }: Pick<Platform, 'clock' | 'sealedColumns'>,
  { enrollmentId, place }: StatusMailPayload,
): Promise<ChangeToTell> {
  const history = await queries
    .from('enrollment_history')
    .select(['place', 'changed_at', 'new_status', 'previous_status'])
    .where('enrollment_id', '=', enrollmentId)
    .orderBy('place', 'desc')
    .limit(MOST_AN_HOUR + 1)
    .execute();
  const [last, ...before] = history;
  if (last === undefined || last.place !== place) return { kind: 'superseded' };
  const first = before[MOST_AN_HOUR - 1];
  if (first !== undefined && first.changed_at + HOUR_MS > clock.now()) {
    return { kind: 'later', at: first.changed_at + HOUR_MS };
  }
  const row = await queries.from('provider_enrollments').selectAll().where('id', '=', enrollmentId).executeTakeFirst();
  if (row === undefined) return { kind: 'superseded' };
  const transactions = await queries
    .from('enrollment_transactions')
    .select('transaction_type')
    .where('enrollment_id', '=', enrollmentId)
    .orderBy('transaction_type')
    .execute();
  const payer = (await findPayers(queries.tx, [row.payer_id])).get(row.payer_id);
  const change: StatusChange = {
    ...{
      enrollmentId,
      status: last.new_status,
      previous: last.previous_status ?? undefined,
      changedAt: last.changed_at,
    },
    to: enrollmentContent(sealedColumns, row).userEmail,
    hasReason: row.reason !== null,
    providerName: row.provider_name,
    payerName: payer?.kind === 'found' ? payer.payer.displayName : row.submitted_payer,
    transactions: transactions.map(({ transaction_type }) => transaction_type),
  };
  return { kind: 'now', change };
}

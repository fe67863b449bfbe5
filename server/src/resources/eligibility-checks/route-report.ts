import { sql } from 'kysely';
import type { Transaction } from '../../store/store.js';

/** Milliseconds within which CAQH CORE wants nine of ten real-time answers. */
export const CORE_ANSWER_MS = 20_000;

/** What became of the checks that one route was asked. */
export interface RouteMonth {
  readonly routeId: string;
  /** Those whose bytes may have left. */
  readonly sent: number;
  readonly answered: number;
  /** Answered within 20 s. */
  readonly inTime: number;
  /** Milliseconds of the longest answer. */
  readonly longestMs: number;
  /** Checks without a usable answer by why: `timed-out` …; `UNKNOWN`: their process died. */
  readonly failures: Readonly<Record<string, number>>;
}

interface Counted {
  readonly outcome: string;
  readonly sent: number | string;
  readonly count: number | string;
  readonly in_time: number | string;
  readonly longest: number | string | null;
}

/** Checks of a route that were begun from an instant on and before another, of all accounts. */
export async function routeReport(
  db: Transaction,
  routeId: string,
  { from, before }: { readonly from: number; readonly before: number },
): Promise<RouteMonth> {
  const { rows } = await sql<Counted>`select coalesce(failure, status) as outcome, count(*) as count,
      sum(case when sent_at is null then 0 else 1 end) as sent,
      sum(case when answered_at - sent_at <= ${CORE_ANSWER_MS} then 1 else 0 end) as in_time,
      max(answered_at - sent_at) as longest
    from eligibility_checks where route_id = ${routeId} and created_at >= ${from} and created_at < ${before}
    group by coalesce(failure, status)`.execute(db);
  const answered = rows.find(({ outcome }) => outcome === 'ANSWERED');
  return {
    routeId,
    sent: rows.reduce((sum, { sent }) => sum + Number(sent), 0),
    answered: Number(answered?.count ?? 0),
    inTime: Number(answered?.in_time ?? 0),
    longestMs: Number(answered?.longest ?? 0),
    failures: Object.fromEntries(
      rows.flatMap(({ outcome, count }) => (outcome === 'ANSWERED' ? [] : [[outcome, Number(count)]])),
    ),
  };
}

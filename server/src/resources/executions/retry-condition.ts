import type { Caller } from '../../caller.js';
import { invalid, notFound } from '../../problems.js';
import { timesOf } from '../../schemas/times.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { Store } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { findRetryable, type RetriedExecution } from './find-retryable.js';
import type { RetryAnswer, RetryCondition } from './schemas.js';
import { seenBy } from './seen-by.js';

/** Of one request; a further one takes others. */
const MOST_AT_ONCE = 1000;

/** Members that narrow what is meant. */
const NARROWING = [
  ['direction', 'direction'],
  ['fault_code', 'faultCode'],
  ['partnership_id', 'partnershipId'],
  ['status', 'status'],
] as const;

/**
 * The executions that a request to retry means: those it names, whatever became of them, else those that have failed or were
 * ignored, the newest of them; both narrowed by its other conditions. Oldest first.
 * @throws Problem `invalid` for a condition without members or with times the wrong way round, `not-found` where none of the named ones is there; StoreError `too-slow`.
 */
export async function executionsToRetry(
  store: Store,
  caller: Caller,
  condition: RetryCondition,
): Promise<MeantExecutions> {
  demandMembers(condition);
  timesOf(condition, '/condition');
  const { executionIds } = condition;
  if (executionIds !== undefined) {
    return readRows(store, caller.accountId, (queries) => namedExecutions(queries, caller, condition, executionIds));
  }
  const found = await findRetryable(store, caller, condition, MOST_AT_ONCE);
  const executions = [...found].sort((one, other) => one.created_at - other.created_at);
  return { executions, there: executions.map(({ id }) => id), notFound: [] };
}

async function namedExecutions(
  queries: AccountQueries,
  caller: Caller,
  condition: RetryCondition,
  ids: readonly string[],
): Promise<MeantExecutions> {
  if (ids.length === 0) return { executions: [], there: [], notFound: [] };
  const columns = ['id', 'status', 'direction', 'fault_code', 'partnership_id', 'created_at'] as const;
  const rows = await seenBy(caller, queries.from('executions'))
    .select(columns)
    .where('id', 'in', listOf(queries.tx, [...new Set(ids)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  if (rows.length === 0) throw notFound('execution');
  const { from, to } = timesOf(condition);
  const executions = rows.filter(
    (row) =>
      NARROWING.every(([column, member]) => condition[member] === undefined || row[column] === condition[member]) &&
      (from === undefined || row.created_at >= from) &&
      (to === undefined || row.created_at <= to),
  );
  // Those that the account does not have are told apart from those that other conditions leave out.
  const there = new Set(rows.map(({ id }) => id));
  return { executions, there: [...there], notFound: [...new Set(ids)].filter((id) => !there.has(id)) };
}

/** What a request to retry is about. */
export interface MeantExecutions {
  /** Those that its condition leaves, at most a thousand. */
  readonly executions: readonly RetriedExecution[];
  /** Ids of those, or of all that it names and that are there. */
  readonly there: readonly string[];
  /** Ids that it names and that are not there. */
  readonly notFound: readonly string[];
}

/** What became of a request to retry. @param queued ids of the executions that are delivered again. */
export function showRetried({ there, notFound }: MeantExecutions, queued: readonly string[]): RetryAnswer {
  const done = new Set(queued);
  return { queued: done.size, notFound: [...notFound], notRetryable: there.filter((id) => !done.has(id)) };
}

/** What the audit says of a request to retry: the ids, as many as fit. */
export function auditedIds(executions: readonly RetriedExecution[]): string {
  return executions
    .map(({ id }) => id)
    .join(' ')
    .slice(0, 1000);
}

// An empty condition would mean every failed file of the account, which nobody asks for by leaving everything out.
function demandMembers(condition: RetryCondition): void {
  if (Object.keys(condition).length > 0) return;
  throw invalid('The condition is empty. Say which executions are meant.', {
    code: 'VALIDATION_FAILED',
    errors: [{ message: 'Has no member.', path: '/condition' }],
  });
}

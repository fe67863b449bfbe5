import { type SqlBool, sql } from 'kysely';
import type { Caller } from '../../caller.js';
import { instantOf } from '../../clock.js';
import { invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Executions } from '../../store/tables.js';
import type { RetryAnswer, RetryCondition } from './schemas.js';
import { seenBy } from './seen-by.js';

/** Of one request; a second request takes the next. */
const MOST_AT_ONCE = 1000;

/** What redelivery asks of an execution. */
export type RetriedExecution = Pick<Executions, 'id' | 'status' | 'direction'>;

/**
 * The executions that a request to retry means, oldest first: those it names, whatever became of them, else the outbound ones that
 * have failed or were ignored; both narrowed by its other conditions.
 * @throws Problem `invalid` for a condition without members, `not-found` where none of the named ones is there.
 */
export async function executionsToRetry(
  queries: AccountQueries,
  caller: Caller,
  condition: RetryCondition,
): Promise<MeantExecutions> {
  demandMembers(condition);
  const { executionIds } = condition;
  let query = seenBy(caller, queries.from('executions')).select(['id', 'status', 'direction']);
  if (executionIds !== undefined) query = query.where('id', 'in', executionIds.length === 0 ? [''] : executionIds);
  // The words of the index by status: what has failed is little, what goes to one partner may be half of the account.
  else query = query.where('status', 'in', ['FAILED', 'IGNORED']).where(sql<SqlBool>`status <> 'COMPLETED'`);
  const others = [
    ['direction', executionIds === undefined ? 'OUTBOUND' : undefined],
    ['direction', condition.direction],
    ['fault_code', condition.faultCode],
    ['partnership_id', condition.partnershipId],
  ] as const;
  for (const [column, value] of others) {
    // Not so that an index of it would be taken.
    if (value !== undefined) query = query.where(sql<SqlBool>`coalesce(${sql.ref(column)}, '') = ${value}`);
  }
  if (condition.status !== undefined) query = query.where('status', '=', condition.status);
  if (condition.from !== undefined) query = query.where('created_at', '>=', instantOf(condition.from));
  if (condition.to !== undefined) query = query.where('created_at', '<=', instantOf(condition.to));
  const executions = await query.orderBy('created_at').orderBy('id').limit(MOST_AT_ONCE).execute();
  if (executionIds === undefined) return { executions, there: executions.map(({ id }) => id), notFound: [] };
  // Named ones that the account does not have are told apart from those that other conditions leave out.
  return { executions, ...(await partNamed(queries, caller, executionIds)) };
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

async function partNamed(
  queries: AccountQueries,
  caller: Caller,
  ids: readonly string[],
): Promise<Pick<MeantExecutions, 'there' | 'notFound'>> {
  if (ids.length === 0) return { there: [], notFound: [] };
  const rows = await seenBy(caller, queries.from('executions')).select('id').where('id', 'in', ids).execute();
  if (rows.length === 0) throw notFound('execution');
  const there = new Set(rows.map(({ id }) => id));
  return { there: [...there], notFound: [...new Set(ids)].filter((id) => !there.has(id)) };
}

import Type from 'typebox';
import type { Caller } from '../../../caller.js';
import { requestRedelivery } from '../../../exchange/outbound/request-redelivery.js';
import { route } from '../../../operations/route.js';
import { invalid, notFound } from '../../../problems.js';
import { RetryBody, type RetryCondition } from '../../../resources/executions/schemas.js';
import { visible } from '../../../resources/executions/visible-rows.js';
import { instantOf } from '../../../resources/transactions/rows.js';
import type { AccountQueries } from '../../../store/account-queries.js';
import type { Executions } from '../../../store/tables.js';

/** Of one request; a second request takes the next. */
const MOST_AT_ONCE = 1000;

export const retryExecutions = route({
  operation: 'RetryExecutions',
  family: 'core',
  method: 'POST',
  path: '/executions/retry',
  summary: 'Delivers files again that could not be delivered: the same bytes under a new execution.',
  schemas: { body: RetryBody, response: { 200: Type.Null({ description: 'No content.' }) } },
  audit: { action: 'retry', objectKind: 'execution' },
  handle: (call) =>
    call.commit(async (queries) => {
      const found = await findExecutions(queries, call.caller, call.body.condition);
      await requestRedelivery(call.services, queries, found);
      return {
        body: undefined,
        objectId: found
          .map(({ id }) => id)
          .join(' ')
          .slice(0, 1000),
      };
    }),
});

type Found = Pick<Executions, 'id' | 'status' | 'direction'>;

async function findExecutions(
  queries: AccountQueries,
  caller: Caller,
  condition: RetryCondition,
): Promise<readonly Found[]> {
  if (Object.keys(condition).length === 0) {
    throw invalid('The condition is empty. Say which executions are meant.', {
      code: 'VALIDATION_FAILED',
      errors: [{ message: 'Has no member.', path: '/condition' }],
    });
  }
  const { executionIds } = condition;
  let query = visible(queries, caller, 'executions').select(['id', 'status', 'direction']);
  if (executionIds !== undefined) query = query.where('id', 'in', executionIds.length === 0 ? [''] : executionIds);
  else query = query.where('status', 'in', ['FAILED', 'IGNORED']).where('direction', '=', 'OUTBOUND');
  if (condition.direction !== undefined) query = query.where('direction', '=', condition.direction);
  if (condition.faultCode !== undefined) query = query.where('fault_code', '=', condition.faultCode);
  if (condition.partnershipId !== undefined) query = query.where('partnership_id', '=', condition.partnershipId);
  if (condition.status !== undefined) query = query.where('status', '=', condition.status);
  if (condition.from !== undefined) query = query.where('created_at', '>=', instantOf(condition.from));
  if (condition.to !== undefined) query = query.where('created_at', '<=', instantOf(condition.to));
  const found = await query.orderBy('created_at').orderBy('id').limit(MOST_AT_ONCE).execute();
  // Named ones that the account does not have are told apart from those that other conditions leave out.
  if (executionIds !== undefined && found.length === 0) await demandAny(queries, caller, executionIds);
  return found;
}

async function demandAny(queries: AccountQueries, caller: Caller, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const any = await visible(queries, caller, 'executions').select('id').where('id', 'in', ids).executeTakeFirst();
  if (any === undefined) throw notFound('execution');
}

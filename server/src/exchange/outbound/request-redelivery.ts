import { uuid } from '../../ids.js';
import { invalid } from '../../problems.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Executions } from '../../store/tables.js';
import type { Services } from '../services.js';

type Wanted = Pick<Executions, 'id' | 'status' | 'direction'>;

/** Of the job that makes the new execution. */
export const REDELIVER = 'redeliver';

/**
 * Has outbound files delivered again, each once: of failed and ignored ones a job makes a new execution of the same bytes and
 * numbers; a second request for the same one is a fault of it. Others are left alone.
 * @throws Problem `invalid` for inbound ones, which are processed again and not delivered.
 */
export async function requestRedelivery(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  queries: AccountQueries,
  executions: readonly Wanted[],
): Promise<void> {
  if (executions.some(({ direction }) => direction !== 'OUTBOUND')) {
    throw invalid('Only outbound files are delivered again. Name executions with the direction OUTBOUND.', {
      code: 'NOT_SUPPORTED',
    });
  }
  const at = clock.now();
  const wanted: Wanted[] = [];
  for (const execution of executions) if (await claim(queries, execution.id, at)) wanted.push(execution);
  if (wanted.length > 0) {
    await jobs.enqueue(
      queries,
      wanted.map(({ id }) => ({ kind: REDELIVER, payload: { executionId: id } })),
    );
  }
  const again = executions.filter(({ status }) => status === 'RETRYING' || status === 'RETRIED');
  await insertRows(
    queries,
    'faults',
    again.map(({ id }) => retriedBefore(id, at)),
  );
  for (const { id } of again) {
    await queries
      .update('executions')
      .set((row) => ({ fault_count: row('fault_count', '+', 1), updated_at: at }))
      .where('id', '=', id)
      .execute();
  }
}

/** False where there is nothing to deliver again, or another request was first. */
async function claim(queries: AccountQueries, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .update('executions')
    .set({ status: 'RETRYING', updated_at: at })
    .where('id', '=', id)
    .where('status', 'in', ['FAILED', 'IGNORED'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function retriedBefore(executionId: string, at: number): OwnRow<'faults'> {
  return {
    id: uuid(),
    execution_id: executionId,
    code: 'PREVIOUSLY_RETRIED',
    message: 'The execution was retried before. Retry the child execution, should that one have failed.',
    detail: '{}',
    created_at: at,
  };
}

import type { Carried } from '../../resources/claims/carried-files.js';
import { wasAnswered } from '../../resources/claims/unanswered.js';
import { deliveryReportsOf, executionWithId } from '../../resources/executions/rows.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import type { Executions } from '../../store/tables.js';
import type { Services } from '../services.js';
import type { ClaimSending } from './claim-sender.js';

/** Most deliveries are over in a moment; one that is not may last as long as its attempts do. */
const SOON_MS = 1_000;
const YOUNG_MS = 30_000;
const LATER_MS = 15_000;
/** Until somebody retries what was not delivered. */
const FAILED_MS = 60_000;
/** Retries of one file that are followed. */
const MOST_RETRIES = 1_000;

/**
 * What has become of a file that an account of the operator sends, by its execution or the last of those that retried it. One that was answered has
 * arrived, though its delivery could not find out: the payer may take a file away before a process that was killed looks for it again.
 */
export async function followExecution(
  services: Pick<Services, 'store' | 'clock'>,
  file: Pick<ClaimFiles, 'account_id' | 'id'>,
  carried: Carried,
): Promise<ClaimSending> {
  const { sending, lastAt } = await followed(services, carried);
  if (sending.kind !== 'under-way' || sending.failure === undefined) return sending;
  const hasArrived = await readRows(services.store, file.account_id, (queries) => wasAnswered(queries, file.id));
  return hasArrived ? { kind: 'sent', at: lastAt } : sending;
}

interface Followed {
  readonly sending: ClaimSending;
  /** When the execution was last changed. */
  readonly lastAt: number;
}

async function followed(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { carrierAccountId, executionId }: Carried,
): Promise<Followed> {
  const now = clock.now();
  return readRows(store, carrierAccountId, async (queries) => {
    const last = await lastOf(queries, executionId);
    // Retention has taken it: whether it was delivered before, nobody knows.
    if (last === undefined)
      return { sending: { kind: 'failed', failure: 'not-reached', mayHaveArrived: true }, lastAt: now };
    const lastAt = Number(last.updated_at);
    switch (last.status) {
      case 'COMPLETED':
        return { sending: { kind: 'sent', at: await deliveredAt(queries, last) }, lastAt };
      case 'FAILED':
      case 'IGNORED':
        return { sending: { kind: 'under-way', lookAgainAt: now + FAILED_MS, failure: 'not-delivered' }, lastAt };
      default: {
        const isYoung = now - Number(last.created_at) < YOUNG_MS;
        return { sending: { kind: 'under-way', lookAgainAt: now + (isYoung ? SOON_MS : LATER_MS) }, lastAt };
      }
    }
  });
}

/** A file that was delivered and goes out once more stays delivered, though it has a child. */
async function lastOf(queries: AccountQueries, executionId: string): Promise<Executions | undefined> {
  let row = await executionWithId(queries, executionId);
  for (let retries = 0; row?.status === 'RETRIED' && row.child_id !== null && retries < MOST_RETRIES; retries++) {
    row = await executionWithId(queries, row.child_id);
  }
  return row;
}

async function deliveredAt(queries: AccountQueries, { id, updated_at }: Executions): Promise<number> {
  const reports = await deliveryReportsOf(queries, id);
  return Number(reports.find(({ status }) => status === 'DELIVERED')?.created_at ?? updated_at);
}

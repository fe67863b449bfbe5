import type { ItemFilters } from '../../src/resources/eligibility-batches/list-items.js';
import type { StoredFilters } from '../../src/resources/eligibility-checks/list.js';
import type { EventFilters } from '../../src/resources/events/list.js';
import type { ExecutionFilters } from '../../src/resources/executions/schemas.js';
import type { TransactionFilters } from '../../src/resources/transactions/schemas.js';

const DAY = { from: '2026-01-15T00:00:00.000Z', to: '2026-01-16T00:00:00.000Z' } as const;

/** Every way in which a list can be narrowed by one thing; values that most rows have, and others. */
export const EXECUTION_FILTERS: readonly ExecutionFilters[] = [
  { direction: 'INBOUND' },
  { direction: 'OUTBOUND' },
  { faultCode: 'DELIVERY_FAILURE' },
  { partnershipId: 'p1' },
  { status: 'FAILED' },
  { status: 'COMPLETED' },
  { mode: 'test' },
  { mode: 'production' },
  { from: DAY.from },
  { to: DAY.to },
  { displayName: 'zzzz' },
];

export const TRANSACTION_FILTERS: readonly TransactionFilters[] = [
  { businessIdentifier: 'one' },
  { businessIdentifier: 'every' },
  { businessIdentifier: 'every', elementId: '127' },
  { transactionSetId: '271' },
  { sender: 's' },
  { receiver: 'r' },
  { direction: 'INBOUND' },
  { direction: 'OUTBOUND' },
  { mode: 'test' },
  { mode: 'production' },
  { status: 'failed' },
  { status: 'succeeded' },
  { from: DAY.from },
  { to: DAY.to },
  { partnershipId: 'p1' },
  { acknowledgment: 'overdue' },
  { acknowledgment: 'not-expected' },
];

export const EVENT_FILTERS: readonly EventFilters[] = [
  { eventId: 'evt_01a20000-0000-7000-8000-000000000007' },
  { eventType: 'file.failed' },
  { eventType: 'transaction.processed' },
  { status: ['FAILED'] },
  { status: ['PENDING'] },
  { status: ['DELIVERED'] },
  { status: ['PENDING', 'FAILED'] },
  { created: [`gte:${DAY.from}`] },
  { created: [`lt:${DAY.to}`] },
];

export const CHECK_FILTERS: readonly StoredFilters[] = [
  { patientIndex: 'p' },
  { payerId: 'LAKES' },
  { status: 'FAILED' },
  { status: 'ANSWERED' },
  { source: 'raw-x12' },
  { source: 'json' },
  { errorCode: '75' },
  { mode: 'test' },
  { mode: 'production' },
  { from: DAY.from },
  { to: DAY.to },
];

export const ITEM_FILTERS: readonly ItemFilters[] = [
  { states: ['RETRYING'] },
  { states: ['COMPLETED'] },
  { states: ['RETRYING', 'COMPLETED_WITH_ERRORS'] },
  { results: ['ACTIVE'] },
  { results: ['ACTIVE', 'INACTIVE'] },
];

/** None, each alone, and each two that do not narrow by the same. */
export function pairsOf<Filters extends object>(filters: readonly Filters[]): readonly Filters[] {
  const pairs = filters.flatMap((one, index) =>
    filters.slice(index + 1).flatMap((other) => {
      const names = Object.keys(one);
      return Object.keys(other).some((name) => names.includes(name)) ? [] : [{ ...one, ...other }];
    }),
  );
  return [{} as Filters, ...filters, ...pairs];
}

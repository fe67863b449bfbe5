import { uuid } from '../../ids.js';
import type { Jobs } from '../../jobs/job.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { EventDeliveries } from '../../store/exchange-tables.js';
import { grouped } from '../../store/grouped.js';
import { insertRows } from '../../store/insert-rows.js';
import { listOf } from '../../store/value-list.js';
import { webhookJob } from './webhook-jobs.js';

/** An event that a destination is to get. */
export interface NewEventDelivery {
  readonly eventId: string;
  readonly destinationId: string;
  /** The name that the destination asks for it by. */
  readonly eventType: string;
  /** It waits until the destination is enabled. */
  readonly isHeld: boolean;
  readonly isManual?: true;
  readonly at: number;
}

/** Promises that events are sent, in the transaction that writes them down. */
export async function enqueueWebhooks(
  jobs: Jobs,
  queries: AccountQueries,
  deliveries: readonly NewEventDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map((delivery) => ({ delivery, row: rowOf(delivery) }));
  const due = rows.filter(({ delivery }) => !delivery.isHeld);
  await Promise.all([
    insertRows(
      queries,
      'event_deliveries',
      rows.map(({ row }) => row),
    ),
    jobs.enqueue(
      queries,
      due.map(({ row, delivery: { isManual } }) =>
        webhookJob(row.destination_id, {
          ...{ deliveryId: row.id, run: 1, attempt: 1 },
          ...(isManual && { isManual }),
        }),
      ),
    ),
  ]);
}

function rowOf({ eventId, destinationId, eventType, isHeld, at }: NewEventDelivery): OwnRow<'event_deliveries'> {
  return {
    id: `msg_${uuid()}`,
    event_id: eventId,
    destination_id: destinationId,
    event_type: eventType,
    status: isHeld ? 'HELD' : 'PENDING',
    run: 1,
    attempts: 0,
    answer: null,
    created_at: at,
    updated_at: at,
  };
}

/** Those of these ids that are there. */
export function deliveriesWithIds(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<readonly EventDeliveries[]> {
  return queries.from('event_deliveries').selectAll().where('id', 'in', listOf(queries.tx, ids)).execute();
}

/** What has become of an event, at whichever destination. */
export function deliveriesOfEvent(queries: AccountQueries, eventId: string): Promise<readonly EventDeliveries[]> {
  return queries.from('event_deliveries').selectAll().where('event_id', '=', eventId).orderBy('id').execute();
}

/**
 * Has an event sent again to all that it went to, whatever has become of it there: jobs of before do nothing any more.
 * @returns to how many.
 */
export async function sendAgain(
  jobs: Jobs,
  queries: AccountQueries,
  { eventId, at }: { readonly eventId: string; readonly at: number },
): Promise<number> {
  const rows = await queries
    .update('event_deliveries')
    .set((row) => ({ status: 'PENDING', run: row('run', '+', 1), updated_at: at }))
    .where('event_id', '=', eventId)
    .returningAll()
    .execute();
  await jobs.enqueue(
    queries,
    rows.map(({ id: deliveryId, destination_id, run }) =>
      webhookJob(destination_id, { deliveryId, run: Number(run), attempt: 1, isManual: true }),
    ),
  );
  return rows.length;
}

/** Sends on what has waited for its destination, each by a round of its own. */
export async function releaseDeliveries(
  jobs: Jobs,
  queries: AccountQueries,
  ids: readonly string[],
  at: number,
): Promise<void> {
  const rows = await queries
    .update('event_deliveries')
    .set((row) => ({ status: 'PENDING', run: row('run', '+', 1), updated_at: at }))
    .where('id', 'in', listOf(queries.tx, ids))
    .where('status', '=', 'HELD')
    .returning(['id', 'destination_id', 'run'])
    .execute();
  await jobs.enqueue(
    queries,
    rows.map(({ id: deliveryId, destination_id, run }) =>
      webhookJob(destination_id, { deliveryId, run: Number(run), attempt: 1 }),
    ),
  );
}

/** Ends what has waited for its destination, or for its next attempt there. @returns the ids of their events. */
export async function endWaiting(
  queries: AccountQueries,
  ids: readonly string[],
  { answer, at }: { readonly answer: string; readonly at: number },
): Promise<readonly string[]> {
  const rows = await queries
    .update('event_deliveries')
    .set({ status: 'FAILED', answer, updated_at: at })
    .where('id', 'in', listOf(queries.tx, ids))
    .where('status', 'in', ['HELD', 'PENDING'])
    .returning('event_id')
    .execute();
  return [...new Set(rows.map(({ event_id }) => event_id))];
}

/** What has become of events, by their ids: of those that go nowhere nothing is known. */
export async function statesOfEvents(
  queries: AccountQueries,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, 'PENDING' | 'DELIVERED' | 'FAILED'>> {
  const rows = await queries
    .from('event_deliveries')
    .select(['event_id', 'status'])
    .where('event_id', 'in', listOf(queries.tx, eventIds))
    .execute();
  const byEvent = grouped(rows, ({ event_id }) => event_id);
  return new Map([...byEvent].map(([id, own]) => [id, stateOf(own.map(({ status }) => status))]));
}

function stateOf(all: readonly EventDeliveries['status'][]) {
  if (all.some((status) => status === 'PENDING' || status === 'HELD')) return 'PENDING';
  return all.includes('FAILED') ? 'FAILED' : 'DELIVERED';
}

/** Removes what became of events that are removed. */
export async function deleteDeliveriesOf(queries: AccountQueries, eventIds: readonly string[]): Promise<void> {
  await queries.delete('event_deliveries').where('event_id', 'in', listOf(queries.tx, eventIds)).execute();
}

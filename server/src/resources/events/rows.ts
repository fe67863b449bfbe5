import type { Caller } from '../../caller.js';
import { uuid } from '../../ids.js';
import type { Jobs } from '../../jobs/job.js';
import { notFound } from '../../problems.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Events, Json } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import { enqueueWebhooks, type NewEventDelivery, sendAgain } from '../destinations/deliveries.js';
import { type WantingDestination, wantingDestinations } from '../destinations/wanting.js';
import type { EventType } from './detail.js';
import { eventRowId } from './event-id.js';
import { namesOf } from './event-types.js';

export interface NewEvent {
  /** A UUID made of what is reported, where the same may be reported again: it is written once. Default: a new one. */
  readonly id?: string | undefined;
  readonly type: EventType;
  readonly mode: Events['mode'];
  readonly resourceKind: 'execution' | 'transaction' | 'destination' | 'enrollment' | 'object' | 'claim';
  readonly resourceId: string;
  /** As `detail.ts` makes it. */
  readonly detail: Json;
  /** Of the artifact whose JSON goes along to those who get an envelope; it is read when it is sent. */
  readonly artifactId?: string | undefined;
  /** How many functions stand before it, each of which has caused the next. Default none, as far as is known. */
  readonly depth?: number | undefined;
  readonly at: number;
}

/** What whoever writes events needs beside the transaction. */
export interface EventServices {
  readonly jobs: Jobs;
}

/** Writes events down, in the transaction that makes what they report, and with them to whom they are to be sent. */
export async function writeEvents(
  { jobs }: EventServices,
  queries: AccountQueries,
  events: readonly NewEvent[],
): Promise<void> {
  const news = await withoutKnown(queries, events);
  if (news.length === 0) return;
  const destinations = await wantingDestinations(queries);
  const written = news.map((event) => ({ event, id: event.id ?? uuid() }));
  const deliveries = written.map(({ event, id }) =>
    deliveriesOf({ ...event, about: event.resourceId }, id, destinations),
  );
  const rows = written.map(({ event, id }, index) => rowOf(event, id, deliveries[index]?.length === 0));
  await Promise.all([insertRows(queries, 'events', rows), enqueueWebhooks(jobs, queries, deliveries.flat())]);
}

/** Writes an event that goes to one destination, whatever that asks for. @returns its id. */
export async function writeEventFor(
  { jobs }: EventServices,
  queries: AccountQueries,
  destinationId: string,
  event: NewEvent,
): Promise<string> {
  const id = uuid();
  await insertRows(queries, 'events', [rowOf(event, id, false)]);
  const delivery = { eventId: id, destinationId, eventType: event.type, isHeld: false, at: event.at };
  await enqueueWebhooks(jobs, queries, [delivery]);
  return id;
}

async function withoutKnown(queries: AccountQueries, events: readonly NewEvent[]): Promise<readonly NewEvent[]> {
  const ids = events.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return events;
  const rows = await queries.from('events').select('id').where('id', 'in', listOf(queries.tx, ids)).execute();
  const known = new Set(rows.map(({ id }) => id));
  return events.filter(({ id }) => id === undefined || !known.has(id));
}

function deliveriesOf(
  { type, mode, about, at }: Pick<Events, 'type' | 'mode'> & { readonly about: string; readonly at: number },
  eventId: string,
  destinations: readonly WantingDestination[],
): readonly NewEventDelivery[] {
  const names = namesOf(type);
  return destinations.flatMap((destination) => {
    const eventType = destination.asks.find((name) => names.includes(name));
    if (eventType === undefined || destination.mode !== mode || destination.id === about) return [];
    return { eventId, destinationId: destination.id, eventType, isHeld: destination.isHeld, at };
  });
}

function rowOf(event: NewEvent, id: string, isThrough: boolean): OwnRow<'events'> {
  const { type, mode, resourceKind, resourceId, detail, artifactId, depth, at } = event;
  return {
    ...{ id, type, mode, resource_kind: resourceKind, resource_id: resourceId, detail },
    ...{ resends: 0, resent_at: null, status: isThrough ? 'DELIVERED' : 'PENDING' },
    ...{ artifact_id: artifactId ?? null, depth: depth ?? null, created_at: at },
  };
}

/**
 * Has an event sent again, as often as that is asked for: it keeps its id and all that it says, so that a receiver who has it knows it. It goes
 * to the destinations that it went to; where there were none, to those that want it now.
 * @throws Problem `not-found`, also where the key does not see it: test keys see test events.
 */
export async function resendEvent(
  { jobs }: EventServices,
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  { id: given, at }: { readonly id: string; readonly at: number },
): Promise<void> {
  const event = await findEvent(queries, caller, given);
  const eventId = event.id;
  let sent = await sendAgain(jobs, queries, { eventId, at });
  if (sent === 0) {
    const now = deliveriesOf({ ...event, about: event.resource_id, at }, eventId, await wantingDestinations(queries));
    await enqueueWebhooks(
      jobs,
      queries,
      now.map((delivery) => ({ ...delivery, isManual: true })),
    );
    sent = now.length;
  }
  await queries
    .update('events')
    .set((row) => ({ resends: row('resends', '+', 1), resent_at: at, ...(sent > 0 && { status: 'PENDING' as const }) }))
    .where('id', '=', eventId)
    .execute();
}

/** By either spelling of its id. @throws Problem `not-found`. */
export async function findEvent(
  queries: AccountQueries,
  { mode }: Pick<Caller, 'mode'>,
  given: string,
): Promise<Events> {
  const event = await queries.from('events').selectAll().where('id', '=', eventRowId(given)).executeTakeFirst();
  if (event === undefined || (mode === 'test' && event.mode !== 'test')) throw notFound('event');
  return event;
}

/** Those of these ids that are there; for jobs, which work for keys of either mode. */
export function eventsWithIds(queries: AccountQueries, ids: readonly string[]): Promise<readonly Events[]> {
  return queries.from('events').selectAll().where('id', 'in', listOf(queries.tx, ids)).execute();
}

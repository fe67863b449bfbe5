import type { Caller } from '../../caller.js';
import { uuid } from '../../ids.js';
import { notFound } from '../../problems.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Events, Json } from '../../store/tables.js';
import { isExecutionSeen } from '../executions/rows.js';
import { isTransactionSeen } from '../transactions/rows.js';
import type { EventType } from './detail.js';

export interface NewEvent {
  readonly type: EventType;
  readonly mode: Events['mode'];
  readonly resourceKind: 'execution' | 'transaction';
  readonly resourceId: string;
  /** As `detail.ts` makes it. */
  readonly detail: Json;
  readonly at: number;
}

/** Writes events down, in the transaction that makes what they report; whoever wants them gets them from there. */
export async function writeEvents(queries: AccountQueries, events: readonly NewEvent[]): Promise<void> {
  await insertRows(queries, 'events', events.map(rowOf));
}

function rowOf({ type, mode, resourceKind, resourceId, detail, at }: NewEvent): OwnRow<'events'> {
  const resource = { resource_kind: resourceKind, resource_id: resourceId };
  return { id: uuid(), type, mode, ...resource, detail, resends: 0, resent_at: null, created_at: at };
}

/**
 * Has an event sent again, as often as that is asked for: it keeps its id and all that it says, so that a receiver who has it knows it.
 * @throws Problem `not-found`, also where the key does not see what the event reports of.
 */
export async function resendEvent(queries: AccountQueries, caller: Caller, id: string, at: number): Promise<void> {
  const event = await queries.from('events').selectAll().where('id', '=', id).executeTakeFirst();
  if (event === undefined || !(await isSubjectSeen(queries, caller, event))) throw notFound('event');
  await queries
    .update('events')
    .set((row) => ({ resends: row('resends', '+', 1), resent_at: at }))
    .where('id', '=', id)
    .execute();
}

function isSubjectSeen(queries: AccountQueries, caller: Caller, event: Events): Promise<boolean> {
  const isSeen = event.resource_kind === 'transaction' ? isTransactionSeen : isExecutionSeen;
  return isSeen(queries, caller, event.resource_id);
}

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
  return { id: uuid(), type, mode, resource_kind: resourceKind, resource_id: resourceId, detail, created_at: at };
}

/**
 * Writes an event down once more. @returns the id of the new one.
 * @throws Problem `not-found`, also where the key does not see what the event reports of.
 */
export async function repeatEvent(queries: AccountQueries, caller: Caller, id: string, at: number): Promise<string> {
  const event = await queries.from('events').selectAll().where('id', '=', id).executeTakeFirst();
  if (event === undefined || !(await isSubjectSeen(queries, caller, event))) throw notFound('event');
  const { account_id: _, ...columns } = event;
  const again = uuid();
  await queries.insert('events', { ...columns, id: again, created_at: at }).execute();
  return again;
}

function isSubjectSeen(queries: AccountQueries, caller: Caller, event: Events): Promise<boolean> {
  const isSeen = event.resource_kind === 'transaction' ? isTransactionSeen : isExecutionSeen;
  return isSeen(queries, caller, event.resource_id);
}

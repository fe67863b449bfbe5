import { uuid } from '../../ids.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Events, Json } from '../../store/tables.js';

export type EventType = 'transaction.processed.v2' | 'file.processed.v2' | 'file.failed.v2' | 'file.delivered.v2';

export interface NewEvent {
  readonly type: EventType;
  readonly mode: Events['mode'];
  readonly resourceKind: 'execution' | 'transaction';
  readonly resourceId: string;
  /** `detail` of the event as it is sent. */
  readonly detail: Json;
  readonly at: number;
}

/** Writes events down, in the transaction that makes what they tell of; whoever wants them gets them from there. */
export async function writeEvents(queries: AccountQueries, events: readonly NewEvent[]): Promise<void> {
  await insertRows(queries, 'events', events.map(rowOf));
}

function rowOf({ type, mode, resourceKind, resourceId, detail, at }: NewEvent): OwnRow<'events'> {
  return { id: uuid(), type, mode, resource_kind: resourceKind, resource_id: resourceId, detail, created_at: at };
}

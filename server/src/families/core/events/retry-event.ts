import Type from 'typebox';
import type { Caller } from '../../../caller.js';
import { uuid } from '../../../ids.js';
import { route } from '../../../operations/route.js';
import { notFound } from '../../../problems.js';
import { visible } from '../../../resources/executions/visible-rows.js';
import { AnyId } from '../../../schemas/common.js';
import type { AccountQueries } from '../../../store/account-queries.js';
import type { Events } from '../../../store/tables.js';

export const retryEvent = route({
  operation: 'RetryEvent',
  family: 'core',
  method: 'POST',
  path: '/events/:eventId/retry',
  summary: 'Emits an event again, under an id of its own.',
  schemas: {
    params: Type.Object({ eventId: AnyId }),
    response: { 200: Type.Object({ eventId: Type.Optional(Type.String()) }) },
  },
  audit: { action: 'retry', objectKind: 'event', objectParam: 'eventId' },
  handle: (call) => {
    const id = uuid();
    return call.commit(async (queries) => {
      const event = await queries.from('events').selectAll().where('id', '=', call.params.eventId).executeTakeFirst();
      if (event === undefined || !(await isVisible(queries, call.caller, event))) throw notFound('event');
      const { account_id: _, ...facts } = event;
      await queries.insert('events', { ...facts, id, created_at: call.services.clock.now() }).execute();
      return { body: { eventId: id } };
    });
  },
});

/** Whether the key sees what the event tells of. */
async function isVisible(queries: AccountQueries, caller: Caller, event: Events): Promise<boolean> {
  const table = event.resource_kind === 'transaction' ? 'transactions' : 'executions';
  const row = await visible(queries, caller, table).select('id').where('id', '=', event.resource_id).executeTakeFirst();
  return row !== undefined;
}

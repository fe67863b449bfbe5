import type { Clock } from '../clock.js';
import type { Store } from '../store/store.js';

/** How much work waits, and how long the oldest that is due has waited. */
export function jobFigures(store: Store, clock: Clock) {
  return store.read(async (db) => {
    const states = await db
      .selectFrom('jobs')
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute();
    const oldest = await db
      .selectFrom('jobs')
      .select(({ fn }) => fn.min('due_at').as('due_at'))
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    const count = (state: string): number => Number(states.find((row) => row.state === state)?.count ?? 0);
    const due = oldest?.due_at ?? null;
    return {
      counts: { waiting: count('waiting'), running: count('running'), failed: count('failed') },
      oldestDueSeconds: due === null ? 0 : Math.max(0, clock.now() - Number(due)) / 1000,
    };
  });
}

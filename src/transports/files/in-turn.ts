import type { Journal } from '../../delivery/journal.js';

const turns = new WeakMap<Journal, Map<string, Promise<unknown>>>();

/** Does the work after all that was begun in this process over the same entry of the same journal. */
export function inTurn<T>(journal: Journal, id: string, work: () => Promise<T>): Promise<T> {
  const waiting = turns.get(journal) ?? new Map<string, Promise<unknown>>();
  turns.set(journal, waiting);
  const before = waiting.get(id) ?? Promise.resolve();
  const result = before.then(work, work);
  const settled = result.catch(() => undefined);
  waiting.set(id, settled);
  settled.then(() => {
    if (waiting.get(id) === settled) waiting.delete(id);
  });
  return result;
}

import type { ObjectStore } from '../../objects/object-store.js';

/** The last work for each name, kept with the object store that the names are in. */
const turns = new WeakMap<ObjectStore, Map<string, Promise<unknown>>>();

/** Runs work for one name of an object store after the work before it for the same name, in this process. */
export async function inTurn<Result>(objects: ObjectStore, name: string, work: () => Promise<Result>): Promise<Result> {
  const last = turns.get(objects) ?? new Map<string, Promise<unknown>>();
  turns.set(objects, last);
  const before = last.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  last.set(name, mine);
  try {
    return await mine;
  } finally {
    if (last.get(name) === mine) last.delete(name);
  }
}

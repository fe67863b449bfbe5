import type { Store } from '../store/store.js';

/** Owners of jobs in this process, by store: in the module, as two servers over one store must see each other's, and know nothing else of each other. */
const LIVING = new WeakMap<Store, Set<string>>();

/**
 * The owners that live. An embedded store is open in one process, so that whoever is not among them is dead: what it leased
 * need not wait for the end of the lease.
 */
export function livingOwners(store: Store): Set<string> {
  const known = LIVING.get(store) ?? new Set<string>();
  LIVING.set(store, known);
  return known;
}

import type { Journal } from '../../../delivery/journal.js';

const listeners = new WeakMap<Journal, Set<() => void>>();

/** Calls back when a receipt was written down in that journal by this process. @returns what ends that. */
export function onReceiptNews(journal: Journal, listener: () => void): () => void {
  const set = listeners.get(journal) ?? new Set();
  listeners.set(journal, set);
  set.add(listener);
  return () => set.delete(listener);
}

export function tellReceiptNews(journal: Journal): void {
  for (const listener of listeners.get(journal) ?? []) listener();
}

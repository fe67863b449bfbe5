import type { Journal, JournalEntry, JournalKind } from './journal.js';

/** A journal that ends with the process: for tests, and where a delivery need not survive a restart. */
export function createMemoryJournal(): Journal {
  return new MemoryJournal();
}

class MemoryJournal implements Journal {
  readonly #entries = new Map<string, JournalEntry>();

  async read(kind: JournalKind, id: string): Promise<JournalEntry | undefined> {
    return copy(this.#entries.get(keyOf(kind, id)));
  }

  async readMany(kind: JournalKind, ids: readonly string[]): Promise<ReadonlyMap<string, JournalEntry>> {
    const found = new Map<string, JournalEntry>();
    for (const id of ids) {
      const entry = await this.read(kind, id);
      if (entry !== undefined) found.set(id, entry);
    }
    return found;
  }

  async write(entry: JournalEntry): Promise<void> {
    this.#entries.set(keyOf(entry.kind, entry.id), copy(entry));
  }

  async add(entry: JournalEntry): Promise<JournalEntry | undefined> {
    const key = keyOf(entry.kind, entry.id);
    const there = this.#entries.get(key);
    if (there === undefined) this.#entries.set(key, copy(entry));
    return copy(there);
  }

  async remove(kind: JournalKind, id: string): Promise<void> {
    this.#entries.delete(keyOf(kind, id));
  }

  async *list(kind: JournalKind): AsyncGenerator<JournalEntry> {
    for (const entry of [...this.#entries.values()]) if (entry.kind === kind) yield copy(entry);
  }
}

/** No kind has a colon. */
function keyOf(kind: JournalKind, id: string): string {
  return `${kind}:${id}`;
}

/** What a caller changes afterwards is not what was written down. */
function copy<T>(value: T): T {
  return structuredClone(value);
}

import type { Journal, JournalEntry } from '../../delivery/journal.js';
import { X12Error } from '../../model/error.js';
import type { Digest } from './hashing.js';

/**
 * What the journal knows of a delivery. `uploading`: nothing can be under the final name; what is at `temporary` is not whole, or
 * is not wanted any more. `renaming`: `temporary` was whole, and `target` may be ours. `delivered`: `target` was ours.
 */
export type DeliveryRecord = Place &
  ({ readonly state: 'uploading' } | ({ readonly state: 'renaming' | 'delivered' } & Digest));

interface Place {
  /** Path of the file while it is written. */
  readonly temporary: string;
  /** Path of the final name. */
  readonly target: string;
}

/** Deliveries of one connection in a journal that others may share. */
export class DeliveryRecords {
  readonly #journal: Journal;
  readonly #connection: string;
  readonly #now: () => Date;

  constructor(journal: Journal, connection: string, now: () => Date) {
    this.#journal = journal;
    this.#connection = connection;
    this.#now = now;
  }

  async read(payloadId: string): Promise<DeliveryRecord | undefined> {
    const id = entryId(this.#connection, payloadId);
    const entry = await this.#journal.read('delivery', id);
    return entry && recordOf(entry);
  }

  async write(payloadId: string, { state, ...facts }: DeliveryRecord): Promise<void> {
    await this.#journal.write({
      kind: 'delivery',
      id: entryId(this.#connection, payloadId),
      state,
      facts: { connection: this.#connection, payload: payloadId, ...facts },
      at: this.#now().toISOString(),
    });
  }
}

/** Two connections may deliver under one id; a connection's own id has no line break. */
export function entryId(connection: string, id: string): string {
  return `${connection}\n${id}`;
}

function recordOf({ id, state, facts }: JournalEntry): DeliveryRecord {
  const { size, sha256, temporary, target } = facts;
  if (typeof temporary === 'string' && typeof target === 'string') {
    if (state === 'uploading') return { state, temporary, target };
    const digested = typeof size === 'number' && typeof sha256 === 'string';
    if (digested && (state === 'renaming' || state === 'delivered')) return { state, size, sha256, temporary, target };
  }
  throw new X12Error(
    'X12_JOURNAL_DAMAGED',
    'The journal has an entry for this delivery that no transport over files wrote. Give each kind of connection an id of its own.',
    { details: { id, state } },
  );
}

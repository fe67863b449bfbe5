import { createHash } from 'node:crypto';
import type { Journal, JournalEntry } from '../../delivery/journal.js';
import { entryId } from './delivery-record.js';
import type { RemoteFile } from './remote-files.js';

/** What distinguishes a file from another that was under its name before. */
export interface FileIdentity {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970, where the server says it. */
  readonly modified?: number | undefined;
  /** Of its bytes, where they were read whole. */
  readonly sha256?: string | undefined;
}

/** What the journal knows of the file last taken from a path. `accepted`: it is ours, and may still be there; `removed`: it is not. */
export interface PickupRecord extends FileIdentity {
  readonly state: 'accepted' | 'removed';
  /** The id under which it was handed over. */
  readonly payloadId: string;
  /** When it was written down, in milliseconds since 1970; of one that was read. */
  readonly noted?: number | undefined;
}

/** Milliseconds after which an entry of a file that stays where it is is written anew: what keeps the journal removes old entries. */
const RENEWED_MS = 7 * 24 * 60 * 60 * 1000;

/** Files taken over one connection: one entry a path, so that the journal does not grow with the files of a name. */
export class PickupRecords {
  readonly #journal: Journal;
  readonly #connection: string;
  readonly #now: () => Date;

  constructor(journal: Journal, connection: string, now: () => Date) {
    this.#journal = journal;
    this.#connection = connection;
    this.#now = now;
  }

  async read(path: string): Promise<PickupRecord | undefined> {
    const entry = await this.#journal.read('pickup', entryId(this.#connection, path));
    return entry && recordOf(path, entry);
  }

  /** Those there are, by their paths; `undefined` where the journal is asked for each as well as for many. */
  async readMany(paths: readonly string[]): Promise<ReadonlyMap<string, PickupRecord> | undefined> {
    const ids = paths.map((path) => entryId(this.#connection, path));
    const entries = await this.#journal.readMany?.('pickup', ids);
    if (entries === undefined) return undefined;
    const found = new Map<string, PickupRecord>();
    for (const [at, path] of paths.entries()) {
      const entry = entries.get(ids[at] ?? '');
      if (entry !== undefined) found.set(path, recordOf(path, entry));
    }
    return found;
  }

  async write({ state, payloadId, path, size, modified, sha256 }: PickupRecord): Promise<void> {
    const known = { ...(modified === undefined ? {} : { modified }), ...(sha256 === undefined ? {} : { sha256 }) };
    await this.#journal.write({
      kind: 'pickup',
      id: entryId(this.#connection, path),
      state,
      facts: { connection: this.#connection, payload: payloadId, path, size, ...known },
      at: this.#now().toISOString(),
    });
  }

  /** Keeps known what is still there: a file would be taken again once its entry is older than what the journal keeps. */
  async renew(record: PickupRecord): Promise<void> {
    const age = this.#now().getTime() - (record.noted ?? 0);
    if (age >= RENEWED_MS) await this.write(record);
  }

  /**
   * The id of an inbound payload: the same in each round while the file is the same, another for the next file of that name. Without
   * the time of its last change it is known by its bytes, which must have been read then.
   */
  idOf({ path, size, modified, sha256 }: FileIdentity, earlier: PickupRecord | undefined): string {
    const file = modified === undefined ? `sha256:${sha256}` : `modified:${modified}`;
    // A partner may put the same file again, time and all, after we took the first.
    const after = earlier?.state === 'removed' ? earlier.payloadId : '';
    const text = JSON.stringify([this.#connection, path, size, file, after]);
    return createHash('sha256').update(text).digest('hex').slice(0, 40);
  }
}

function recordOf(path: string, entry: JournalEntry): PickupRecord {
  const { payload, size, modified, sha256 } = entry.facts;
  return {
    state: entry.state === 'accepted' ? 'accepted' : 'removed',
    payloadId: typeof payload === 'string' ? payload : '',
    noted: Date.parse(entry.at),
    path,
    size: typeof size === 'number' ? size : -1,
    ...(typeof modified === 'number' ? { modified } : {}),
    ...(typeof sha256 === 'string' ? { sha256 } : {}),
  };
}

/** A listing and a stat of one file may differ in what they report of the time: none at all, or whole seconds. */
export function mayBeSame(one: FileIdentity | RemoteFile, other: FileIdentity | RemoteFile): boolean {
  if (one.size !== other.size) return false;
  if (one.modified === undefined || other.modified === undefined) return true;
  return Math.floor(one.modified / 1000) === Math.floor(other.modified / 1000);
}

/** In two listings: size and time are the same. */
export function looksSame(one: FileIdentity | RemoteFile, other: FileIdentity | RemoteFile): boolean {
  return one.size === other.size && one.modified === other.modified;
}

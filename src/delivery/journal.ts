import type { JsonValue } from '../model/json.js';

/**
 * What a journal keeps: `delivery` of an outbound payload, `pickup` of a remote file, `transmission` received over AS2 (with the
 * receipt that answered it); `stored`: where a consumer put an inbound payload before it accepted it.
 */
export type JournalKind = (typeof JOURNAL_KINDS)[number];

export const JOURNAL_KINDS = ['delivery', 'pickup', 'transmission', 'stored'] as const;

/** One line of memory: what was about to be done, or was done. Holds no payload and no secret. */
export interface JournalEntry {
  readonly kind: JournalKind;
  /** Unique within its kind: the connection, and the payload's id or, for what comes in, what names it there. */
  readonly id: string;
  /** The step; each transport has its own words. */
  readonly state: string;
  /** What the step needs to go on after a restart: temporary name, target, size, hash, Message-ID, MIC, receipt. */
  readonly facts: Readonly<Record<string, JsonValue>>;
  /** When it was written, ISO 8601 in UTC; for people, and for removing what is old. */
  readonly at: string;
}

/**
 * The memory that makes deliveries effectively once: transports write each step down before they take it, and read
 * it when they begin. What `write` and `add` resolved is safe: neither a kill nor a loss of power takes it back.
 *
 * Adapters pass `journalContract` of `ediloom/testing`.
 */
export interface Journal {
  /** @throws X12Error `X12_JOURNAL_DAMAGED`, `X12_JOURNAL_UNAVAILABLE`; so do the others. */
  read(kind: JournalKind, id: string): Promise<JournalEntry | undefined>;
  /**
   * Reads those there are of many ids, by their ids, in any order; an id may be asked for twice. Where it is absent they are read one by one: have
   * it where one question for many costs little more than for one.
   */
  readMany?(kind: JournalKind, ids: readonly string[]): Promise<ReadonlyMap<string, JournalEntry>>;
  /** Writes the entry in place of the one with the same kind and id, as one step. */
  write(entry: JournalEntry): Promise<void>;
  /**
   * Writes the entry if there is none with its kind and id, as one step among any number of callers and processes.
   * @returns the entry that was there, unchanged; `undefined` when this one was written.
   */
  add(entry: JournalEntry): Promise<JournalEntry | undefined>;
  /** Forgets an entry; no complaint where there is none. */
  remove(kind: JournalKind, id: string): Promise<void>;
  /** All entries of a kind, in no order; those written meanwhile may be missing. */
  list(kind: JournalKind): AsyncIterable<JournalEntry>;
}

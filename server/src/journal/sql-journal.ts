import { type JsonObject, X12Error } from 'ediloom';
import type { Journal, JournalEntry, JournalKind } from 'ediloom/transports';
import { AccountQueries } from '../store/account-queries.js';
import type { Store } from '../store/store.js';
import type { Tables } from '../store/tables.js';
import { listOf } from '../store/value-list.js';

type Row = Pick<Tables['journal'], 'kind' | 'id' | 'state' | 'facts' | 'at'>;

const COLUMNS = ['kind', 'id', 'state', 'facts', 'at'] as const;
/** Entries read at once, of a list or of those that are asked for. */
const PAGE = 500;

export interface SqlJournalOptions {
  readonly store: Store;
  readonly accountId: string;
  /** Called with each entry that is written, in the transaction that writes it. */
  readonly also?: ((queries: AccountQueries, entry: JournalEntry) => Promise<void>) | undefined;
}

/** What transports remember of one account, in the store: for all processes, and for as long as it is kept. */
export function sqlJournal({ store, accountId, also }: SqlJournalOptions): Journal {
  const read = <Result>(work: (queries: AccountQueries) => Promise<Result>) =>
    available(() => store.read((db) => work(new AccountQueries(db, accountId))));
  const write = <Result>(work: (queries: AccountQueries) => Promise<Result>) =>
    available(() => store.write((tx) => work(new AccountQueries(tx, accountId))));
  return {
    read: (kind, id) => read((queries) => find(queries, kind, id)),
    async readMany(kind, ids) {
      const found = new Map<string, JournalEntry>();
      for (let from = 0; from < ids.length; from += PAGE) {
        const rows = await read((queries) => findAll(queries, kind, ids.slice(from, from + PAGE)));
        for (const entry of rows.map(entryOf)) found.set(entry.id, entry);
      }
      return found;
    },
    async write(entry) {
      const row = rowOf(entry);
      const { state, facts, at } = row;
      await write(async (queries) => {
        await queries
          .insert('journal', row)
          .onConflict((there) => there.columns(['account_id', 'kind', 'id']).doUpdateSet({ state, facts, at }))
          .execute();
        await also?.(queries, entry);
      });
    },
    add(entry) {
      const row = rowOf(entry);
      return write(async (queries) => {
        const inserted = await queries
          .insert('journal', row)
          .onConflict((there) => there.columns(['account_id', 'kind', 'id']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (inserted === undefined) return find(queries, entry.kind, entry.id);
        await also?.(queries, entry);
        return undefined;
      });
    },
    async remove(kind, id) {
      await write((queries) =>
        queries.delete('journal').where('kind', '=', kind).where('id', '=', keyOf(id)).execute(),
      );
    },
    async *list(kind) {
      let after: string | undefined;
      for (;;) {
        const rows = await read((queries) => page(queries, kind, after));
        for (const row of rows) yield entryOf(row);
        after = rows.at(-1)?.id;
        if (rows.length < PAGE || after === undefined) return;
      }
    },
  };
}

async function find(queries: AccountQueries, kind: JournalKind, id: string): Promise<JournalEntry | undefined> {
  const row = await queries
    .from('journal')
    .select(COLUMNS)
    .where('kind', '=', kind)
    .where('id', '=', keyOf(id))
    .executeTakeFirst();
  return row && entryOf(row);
}

function findAll(queries: AccountQueries, kind: JournalKind, ids: readonly string[]): Promise<readonly Row[]> {
  const query = queries.from('journal').select(COLUMNS).where('kind', '=', kind);
  return query.where('id', 'in', listOf(queries.tx, ids.map(keyOf))).execute();
}

function page(queries: AccountQueries, kind: JournalKind, after: string | undefined): Promise<readonly Row[]> {
  const query = queries.from('journal').select(COLUMNS).where('kind', '=', kind).orderBy('id').limit(PAGE);
  return (after === undefined ? query : query.where('id', '>', after)).execute();
}

/** Ids and states may have in them what SQL does not keep as text, NUL among it; JSON writes that in letters. */
function keyOf(text: string): string {
  return JSON.stringify(text);
}

function rowOf({ kind, id, state, facts, at }: JournalEntry): Row {
  return { kind, id: keyOf(id), state: keyOf(state), facts: JSON.stringify(facts), at };
}

function entryOf({ kind, id, state, facts, at }: Row): JournalEntry {
  try {
    // What `rowOf` wrote.
    return {
      kind: kind as JournalKind,
      id: JSON.parse(id) as string,
      state: JSON.parse(state) as string,
      facts: JSON.parse(facts) as JsonObject,
      at,
    };
  } catch {
    throw new X12Error(
      'X12_JOURNAL_DAMAGED',
      'An entry of the journal cannot be read. Restore the store from a backup.',
    );
  }
}

async function available<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof X12Error) throw cause;
    throw new X12Error('X12_JOURNAL_UNAVAILABLE', 'The journal cannot be reached. See to the store.', { cause });
  }
}

import { CompiledQuery } from 'kysely';
import type { AccountQueries, OwnRow } from './account-queries.js';
import { dialectOf } from './dialect-of.js';
import type { Store } from './store.js';
import type { AccountTable } from './tables.js';

/** Rows of one statement. Few sizes, so that the statements of a table stay few whatever the number of rows. */
const SIZES = [128, 32, 8, 4, 3, 2, 1] as const;

/** Statements that wait for none of each other. */
const AT_ONCE = 16;

/** The text for a table and a number of rows, as long as it is asked for with the same columns. */
interface Kept {
  readonly columns: readonly string[];
  readonly replacing: Replacing | undefined;
  readonly text: string;
}

const texts = new Map<string, Kept>();

/** What becomes of a row whose key is there already. */
export interface Replacing {
  readonly key: readonly string[];
  /** Columns that take the new value; the others stay. None: the row that is there stays as it is. */
  readonly columns: readonly string[];
  /** Columns that take what another column of the row that is there had until now: `{ replaced_name: 'object_name' }`. */
  readonly before?: Readonly<Record<string, string>>;
}

/**
 * Inserts any number of rows of an account, many in one statement; none is no statement. All rows have the members of the first, in
 * its order. A form of `prepared.ts` (b), for what every request writes: a text is made once for a table, its columns and a number of
 * rows, and kept; kysely spends more time on making such a statement than SQLite on running it.
 */
export async function insertRows<Table extends AccountTable>(
  queries: AccountQueries,
  table: Table,
  rows: readonly OwnRow<Table>[],
  replacing?: Replacing,
): Promise<void> {
  let statements: Promise<unknown>[] = [];
  for (let from = 0; from < rows.length; ) {
    const size = SIZES.find((most) => most <= rows.length - from) ?? 1;
    statements.push(queries.tx.executeQuery(statementOf(queries, table, rows.slice(from, from + size), replacing)));
    from += size;
    // Of a file of many thousand sets: neither are all statements made at a stretch, nor do all their values wait in memory.
    if (statements.length === AT_ONCE) {
      await Promise.all(statements);
      statements = [];
    }
  }
  await Promise.all(statements);
}

function statementOf<Table extends AccountTable>(
  queries: AccountQueries,
  table: Table,
  rows: readonly OwnRow<Table>[],
  replacing: Replacing | undefined,
): CompiledQuery {
  const columns = Object.keys(rows[0] ?? {});
  const parameters: unknown[] = [];
  for (const row of rows) {
    // Every member of a row is a value to bind.
    const members = row as Readonly<Record<string, unknown>>;
    parameters.push(queries.accountId);
    for (const column of columns) parameters.push(members[column]);
  }
  return CompiledQuery.raw(textFor(table, columns, rows.length, dialectOf(queries.tx), replacing), parameters);
}

function textFor(
  table: string,
  columns: readonly string[],
  rows: number,
  dialect: Store['dialect'],
  replacing: Replacing | undefined,
): string {
  const key = `${table} ${rows} ${dialect}`;
  const kept = texts.get(key);
  // Comparing is cheaper than a key of all the names.
  const fits = kept?.replacing === replacing && kept?.columns.length === columns.length;
  if (kept !== undefined && fits && kept.columns.every((column, place) => column === columns[place])) return kept.text;
  const text = textOf(table, ['account_id', ...columns], rows, dialect) + textOfReplacing(table, replacing);
  texts.set(key, { columns, replacing, text });
  return text;
}

/** Names come from the program's own tables, never from a request. */
function textOf(table: string, columns: readonly string[], rows: number, dialect: Store['dialect']): string {
  let count = 0;
  const row = () => `(${columns.map(() => (dialect === 'postgres' ? `$${++count}` : '?')).join(', ')})`;
  return `insert into "${table}" (${columns.map(quoted).join(', ')}) values ${Array.from({ length: rows }, row).join(', ')}`;
}

function textOfReplacing(table: string, replacing: Replacing | undefined): string {
  if (replacing === undefined) return '';
  const key = replacing.key.map(quoted).join(', ');
  if (replacing.columns.length === 0) return ` on conflict (${key}) do nothing`;
  const set = [
    ...replacing.columns.map((column) => `${quoted(column)} = excluded.${quoted(column)}`),
    ...Object.entries(replacing.before ?? {}).map(
      ([column, of]) => `${quoted(column)} = ${quoted(table)}.${quoted(of)}`,
    ),
  ];
  return ` on conflict (${key}) do update set ${set.join(', ')}`;
}

function quoted(name: string): string {
  return `"${name}"`;
}

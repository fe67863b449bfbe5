import { type RootOperationNode, sql } from 'kysely';
import { dialectOf } from '../../src/store/dialect-of.js';
import type { Store, Transaction } from '../../src/store/store.js';

/** A store that says of each statement how it would be run. */
export interface WatchedStore {
  readonly store: Store;
  /** Of all that were run so far, in their order: the statement, and under it the plan. */
  plans(): Promise<readonly string[]>;
  /** The same without plans. */
  statements(): Promise<readonly string[]>;
  /** How many rows they have given. */
  rowsGiven(): number;
}

export function watchedStore(store: Store): WatchedStore {
  const nodes: RootOperationNode[] = [];
  let rows = 0;
  const watched = (db: Transaction): Transaction =>
    db.withPlugin({
      transformQuery: ({ node }) => {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => {
        rows += result.rows.length;
        return result;
      },
    });
  return {
    store: {
      ...store,
      read: (work) => store.read((db) => work(watched(db))),
      write: (work, options) => store.write((db) => work(watched(db)), options),
      list: (work) => store.list((db) => work(watched(db))),
    },
    rowsGiven: () => rows,
    statements: () => store.read(async (db) => nodes.map((node) => compiledFor(db, node).sql)),
    plans: () => store.read((db) => Promise.all(nodes.map((node) => planOf(db, node)))),
  };
}

async function planOf(db: Transaction, node: RootOperationNode): Promise<string> {
  const compiled = compiledFor(db, node);
  const isPostgres = dialectOf(db) === 'postgres';
  const { rows } = await db.executeQuery<Readonly<Record<string, string>>>({
    ...sql`explain`.compile(db),
    sql: `explain ${isPostgres ? '(costs off)' : 'query plan'} ${compiled.sql}`,
    parameters: compiled.parameters,
  });
  return [
    compiled.sql.replace(/\s+/g, ' '),
    ...rows.map((row) => row[isPostgres ? 'QUERY PLAN' : 'detail'] ?? ''),
  ].join('\n');
}

function compiledFor(db: Transaction, node: RootOperationNode) {
  return db.getExecutor().compileQuery(node, { queryId: 'plan' });
}

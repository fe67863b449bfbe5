import { SqliteConnection } from './connection.js';
import { type ListAnswer, type ListStatement, READY } from './list-protocol.js';
import { loadSqlite } from './load-sqlite.js';

// The program of the process that reads lists: statements in, rows out, in their order. Its own view of the store changes nothing.

const [path = ''] = process.argv.slice(2);
const Database = await loadSqlite();
const database = new Database(path, { readOnly: true });
for (const pragma of ['query_only = on', 'busy_timeout = 5000', 'cache_size = -32000'])
  database.exec(`pragma ${pragma}`);
const connection = new SqliteConnection(database);

async function answerOf({ id, sql, parameters }: ListStatement): Promise<ListAnswer> {
  try {
    // Each sees what was committed when it begins: what a client was answered is in the list it asks for next.
    const { rows } = await connection.executeQuery({ sql, parameters } as never);
    return { id, rows };
  } catch (error) {
    return { id, message: error instanceof Error ? error.message : 'The list could not be read.' };
  }
}

// A killed server leaves nobody behind.
process.on('disconnect', () => process.exit());
process.on('message', (statement: ListStatement) => {
  void answerOf(statement).then((answer) => process.send?.(answer));
});
process.send?.({ id: READY, rows: [] } satisfies ListAnswer);

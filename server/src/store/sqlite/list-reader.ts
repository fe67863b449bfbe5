import { SqliteConnection } from './connection.js';
import { type ListAnswer, type ListStatement, type LogCopying, READY } from './list-protocol.js';
import { loadSqlite, type Database as OpenedDatabase } from './load-sqlite.js';

// The program of the process that reads lists: statements in, rows out, in their order. Its own view of the store changes nothing. Beside it
// the log is copied back, by another view that runs nothing else.

const [path = ''] = process.argv.slice(2);
const Database = await loadSqlite();
const database = new Database(path, { readOnly: true });
for (const pragma of ['query_only = on', 'busy_timeout = 5000', 'cache_size = -32000'])
  database.exec(`pragma ${pragma}`);
const connection = new SqliteConnection(database);

let copier: OpenedDatabase | undefined;

/** Writes to the disk what the writer has committed: nobody waits for it, and the writer finds little left to copy. */
function copyLog(): void {
  if (copier === undefined) {
    copier = new Database(path);
    for (const pragma of ['query_only = on', 'synchronous = full']) copier.exec(`pragma ${pragma}`);
  }
  copier.prepare('pragma wal_checkpoint(passive)').all();
}

async function answerOf(asked: ListStatement | LogCopying): Promise<ListAnswer> {
  const { id } = asked;
  try {
    if ('copyLog' in asked) {
      copyLog();
      return { id, rows: [] };
    }
    const { sql, parameters } = asked;
    // Each sees what was committed when it begins: what a client was answered is in the list it asks for next.
    const { rows } = await connection.executeQuery({ sql, parameters } as never);
    return { id, rows };
  } catch (error) {
    return { id, message: error instanceof Error ? error.message : 'The list could not be read.' };
  }
}

// A killed server leaves nobody behind.
process.on('disconnect', () => process.exit());
process.on('message', (statement: ListStatement | LogCopying) => {
  void answerOf(statement).then((answer) => process.send?.(answer));
});
process.send?.({ id: READY, rows: [] } satisfies ListAnswer);

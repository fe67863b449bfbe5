import { openPostgres } from '../../src/store/postgres/open-postgres.js';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';

/** Writes two rows a transaction, many transactions at a time, and says the name of the first once it is committed. For ever. */
const [dialect, address = '', prefix = ''] = process.argv.slice(2);
const store = dialect === 'sqlite' ? await openSqlite({ folder: address }) : await openPostgres({ url: address });
let count = 0;

async function write(): Promise<void> {
  for (;;) {
    const name = `${prefix}${count++}`;
    await store.write(async (tx) => {
      await tx
        .insertInto('settings')
        .values({ name: `test ${name}`, value: '' })
        .execute();
      await tx
        .insertInto('settings')
        .values({ name: `test ${name}+`, value: '' })
        .execute();
    });
    // Not `writeSync`, which fails where the pipe is full and who reads is slow.
    await new Promise((resolve) => process.stdout.write(`${name}\n`, resolve));
  }
}

await Promise.all(Array.from({ length: 8 }, write));

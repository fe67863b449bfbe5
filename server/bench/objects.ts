import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { bucketRoutes } from '../src/operations/buckets/buckets.js';
import { objectRoutes } from '../src/operations/buckets/objects.js';
import { describedColumn } from '../src/resources/buckets/described.js';
import { putObject } from '../src/resources/buckets/put-object.js';
import { insertRows } from '../src/store/insert-rows.js';
import { startPostgres } from '../test/peers/postgres-server.js';
import { type TestApp, testApp } from '../test/support/test-app.js';

/**
 * Lists a bucket that has a hundred thousand objects, page by page while others are put and deleted, and by a delimiter; prints whether any that
 * was there all the time was missed or doubled, and how long pages took. By the handlers of a whole server without the network.
 *
 *     npm run bench:objects -- [--rows 100000] [--store sqlite|postgres]
 */
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, store: { type: 'string', default: 'sqlite' } },
});
const ROWS = Number(values.rows);
const GOAL_MS = 50;
/** Directories of a hundred objects each, and one that has half of all. */
const PER_DIRECTORY = 100;
const PATH = '/2022-05-05/buckets/many/objects';

async function main(): Promise<void> {
  const postgres = values.store === 'postgres' ? await startPostgres() : undefined;
  if (postgres !== undefined) process.env.EDILOOM_TEST_PG = postgres.url;
  const app = await testApp([...bucketRoutes, ...objectRoutes]);
  try {
    await app.call('POST', '/2022-05-05/buckets', { payload: { bucketName: 'many' } });
    const keys = await fill(app);
    if (postgres !== undefined) await app.services.store.write((tx) => sql`analyze`.execute(tx));
    console.log(`${ROWS} objects, ${values.store}   (goal: each page < ${GOAL_MS} ms)`);
    await walked(app, keys, 'pageSize=1000');
    await walked(app, keys, 'pageSize=100&prefix=many/');
    await walked(app, undefined, 'pageSize=25&delimiter=/');
    await walked(app, undefined, 'pageSize=1000&delimiter=/');
    await walked(app, undefined, 'pageSize=25&delimiter=/&prefix=many/');
  } finally {
    await app.close();
    await postgres?.stop();
  }
}

async function fill(app: TestApp): Promise<readonly string[]> {
  const keys = Array.from({ length: ROWS }, (_, n) => {
    const number = String(n).padStart(7, '0');
    return n % 2 === 0 ? `many/${number}` : `dir-${Math.floor(n / PER_DIRECTORY / 2)}/${number}`;
  });
  for (let from = 0; from < ROWS; from += 5_000) {
    const rows = keys.slice(from, from + 5_000).map((key) => ({
      ...{ bucket: 'many', key, object_name: `_objects/${key}`, size: 10, sha256: 'x'.repeat(64) },
      ...{ described: describedColumn('x', {}), content_type: 'text/plain', execution_id: null },
      ...{ modified_at: null, created_at: 1, updated_at: 1 },
    }));
    await app.queries((queries) => insertRows(queries, 'bucket_objects', rows));
  }
  return keys;
}

interface Page {
  readonly items: readonly { readonly key: string }[];
  readonly commonPrefixes: readonly { readonly prefix: string }[];
  readonly nextPageToken?: string;
}

/** All pages, while others put and delete objects between those that stay. */
async function walked(app: TestApp, there: readonly string[] | undefined, query: string): Promise<void> {
  const times: number[] = [];
  const seen = new Map<string, number>();
  let isOver = false;
  const writing = write(app, () => isOver);
  let token: string | undefined;
  do {
    const begun = performance.now();
    const next = token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`;
    const answer = await app.call('GET', `${PATH}?${query}${next}`);
    times.push(performance.now() - begun);
    const { items, commonPrefixes, nextPageToken }: Page = answer.json();
    for (const name of [...items.map(({ key }) => key), ...commonPrefixes.map(({ prefix }) => prefix)]) {
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    token = nextPageToken;
  } while (token !== undefined);
  isOver = true;
  const written = await writing;
  times.sort((a, b) => a - b);
  const doubled = [...seen.values()].filter((count) => count > 1).length;
  const prefix = new URLSearchParams(query).get('prefix') ?? '';
  const missed = there?.filter((key) => key.startsWith(prefix) && !seen.has(key)).length;
  const [median = 0, worst = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  const late = times.filter((ms) => ms >= GOAL_MS).length;
  console.log(
    `${query}: ${times.length} pages, ${seen.size} entries, ${doubled} doubled${missed === undefined ? '' : `, ${missed} missed`}, ${written} written meanwhile; median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms, ${late} not below ${GOAL_MS} ms`,
  );
  if (doubled > 0 || (missed ?? 0) > 0) process.exitCode = 1;
}

async function write(app: TestApp, isOver: () => boolean): Promise<number> {
  let written = 0;
  while (!isOver()) {
    const key = `many/${String(Math.floor(Math.random() * ROWS)).padStart(7, '0')}-new`;
    const place = { accountId: app.accountId, bucket: 'many', key };
    await putObject(app.services, place, Buffer.from('x'));
    if (written % 2 === 0) await app.call('DELETE', `${PATH}/${key}`);
    written++;
  }
  return written;
}

await main();

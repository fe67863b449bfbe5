import { setTimeout as wait } from 'node:timers/promises';
import { uptime } from '../src/clock.js';
import type { Pools } from '../src/gateway/limits/pools.js';
import { postgresPools } from '../src/gateway/limits/postgres-pools.js';
import { openPostgres } from '../src/store/postgres/open-postgres.js';
import { startPostgres } from '../test/peers/postgres-server.js';

/**
 * What counting a limit over two processes on one PostgreSQL costs the requests that have to ask the database: the first of an account, and those
 * for whose places another process has to be told.
 *
 *     npm run bench:pools
 */
async function main(): Promise<void> {
  const database = await startPostgres();
  await (await openPostgres({ url: database.url })).close();
  const open = (processId: string): Pools =>
    postgresPools({
      ...{ url: database.url, processId, clock: { now: () => Math.trunc(uptime()) } },
      onAlone: (isAlone) => console.log(isAlone ? 'the database is lost' : 'the database is back'),
    });
  const [one, two] = [open('one'), open('two')];
  // Until both are connected.
  await wait(500);
  await timed('first request of an account', [() => one.enter('a', 'checks', 50)]);
  await timed('  of the same in the other process', [() => two.enter('a', 'checks', 50)]);
  await timed(
    '50 of one account at once',
    repeated(50, () => one.enter('burst', 'checks', 50)),
  );
  await timed(
    'first of 200 accounts at once',
    repeated(200, (index) => one.enter(`b${index}`, 'checks', 50)),
  );
  await timed(
    '  of the same in the other process',
    repeated(200, (index) => two.enter(`b${index}`, 'checks', 50)),
  );
  await timed(
    '500 of one account, limit 500, in both',
    repeated(500, (index) => (index % 2 ? one : two).enter('c', 'checks', 500)),
  );
  await timed('one more than the limit', [() => one.enter('c', 'checks', 500)]);
  await Promise.all([one.close(), two.close()]);
  await database.stop();
}

type Enter = () => ReturnType<Pools['enter']>;

function repeated(count: number, enter: (index: number) => ReturnType<Pools['enter']>): readonly Enter[] {
  return Array.from({ length: count }, (_, index) => () => enter(index));
}

async function timed(what: string, enters: readonly Enter[]): Promise<void> {
  const begin = performance.now();
  const ended = await Promise.all(
    enters.map(async (enter) => ({ refused: (await enter()) === undefined, ms: performance.now() - begin })),
  );
  const times = ended.map(({ ms }) => ms).sort((a, b) => a - b);
  const refused = ended.filter((one) => one.refused).length;
  const middle = times[times.length >> 1] ?? 0;
  console.log(
    `${what.padEnd(42)} p50 ${middle.toFixed(1)} ms, longest ${(times.at(-1) ?? 0).toFixed(1)} ms, refused ${refused}`,
  );
}

await main();

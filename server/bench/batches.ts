import { parseArgs } from 'node:util';
import { batchRoutes } from '../src/operations/eligibility-batches/batches.js';
import { sealedContent } from '../src/resources/eligibility-batches/columns.js';
import { batchItemId } from '../src/resources/eligibility-batches/item-id.js';
import {
  insertBatch,
  insertItems,
  type NewBatch,
  type NewBatchItem,
} from '../src/resources/eligibility-batches/rows.js';
import { appendFeed } from '../src/resources/feed/feed.js';
import { startPostgres } from '../test/peers/postgres-server.js';
import { CHECK, insertPayers } from '../test/support/eligibility.js';
import { type TestApp, testApp } from '../test/support/test-app.js';

/**
 * Asks for the items of one batch among ten, by every filter and pair of filters, its first page and its last, and polls, of all batches and
 * of one: each alone, by the handlers of a whole server without the network.
 *
 *     npx tsx --tsconfig server/tsconfig.json server/bench/batches.ts [--items 100000] [--store sqlite|postgres] [--rounds 5]
 */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    store: { type: 'string', default: 'sqlite' },
    rounds: { type: 'string', default: '5' },
  },
});
const ROUNDS = Number(values.rounds);
const BATCHES = 10;
const EACH = Math.ceil(Number(values.items) / BATCHES);
const PORTION = 1_000;
const GOAL_MS = 50;
const MANAGER = '/2024-04-01/eligibility-manager';
const STATES = ['VALIDATED', 'STARTED', 'RETRYING', 'COMPLETED', 'COMPLETED_WITH_ERRORS'] as const;
const RESULTS = ['ACTIVE', 'INACTIVE', 'INVESTIGATE', 'FAILED'] as const;

async function main(): Promise<void> {
  const postgres = values.store === 'postgres' ? await startPostgres() : undefined;
  if (postgres !== undefined) process.env.EDILOOM_TEST_PG = postgres.url;
  const app = await testApp(batchRoutes);
  try {
    await insertPayers(app.services.store, [{ id: 'LAKES', primary: '00042' }]);
    const ids: string[] = [];
    for (let batch = 0; batch < BATCHES; batch++) ids.push(await fill(app, batch));
    console.log(`${BATCHES} batches of ${EACH} checks, ${values.store}   (goal: each median < ${GOAL_MS} ms)`);
    const times: number[] = [];
    for (const path of await questionsOf(app, ids[5] ?? '')) {
      const ms = await median(app, path);
      times.push(ms);
      console.log(
        `${ms.toFixed(1).padStart(8)} ms  ${path.replace(MANAGER, '').replaceAll(/pageToken=[^&]+/g, 'pageToken=…')}`,
      );
    }
    const late = times.filter((ms) => ms >= GOAL_MS).length;
    console.log(`worst ${Math.max(...times).toFixed(1)} ms of ${times.length}, ${late} not below ${GOAL_MS} ms`);
  } finally {
    await app.close();
    await postgres?.stop();
  }
}

/** A batch that is under way: most of its checks have an answer, a few of each other state. @returns its id. */
async function fill({ services, accountId, clock, queries }: TestApp, number: number): Promise<string> {
  const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const now = clock.now();
  const rowOf = (place: number): NewBatchItem => {
    const item = { accountId, id: batchItemId(id, place) };
    const request = { ...CHECK, submitterTransactionIdentifier: `own-${place}` };
    const state = place % 50 < 4 ? (STATES[place % 50] ?? 'COMPLETED') : 'COMPLETED';
    const result = state === 'COMPLETED' ? (RESULTS[place % 1_000 < 3 ? place % 1_000 : 0] ?? null) : null;
    return {
      ...{ id: item.id, batch_id: id, place, row_number: null, state, payer_id: 'LAKES', result },
      ...{ check_id: null, attempts: 1, first_attempt_at: now, retry_at: null, errors: '[]' },
      ...{ created_at: now, updated_at: now, ended_at: result === null ? null : now },
      content: sealedContent(services.sealedColumns, item, { source: 'json', request }),
    };
  };
  for (let from = 0; from < EACH; from += PORTION) {
    const rows = Array.from({ length: Math.min(PORTION, EACH - from) }, (_, index) => rowOf(from + index));
    await queries(async (own) => {
      await insertItems(own, rows);
      const entries = rows.flatMap(({ id: refId, result }) => (result === null ? [] : [refId]));
      await appendFeed(
        own,
        entries.map((refId) => ({ kind: 'batch-item', refId, mode: 'live', at: now })),
      );
    });
  }
  const row: NewBatch = {
    ...{ id, name: `batch-${number}`, source: 'API', status: 'IN_PROGRESS', total_count: EACH, validated_count: EACH },
    ...{ validation_failed_count: 0, in_progress_count: 0, success_count: 0, error_count: 0, max_retry_hours: 8 },
    ...{ origin: '{}', key_id: 'k', file_id: null, fed_place: EACH, started_at: now, created_at: now, updated_at: now },
    expires_at: null,
  };
  await queries((own) => insertBatch(own, row));
  return id;
}

async function questionsOf(app: TestApp, id: string): Promise<readonly string[]> {
  const filters = [
    ...STATES.map((state) => `state=${state}`),
    ...RESULTS.map((result) => `eligibilityCheckResult=${result}`),
    'state=RETRYING&state=COMPLETED_WITH_ERRORS',
    'eligibilityCheckResult=INACTIVE&eligibilityCheckResult=FAILED',
  ];
  const pairs = STATES.flatMap((state) => RESULTS.map((result) => `state=${state}&eligibilityCheckResult=${result}`));
  const items = ['', ...filters, ...pairs].flatMap((query) =>
    [100, 1_000].map((size) => `${MANAGER}/batch/${id}/items?pageSize=${size}&${query}`),
  );
  const polled = [`pageSize=200`, `pageSize=200&batchId=${id}`].map(
    (query) => `${MANAGER}/polling/batch-eligibility?${query}`,
  );
  const later: string[] = [];
  for (const path of [
    `${MANAGER}/batch/${id}/items?pageSize=1000`,
    ...polled.map((path) => path.replace('200', '20')),
  ]) {
    later.push(await lastOf(app, path));
  }
  return [`${MANAGER}/batch/${id}`, ...items, ...polled, ...later];
}

/** The page that many others lie before. */
async function lastOf({ app, liveKey }: TestApp, path: string): Promise<string> {
  let last = path;
  for (let page = 0; page < 8; page++) {
    const { nextPageToken } = (await app.inject({ url: last, headers: { authorization: liveKey } })).json();
    if (nextPageToken === undefined) break;
    last = `${path}&pageToken=${encodeURIComponent(nextPageToken)}`;
  }
  return last;
}

async function median({ call }: TestApp, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    const { statusCode } = await call('GET', path);
    times.push(performance.now() - begun);
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
  }
  return times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

await main();

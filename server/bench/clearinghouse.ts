import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createAccount } from '../src/accounts/accounts.js';
import { listChecks } from '../src/resources/eligibility-checks/list.js';
import { PayerCatalogue } from '../src/resources/payers/catalogue.js';
import { importPayers } from '../src/resources/payers/import-payers.js';
import { searchPayers, showHit } from '../src/resources/payers/search.js';
import { statsOf } from '../src/resources/payers/search-stats.js';
import { AccountQueries } from '../src/store/account-queries.js';
import { openPostgres } from '../src/store/postgres/open-postgres.js';
import { openSqlite } from '../src/store/sqlite/open-sqlite.js';
import type { Store } from '../src/store/store.js';
import { startPostgres } from '../test/peers/postgres-server.js';
import { CHECK_FILTERS, pairsOf } from '../test/store/list-filters.js';

/**
 * Searches ten thousand payers, and asks for a hundred thousand eligibility checks by every filter and every pair of filters.
 *
 *     npm run bench:clearinghouse -- [--store sqlite|postgres] [--checks 100000] [--payers 10000] [--rounds 5]
 */
const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    checks: { type: 'string', default: '100000' },
    payers: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
  },
});

const clock = { now: () => Date.UTC(2026, 1, 1) };
const BEGIN = Date.UTC(2026, 0, 14, 12);

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ediloom-clearinghouse-'));
  const postgres = values.store === 'postgres' ? await startPostgres() : undefined;
  const store = postgres === undefined ? await openSqlite({ folder }) : await openPostgres({ url: postgres.url });
  try {
    const account = await store.write((tx) => createAccount(tx, clock, 'bench'));
    await payersOf(store);
    await checksOf(store, account);
  } finally {
    await store.close();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const NAMES = ['Lake', 'Harbor', 'Granite', 'Tideline', 'Fern', 'Moss', 'Kelp', 'Brink', 'Summit', 'Prairie', 'Cedar'];
const KINDS = ['Health Plan', 'Mutual', 'Dental', 'Medicaid', 'Blue Shield', 'Community Care', 'Advantage', 'HMO'];
const QUERIES = [
  'lake',
  'harbor dental',
  'granit',
  'tidelin mutual',
  'P00042',
  'prairie blue',
  'x',
  'cedar 77',
  'zzzzzzzz',
  '',
];

async function payersOf(store: Store): Promise<void> {
  const count = Number(values.payers);
  const rows = Array.from({ length: count }, (_, number) => ({
    primaryPayerId: `P${String(number).padStart(5, '0')}`,
    displayName: `${NAMES[number % 11]} ${KINDS[number % 8]} of County ${number % 3200}`,
    aliases: [`A${number}`, `B${number % 2000}`],
    names: [`${NAMES[(number * 7) % 11]}${number % 500}`],
    transactionSupport: { eligibilityCheck: 'SUPPORTED' as const },
  }));
  const begun = performance.now();
  await importPayers({ store, clock }, rows, { dryRun: false, asWritten: false });
  console.log(`${count} payers imported in ${(performance.now() - begun).toFixed(0)} ms, ${values.store}`);
  const catalogue = new PayerCatalogue(store);
  const read = performance.now();
  await catalogue.get();
  console.log(`read into memory in ${(performance.now() - read).toFixed(0)} ms`);
  const times: number[] = [];
  const byQuery = new Map<string, number[]>();
  for (let round = 0; round < 40; round++) {
    for (const query of [...QUERIES, 'abc '.repeat(50), 'q'.repeat(200)]) {
      const from = performance.now();
      const found = searchPayers(await catalogue.get(), { query });
      found.slice(0, 20).map((hit) => showHit(hit, query));
      statsOf(found.map(({ payer }) => payer));
      const ms = performance.now() - from;
      times.push(ms);
      byQuery.set(query, [...(byQuery.get(query) ?? []), ms]);
    }
  }
  for (const [query, own] of byQuery) {
    console.log(
      `${share(own, 0.5).toFixed(1).padStart(8)} ms, p99 ${share(own, 0.99).toFixed(1)}  "${query.slice(0, 20)}"`,
    );
  }
  print('searches', times, 'goal: p99 < 50 ms');
}

async function checksOf(store: Store, account: string): Promise<void> {
  const count = Number(values.checks);
  await store.write((tx) => fill(tx, account, count));
  if (values.store === 'postgres') await store.write((tx) => sql`analyze eligibility_checks`.execute(tx));
  const medians: { readonly name: string; readonly ms: number }[] = [];
  for (const mode of ['live', 'test'] as const) {
    for (const asked of pairsOf(CHECK_FILTERS)) {
      const rounds: number[] = [];
      for (let round = 0; round < Number(values.rounds); round++) {
        const from = performance.now();
        await store.list((db) => listChecks(new AccountQueries(db, account), { mode }, asked, { size: 100 }));
        rounds.push(performance.now() - from);
      }
      medians.push({ name: `${mode} ${JSON.stringify(asked)}`, ms: share(rounds, 0.5) });
    }
  }
  print(
    `filters and pairs over ${count} checks, medians`,
    medians.map(({ ms }) => ms),
    'goal: each < 50 ms',
  );
  for (const { name, ms } of medians.sort((one, other) => other.ms - one.ms).slice(0, 6)) {
    console.log(`${ms.toFixed(1).padStart(8)} ms  ${name}`);
  }
}

type Writing = Parameters<Parameters<Store['write']>[0]>[0];

/** Some values most rows have, others few. */
async function fill(tx: Writing, account: string, count: number): Promise<void> {
  const id = sql`'ec_01a20000-0000-7000-8000-' || substr(cast(1000000000000 + x as text), 2)`;
  const numbers = sql`with recursive n (x) as (select 0 union all select x + 1 from n where x < ${sql.lit(count - 1)})`;
  const at = sql`${sql.lit(BEGIN)} + x * 1000`;
  const own = sql`cast(${account} as text)`;
  await tx
    .insertInto('payers')
    .values({
      ...{ id: 'LAKES', display_name: 'Lakes', primary_payer_id: 'LK', details: '{}', transaction_support: '{}' },
      ...{ enrollment_policy: 'warn' as const, us_only: 0, created_at: 0, updated_at: 0 },
    })
    .execute();
  await sql`insert into eligibility_checks (account_id, id, mode, status, source, payer_id, route_id, patient_index, trace_id, error_codes,
      failure, owner, owned_until, created_at, sent_at, answered_at, expires_at)
    ${numbers} select ${own}, ${id}, case when x % 30 = 1 then 'test' else 'production' end,
      case when x % 50 = 7 then 'FAILED' else 'ANSWERED' end, case when x % 40 = 3 then 'raw-x12' else 'json' end, 'LAKES', 'r',
      case when x % 5000 = 11 then 'p' else 'q' || x end, 't' || x, '[]', null, 'o', 0, ${at}, ${at}, ${at}, null from n`.execute(
    tx,
  );
  await sql`insert into eligibility_check_errors (account_id, check_id, code, created_at)
    ${numbers} select ${own}, ${id}, case when x % 100 = 7 then '75' else '72' end, ${at} from n where x % 10 = 7`.execute(
    tx,
  );
}

function print(name: string, times: readonly number[], goal: string): void {
  const shares = [0.5, 0.99, 1].map((part) => share(times, part).toFixed(1));
  console.log(
    `${name}: ${times.length}, median ${shares[0]} ms, p99 ${shares[1]} ms, worst ${shares[2]} ms   (${goal})`,
  );
}

function share(times: readonly number[], part: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

await main();

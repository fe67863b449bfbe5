import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { enrollmentListRoutes } from '../src/operations/enrollments/list-enrollments.js';
import { providerRoutes } from '../src/operations/enrollments/providers.js';
import { sealedEnrollment } from '../src/resources/enrollments/columns.js';
import { SORTS } from '../src/resources/enrollments/order.js';
import { searchOf } from '../src/resources/enrollments/search-text.js';
import { sealedProvider } from '../src/resources/providers/columns.js';
import { insertRows } from '../src/store/insert-rows.js';
import { startPostgres } from '../test/peers/postgres-server.js';
import { insertPayers } from '../test/support/eligibility.js';
import { type TestApp, testApp } from '../test/support/test-app.js';
import { ADMIN_TOKEN } from '../test/support/test-services.js';

/**
 * Lists the enrollments of one account that has a hundred thousand, by every filter and every order, filters that few, many and no rows pass,
 * first pages and later ones: each alone, by the handlers of a whole server without the network.
 *
 *     npm run bench:enrollments -- [--rows 100000] [--store sqlite|postgres] [--rounds 5]
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    store: { type: 'string', default: 'sqlite' },
    rounds: { type: 'string', default: '5' },
  },
});
const [ROWS, ROUNDS] = [Number(values.rows), Number(values.rounds)];
const GOAL_MS = 50;
const PORTION = 1_000;
const PROVIDERS = 50;
const BEGIN = Date.UTC(2026, 0, 1);
const STATUSES = ['LIVE', 'SUBMITTED', 'PROVISIONING', 'DRAFT', 'CANCELED'] as const;
const TYPES = ['eligibilityCheck', 'claimPayment', 'claimStatus'] as const;
const PATH = '/2024-09-01/enrollments';

async function main(): Promise<void> {
  const postgres = values.store === 'postgres' ? await startPostgres() : undefined;
  if (postgres !== undefined) process.env.EDILOOM_TEST_PG = postgres.url;
  const app = await testApp([...enrollmentListRoutes, ...providerRoutes]);
  try {
    const headers = { authorization: ADMIN_TOKEN };
    const limits = { rate: { enrollments: 100_000 } };
    await app.call('PUT', `/admin/accounts/${app.accountId}/limits`, { headers, payload: limits });
    await fill(app);
    // A database that runs does so by itself.
    if (postgres !== undefined) await app.services.store.write((tx) => sql`analyze`.execute(tx));
    console.log(`${ROWS} enrollments of ${PROVIDERS} providers, ${values.store}   (goal: each median < ${GOAL_MS} ms)`);
    const times: number[] = [];
    for (const query of queriesAsked()) {
      for (const path of await pagesOf(app, `${PATH}?${query}`)) {
        const ms = await median(app, path);
        times.push(ms);
        const later = path.includes('pageToken') ? '   (a later page)' : '';
        console.log(`${ms.toFixed(1).padStart(8)} ms  ${query}${later}`);
      }
    }
    const late = times.filter((ms) => ms >= GOAL_MS).length;
    console.log(`worst ${Math.max(...times).toFixed(1)} ms of ${times.length}, ${late} not below ${GOAL_MS} ms`);
  } finally {
    await app.close();
    await postgres?.stop();
  }
}

function queriesAsked(): readonly string[] {
  const day = (at: number) => new Date(at).toISOString();
  const [first, second] = [BEGIN + 1_000 * 60_000, BEGIN + 2_000 * 60_000].map(day);
  const filters = [
    ...['status=LIVE', 'status=REJECTED', 'status=DRAFT&status=CANCELED', 'providerNpis=1000000007'],
    ...['providerTaxIds=900000007', 'providerNames=clinic%207', 'providerIds=00000000-0000-7000-8000-000000000007'],
    ...['payerIds=LAKES', 'payerIds=RARES', 'sources=API', 'sources=IMPORT', 'transactions=claimPayment'],
    ...['transactions=dentalClaimSubmission', 'userEmails=office7%40lake.example.com', 'importId=none'],
    ...['filter=clinic%207', 'filter=zzzz', 'filter=lakes', 'filter=900000007'],
    ...[`createdFrom=${first}&createdTo=${second}`, `createdFrom=${first}`, `statusUpdatedTo=${second}`],
    ...[`lastEraReceivedFrom=${first}`, 'requestedEffectiveDateFrom=20260301&requestedEffectiveDateTo=20260303'],
    ...['status=LIVE&payerIds=LAKES&sources=API', 'status=REJECTED&filter=clinic%207'],
  ];
  const sorts = Object.keys(SORTS).flatMap((by) => [`sortBy=${by}:asc`, `sortBy=${by}:desc`]);
  const mixed = [
    'sortBy=requestedEffectiveDate:desc&sortBy=updatedAt:asc',
    'sortBy=lastEraReceivedAt:desc&sortBy=updatedAt:desc',
  ];
  const both = sorts.flatMap((sort) =>
    ['status=LIVE', 'filter=clinic%207', 'filter=zzzz'].map((one) => `${one}&${sort}`),
  );
  return ['', ...filters, ...sorts, ...mixed, ...both];
}

async function fill({ services, accountId, queries }: TestApp): Promise<void> {
  const { sealedColumns } = services;
  await insertPayers(services.store, [
    ...[
      { id: 'LAKES', primary: '1' },
      { id: 'HILLS', primary: '2' },
      { id: 'RARES', primary: '3' },
    ],
  ]);
  const indexOf = (text: string) => services.realTime.patients.of(accountId, text);
  const providers = await Promise.all(
    Array.from({ length: PROVIDERS }, async (_, place) => {
      const taxId = String(900_000_000 + place);
      const id = `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;
      const content = { taxId, taxIdType: 'EIN', contacts: [] } as const;
      return {
        ...{ id, name: `Clinic ${place}`, npi: String(1_000_000_000 + place), search: `clinic ${place}` },
        ...{ tax_index: await indexOf(`tax id ${taxId}`), created_at: BEGIN, updated_at: BEGIN },
        content: sealedProvider(sealedColumns, { accountId, id }, content),
      };
    }),
  );
  await queries((own) => insertRows(own, 'providers', providers));
  const emails = await Promise.all(providers.map((_, place) => indexOf(`e-mail office${place}@lake.example.com`)));
  const rowOf = (place: number) => {
    const at = place % PROVIDERS;
    const { id: provider_id, name, npi, tax_index } = providers[at] as (typeof providers)[number];
    const id = `00000000-0000-7000-9000-${String((place * 7_919) % ROWS).padStart(12, '0')}`;
    const payer_id = place % 5_000 === 1 ? 'RARES' : place % 2 === 0 ? 'LAKES' : 'HILLS';
    const at_ms = BEGIN + place * 60_000;
    const content = {
      primaryContact: {
        ...{ organizationName: name, email: 'a@b.example', phone: '6125550142', streetAddress1: '1 Road' },
        ...({ city: 'Duluth', state: 'MN', zipCode: '55802' } as const),
      },
      userEmail: `office${at}@lake.example.com`,
    } as const;
    return {
      ...{ id, payer_id, submitted_payer: payer_id, provider_id, provider_name: name, provider_npi: npi },
      ...{ provider_tax_index: tax_index, search: searchOf({ search: `${name.toLowerCase()} ${npi}` }, payer_id) },
      status: place % 5_000 === 2 ? ('REJECTED' as const) : (STATUSES[place % 5] ?? 'LIVE'),
      ...{ source: place % 5_000 === 3 ? ('IMPORT' as const) : ('API' as const), import_id: null, reason: null },
      ...{ email_index: emails[at] ?? '', created_at: at_ms, updated_at: at_ms + (place % 100) },
      requested_date: new Date(at_ms).toISOString().slice(0, 10).replaceAll('-', ''),
      content: sealedEnrollment(sealedColumns, { accountId, id }, content),
      ...{ status_updated_at: at_ms, submitted_at: at_ms, last_era_at: place % 3 === 0 ? at_ms : 0 },
    };
  };
  for (let from = 0; from < ROWS; from += PORTION) {
    const rows = Array.from({ length: Math.min(PORTION, ROWS - from) }, (_, place) => rowOf(from + place));
    await queries(async (own) => {
      await insertRows(own, 'provider_enrollments', rows);
      const asked = rows.map(({ id, payer_id, provider_npi, provider_tax_index, status }, place) => ({
        ...{ enrollment_id: id, payer_id, npi: provider_npi, tax_index: provider_tax_index, status },
        transaction_type: TYPES[place % TYPES.length] ?? '',
      }));
      await insertRows(own, 'enrollment_transactions', asked);
      const change = { place: 1, changed_by: 'customer', new_status: 'DRAFT', previous_status: null } as const;
      await insertRows(
        own,
        'enrollment_history',
        rows.map(({ id, created_at }) => ({ ...change, enrollment_id: id, changed_at: created_at })),
      );
    });
  }
}

/** The first page, and one that others lie before. */
async function pagesOf({ call }: TestApp, path: string): Promise<readonly string[]> {
  let last = path;
  for (let page = 0; page < 5; page++) {
    const { nextPageToken } = (await call('GET', last)).json();
    if (nextPageToken === undefined) break;
    last = `${path}&pageToken=${encodeURIComponent(nextPageToken)}`;
  }
  return [...new Set([path, last])];
}

async function median({ call }: TestApp, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    const { statusCode, body } = await call('GET', path);
    times.push(performance.now() - begun);
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`);
  }
  return times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

await main();

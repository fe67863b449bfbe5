import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnrollmentFilters } from '../../../src/resources/enrollments/filters.js';
import { listEnrollmentRows } from '../../../src/resources/enrollments/list.js';
import { SORTS, type Sort } from '../../../src/resources/enrollments/order.js';
import { searchOf } from '../../../src/resources/enrollments/search-text.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { ProviderEnrollments } from '../../../src/store/enrollment-tables.js';
import type { PagePosition } from '../../../src/store/page.js';
import type { Store } from '../../../src/store/store.js';
import { watchedStore } from '../../store/watched-plans.js';
import { addAccount, writeAs } from '../../support/accounts.js';
import { insertPayers } from '../../support/eligibility.js';
import { isOnPostgres, openTestStore } from '../../support/store-factory.js';

const STATUSES = ['DRAFT', 'SUBMITTED', 'PROVISIONING', 'LIVE', 'REJECTED', 'CANCELED'] as const;
const TYPES = ['eligibilityCheck', 'claimPayment'] as const;
const NAMES = ['Lake Clinic', 'lake CLINIC', '100%_Shore', 'Reed'];
const COUNT = 60;

let store: Store;
let close: () => Promise<void>;
let rows: readonly ProviderEnrollments[];

/** The types of a row, by its place. */
const typesOf = (place: number) => TYPES.filter((_, type) => (place + type) % 3 !== 0);

beforeAll(async () => {
  ({ store, close } = await openTestStore());
  await addAccount(store, 'a');
  await addAccount(store, 'b');
  await insertPayers(store, [
    { id: 'LAKES', primary: '1' },
    { id: 'HILLS', primary: '2' },
  ]);
  for (const account of ['a', 'b']) {
    await writeAs(store, account, async (queries) => {
      for (const [place, name] of NAMES.entries()) {
        const own = { id: `p${place}-${account}`, name, npi: `199999998${place}`, tax_index: `t${place}`, search: '' };
        await queries.insert('providers', { ...own, content: '', created_at: 1, updated_at: 1 }).execute();
      }
      for (let place = 0; place < COUNT; place++) {
        const { account_id: _, ...row } = rowOf(account, place);
        await queries.insert('provider_enrollments', row).execute();
        for (const transaction_type of typesOf(place)) {
          const asked = { enrollment_id: row.id, transaction_type, payer_id: row.payer_id, npi: row.provider_npi };
          await queries
            .insert('enrollment_transactions', { ...asked, tax_index: row.provider_tax_index, status: row.status })
            .execute();
        }
      }
    });
  }
  rows = await store.read((db) => new AccountQueries(db, 'a').from('provider_enrollments').selectAll().execute());
});
afterAll(() => close());

/** Many have the same times, so that the keys behind these decide. */
function rowOf(account: string, place: number): ProviderEnrollments {
  const provider = place % NAMES.length;
  const [name, npi, payerId] = [NAMES[provider] ?? '', `199999998${provider}`, place % 3 === 0 ? 'HILLS' : 'LAKES'];
  return {
    ...{ account_id: account, id: `e${(place * 37) % COUNT}-${account}`, payer_id: payerId, submitted_payer: 'x' },
    ...{ provider_id: `p${provider}-${account}`, provider_name: name, provider_npi: npi },
    ...{ provider_tax_index: `t${provider}`, search: searchOf({ search: `${name.toLowerCase()} ${npi}` }, payerId) },
    ...{ status: STATUSES[place % 6] ?? 'DRAFT', source: place % 5 === 0 ? 'UI' : 'API' },
    ...{ import_id: place % 7 === 0 ? 'i1' : null, email_index: `m${place % 4}` },
    requested_date: place % 4 === 0 ? '' : `202601${10 + (place % 3)}`,
    ...{ content: '', reason: null, created_at: 1_000 + (place % 9), updated_at: 1_000 + (place % 2) },
    ...{
      status_updated_at: 1_000 + (place % 13),
      submitted_at: null,
      last_era_at: place % 6 === 0 ? 1_000 + place : 0,
    },
  };
}

const sort = fc.record({
  by: fc.constantFrom(...(Object.keys(SORTS) as Sort['by'][])),
  direction: fc.constantFrom('asc', 'desc'),
});
const some = <Value>(...values: Value[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
const bound = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const filters: fc.Arbitrary<EnrollmentFilters> = fc.record(
  {
    text: fc.constantFrom('lake', '100%_', '0%x', 'hills', '1999999982', 'zzz'),
    textTaxIndex: fc.constantFrom('t1', 'none'),
    statuses: some(...STATUSES, 'NONE'),
    npis: some('1999999980', '1999999983'),
    taxIndexes: some('t0', 't2', 'none'),
    names: some('lake clinic', 'reed', 'lake'),
    providerIds: some('p0-a', 'p1-a', 'p0-b'),
    payerIds: some('HILLS', 'LAKES'),
    sources: some('UI', 'IMPORT'),
    transactions: some(...TYPES, 'claimStatus'),
    emailIndexes: some('m0', 'm3'),
    importId: fc.constantFrom('i1', 'i2'),
    ranges: fc.array(
      fc.oneof(
        fc.record({ column: fc.constant('created_at' as const), from: bound(1_003), before: bound(1_006) }),
        fc.record({ column: fc.constant('status_updated_at' as const), from: bound(1_004), before: bound(1_010) }),
        fc.record({ column: fc.constant('last_era_at' as const), from: bound(1_000, 1_012), before: bound(1_040) }),
        fc.record({
          column: fc.constant('requested_date' as const),
          from: bound('20260111'),
          before: bound('20260111~'),
        }),
      ),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: [] },
);

/** What the filters say, row by row. */
function passes(row: ProviderEnrollments, asked: EnrollmentFilters): boolean {
  const among = (values: readonly string[] | undefined, value: string): boolean =>
    values === undefined || values.length === 0 || values.includes(value);
  const place = [...Array(COUNT).keys()].find((one) => rowOf('a', one).id === row.id) ?? 0;
  const { text, textTaxIndex, transactions = [], ranges = [] } = asked;
  return (
    (text === undefined || row.search.includes(text) || row.provider_tax_index === textTaxIndex) &&
    among(asked.statuses, row.status) &&
    among(asked.npis, row.provider_npi) &&
    among(asked.taxIndexes, row.provider_tax_index) &&
    among(asked.names, row.provider_name.toLowerCase()) &&
    among(asked.providerIds, row.provider_id) &&
    among(asked.payerIds, row.payer_id) &&
    among(asked.sources, row.source) &&
    among(asked.emailIndexes, row.email_index) &&
    (asked.importId === undefined || row.import_id === asked.importId) &&
    (transactions.length === 0 || typesOf(place).some((type) => transactions.includes(type))) &&
    ranges.every(({ column, from, before }) => {
      const value = row[column];
      if (from === undefined && before === undefined) return true;
      if (value === 0 || value === '') return false;
      return (from === undefined || value >= from) && (before === undefined || value < before);
    })
  );
}

/** Text compares by its code units, as both stores do here. */
function inOrder(sorts: readonly Sort[]) {
  const order = sorts.length === 0 ? [{ by: 'createdAt', direction: 'desc' } as const] : sorts;
  const last = { by: 'id', direction: order.at(-1)?.direction ?? 'asc' } as const;
  return (one: ProviderEnrollments, other: ProviderEnrollments): number => {
    for (const { by, direction } of [...order, last]) {
      const [left, right] = [one[SORTS[by]], other[SORTS[by]]];
      if (left !== right) return (left < right ? -1 : 1) * (direction === 'asc' ? 1 : -1);
    }
    return 0;
  };
}

describe('a list of enrollments', () => {
  it('has what passes all filters, each once and in order, however it is read and paged', {
    timeout: 120_000,
  }, async () => {
    const bounds = fc.record({ few: fc.constantFrom(0, 5, 2_000), examined: fc.constantFrom(1, 7, 10_000) });
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.array(sort, { maxLength: 3 }),
        bounds,
        fc.constantFrom(3, 10, 100),
        async (asked, sorts, bound, size) => {
          const found: string[] = [];
          const totals = new Set<number>();
          let after: PagePosition | undefined;
          do {
            const at: PagePosition | undefined = after;
            const page = await store.read((db) =>
              listEnrollmentRows(new AccountQueries(db, 'a'), asked, sorts, { size, after: at }, bound),
            );
            expect(page.items.length).toBeLessThanOrEqual(size);
            found.push(...page.items.map(({ id }) => id));
            if (page.totalCount !== undefined) totals.add(page.totalCount);
            after = page.next;
          } while (after !== undefined);
          const expected = rows.filter((row) => passes(row, asked)).sort(inOrder(sorts));
          expect(found).toEqual(expected.map(({ id }) => id));
          expect([...totals].filter((total) => total !== expected.length)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

it.skipIf(isOnPostgres)(
  'of very many that have the same first key no more are put in order than a page looks at',
  async () => {
    const orders: readonly (readonly Sort[])[] = [
      [
        { by: 'lastEraReceivedAt', direction: 'asc' },
        { by: 'updatedAt', direction: 'desc' },
      ],
      [
        { by: 'lastEraReceivedAt', direction: 'asc' },
        { by: 'id', direction: 'desc' },
      ],
      [
        { by: 'requestedEffectiveDate', direction: 'asc' },
        { by: 'updatedAt', direction: 'asc' },
        { by: 'createdAt', direction: 'asc' },
      ],
    ];
    for (const sorts of orders) {
      for (const asked of [{}, { transactions: ['claimPayment'] }]) {
        const watched = watchedStore(store);
        const page = await watched.store.read((db) =>
          listEnrollmentRows(new AccountQueries(db, 'a'), asked, sorts, { size: 3 }, { few: 0, examined: 1 }),
        );
        expect(page.next).toBeDefined();
        const plans = await watched.plans();
        for (const plan of plans.filter((one) => one.startsWith('select *'))) {
          expect(plan).toContain('USING INDEX');
          expect(plan).not.toContain('TEMP B-TREE');
        }
      }
    }
  },
);

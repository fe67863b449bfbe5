import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/caller.js';
import { countExecutions, listExecutions } from '../../src/resources/executions/list.js';
import { executionsToRetry } from '../../src/resources/executions/retry-condition.js';
import type { ExecutionFilters } from '../../src/resources/executions/schemas.js';
import { countTransactions, listTransactions } from '../../src/resources/transactions/list.js';
import type { TransactionFilters } from '../../src/resources/transactions/schemas.js';
import type { AskedPage, Page } from '../../src/store/page.js';
import type { Store } from '../../src/store/store.js';
import { addAccount, readAs, writeAs } from '../support/accounts.js';
import { openTestStore } from '../support/open-test-store.js';
import { EXECUTION_FILTERS, pairsOf, TRANSACTION_FILTERS } from './list-filters.js';
import { BEGIN, executionRow, identifierRows, transactionRow } from './list-rows.js';

const ROWS = 300;
/** Small ones, so that most pages end at the bound. */
const PAGE = { size: 4, examined: 11 };
/** Half of all, for lists from and to a time. */
const HALF = new Date(BEGIN + ROWS / 6).toISOString();

interface Given {
  readonly from?: string;
  readonly to?: string;
}

type RowTest = (row: Record<string, unknown>, number: number) => boolean;

/** The same filters by another way: what each asks of a row. */
const ASKS: Readonly<Record<string, (value: string, all: TransactionFilters) => RowTest>> = {
  direction: (value) => (row) => row.direction === value,
  faultCode: (value) => (row) => row.fault_code === value,
  acknowledgment: (value) => (row) => row.acknowledgment === value,
  partnershipId: (value) => (row) => row.partnership_id === value,
  status: (value) => (row) => row.status === value,
  mode: (value) => (row) => row.mode === value,
  displayName: (value) => (row) => String(row.name).toLowerCase().includes(value),
  transactionSetId: (value) => (row) => row.transaction_set === value,
  sender: (value) => (row) => row.sender_id === value,
  receiver: (value) => (row) => row.receiver_id === value,
  from: (value) => (row) => Number(row.created_at) >= Date.parse(value),
  to: (value) => (row) => Number(row.created_at) <= Date.parse(value),
  elementId: () => () => true,
  businessIdentifier:
    (value, { elementId }) =>
    (_, number) =>
      identifierRows(number).some((one) => one.value === value && (elementId ?? one.element_id) === one.element_id),
};

function expected(rows: readonly object[], mode: string, asked: object): readonly string[] {
  const tests = Object.entries(asked).map(([name, value]) => ASKS[name]?.(value, asked));
  return (rows as readonly Record<string, unknown>[])
    .filter((row) => (mode === 'live' || row.key_mode === mode) && row.listed !== 0)
    .filter((row) => tests.every((test) => test?.(row, Number(String(row.id).split('-')[1])) ?? false))
    .sort((a, b) => Number(b.created_at) - Number(a.created_at) || (String(a.id) < String(b.id) ? 1 : -1))
    .map(({ id }) => String(id));
}

/** Follows `next` until there is none. */
async function followed(
  list: (page: AskedPage) => Promise<Page<{ readonly id: string }>>,
  between: () => Promise<void> = async () => {},
): Promise<{ readonly ids: readonly string[]; readonly pages: number }> {
  const ids: string[] = [];
  for (let after: AskedPage['after'], pages = 1; ; pages++) {
    const page = await list({ ...PAGE, after });
    ids.push(...page.items.map(({ id }) => id));
    if (page.next === undefined) return { ids, pages };
    after = page.next;
    await between();
  }
}

const numbers = Array.from({ length: ROWS }, (_, number) => number);
const inHalves = <Filters extends Given>(filters: readonly Filters[]): readonly Filters[] =>
  filters.map((one) => ({ ...one, ...(one.from && { from: HALF }), ...(one.to && { to: HALF }) }));

async function filled(): Promise<Store> {
  const store = await openTestStore();
  await addAccount(store, 'a');
  await addAccount(store, 'b');
  for (const account of ['a', 'b']) {
    const named = <Row extends { id?: string; transaction_id?: string }>(row: Row): Row =>
      account === 'a' ? row : { ...row, ...(row.id && { id: `b${row.id}` }) };
    await writeAs(store, account, async (queries) => {
      await queries
        .insert(
          'executions',
          numbers.map((number) => named(executionRow(number))),
        )
        .execute();
      await queries
        .insert(
          'transactions',
          numbers.map((number) => named(transactionRow(number))),
        )
        .execute();
      await queries
        .insert(
          'business_identifiers',
          numbers.flatMap((number) => identifierRows(number)),
        )
        .execute();
    });
  }
  return store;
}

describe('a list with filters', () => {
  it.each(['live', 'test'] as const)('has every execution once, for a %s key', async (mode) => {
    const store = await filled();
    const rows = numbers.map((number) => executionRow(number));
    for (const asked of pairsOf(inHalves(EXECUTION_FILTERS))) {
      const { ids } = await followed((page) => readAs(store, 'a', (of) => listExecutions(of, { mode }, asked, page)));
      expect([asked, ids]).toEqual([asked, expected(rows, mode, asked)]);
    }
  });

  it.each(['live', 'test'] as const)('has every delivered transaction once, for a %s key', async (mode) => {
    const store = await filled();
    const rows = numbers.map((number) => transactionRow(number));
    for (const asked of pairsOf(inHalves(TRANSACTION_FILTERS))) {
      const { ids } = await followed((page) => readAs(store, 'a', (of) => listTransactions(of, { mode }, asked, page)));
      expect([asked, ids]).toEqual([asked, expected(rows, mode, asked)]);
    }
  });

  it.each(['live', 'test'] as const)('is counted as it is listed, for a %s key', async (mode) => {
    const store = await filled();
    const files = numbers.map((number) => executionRow(number));
    for (const asked of pairsOf(inHalves(EXECUTION_FILTERS))) {
      const counted = await readAs(store, 'a', (of) => countExecutions(of, { mode }, asked));
      expect([asked, counted]).toEqual([asked, { count: expected(files, mode, asked).length, exact: true }]);
    }
    const sets = numbers.map((number) => transactionRow(number));
    for (const asked of pairsOf(inHalves(TRANSACTION_FILTERS))) {
      const counted = await readAs(store, 'a', (of) => countTransactions(of, { mode }, asked));
      expect([asked, counted]).toEqual([asked, { count: expected(sets, mode, asked).length, exact: true }]);
    }
  });

  it('is counted up to so many rows, and says whether these were all', async () => {
    const store = await filled();
    const count = (asked: ExecutionFilters, most: number) =>
      readAs(store, 'a', (of) => countExecutions(of, { mode: 'live' }, asked, most));
    expect(await count({}, ROWS)).toEqual({ count: ROWS, exact: true });
    expect(await count({}, ROWS - 1)).toEqual({ count: ROWS - 1, exact: false });
    const rows = numbers.map((number) => executionRow(number));
    const failed = expected(rows, 'live', { status: 'FAILED' }).length;
    expect(failed).toBeGreaterThan(2);
    // Others than those that are looked for are no rows of its index.
    expect(await count({ status: 'FAILED' }, failed)).toEqual({ count: failed, exact: true });
    expect(await count({ status: 'FAILED' }, 2)).toEqual({ count: 2, exact: false });
    expect(await count({ status: 'COMPLETED', displayName: 'nowhere' }, ROWS - 1)).toEqual({ count: 0, exact: false });
  });

  it('looks at so many rows for a page and no more, and says that it goes on', async () => {
    const store = await filled();
    const asked: ExecutionFilters = { status: 'COMPLETED', displayName: 'nowhere' };
    const list = (page: AskedPage) => readAs(store, 'a', (of) => listExecutions(of, { mode: 'live' }, asked, page));
    expect(await followed(list)).toEqual({ ids: [], pages: Math.ceil(ROWS / PAGE.examined) });
  });

  it('finds what is to be retried, apart from all other work', async () => {
    const store = await filled();
    const never = () => Promise.reject(new Error('Others would wait for it.'));
    const caller = { accountId: 'a', mode: 'live' } as Caller;
    const condition = { partnershipId: 'p3', faultCode: 'DELIVERY_FAILURE' } as const;
    const { executions } = await executionsToRetry({ ...store, read: never, write: never }, caller, condition);
    const rows = numbers.map((number) => executionRow(number));
    const ids = expected(rows, 'live', { ...condition, status: 'FAILED', direction: 'OUTBOUND' });
    expect(ids.length).toBeGreaterThan(1);
    expect(executions.map(({ id }) => id)).toEqual([...ids].reverse());
  });

  it('looks at so many transactions for what many of them are known by', async () => {
    const store = await filled();
    const asked: TransactionFilters = { businessIdentifier: 'every', elementId: '127' };
    const list = (page: AskedPage) => readAs(store, 'a', (of) => listTransactions(of, { mode: 'live' }, asked, page));
    expect((await followed(list)).pages).toBeGreaterThanOrEqual(Math.floor(ROWS / PAGE.examined));
  });

  it('is led by the filter whose rows are sparsest', async () => {
    const store = await filled();
    const asked: ExecutionFilters = { partnershipId: 'p2', status: 'FAILED' };
    const list = (page: AskedPage) => readAs(store, 'a', (of) => listExecutions(of, { mode: 'live' }, asked, page));
    expect((await followed(list)).pages).toBe(1);
  });

  it('has every row that was there at its beginning once, whatever comes meanwhile', async () => {
    const store = await filled();
    const before = numbers.map((number) => executionRow(number));
    const asked: ExecutionFilters = { direction: 'OUTBOUND', mode: 'production' };
    let next = ROWS;
    const add = (at?: number) =>
      writeAs(store, 'a', (queries) => queries.insert('executions', executionRow(next++, at)).execute());
    const list = (page: AskedPage) => readAs(store, 'a', (of) => listExecutions(of, { mode: 'live' }, asked, page));
    // One is new, one comes late: of a process whose clock is behind, or whose commit took long.
    const { ids } = await followed(list, async () => void (await Promise.all([add(), add(BEGIN + 10)])));
    const wanted = expected(before, 'live', asked);
    expect(ids.filter((id) => wanted.includes(id))).toEqual(wanted);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

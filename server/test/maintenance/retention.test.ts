import { describe, expect, it } from 'vitest';
import { isoTime } from '../../src/clock.js';
import { maintenanceTasks } from '../../src/maintenance/maintenance-tasks.js';
import { purgeLeftGroups } from '../../src/maintenance/purge-left-groups.js';
import { interchangeExpiry } from '../../src/resources/inbound/expired.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import { insertRows } from '../../src/store/insert-rows.js';
import type { Store } from '../../src/store/store.js';
import type { Tables } from '../../src/store/tables.js';
import { TABLE_OWNER } from '../architecture/tables.js';
import { BEGIN, executionRow, identifierRows, transactionRow } from '../store/list-rows.js';
import { addAccount, writeAs } from '../support/accounts.js';
import { openTestStore } from '../support/open-test-store.js';
import { SILENT, TestClock } from '../support/test-jobs.js';

const keys = openMasterKeys({ masterKey: Buffer.alloc(32).toString('base64'), folder: '/nowhere' });
const DAY = 86_400_000;
const NOW = BEGIN + 400 * DAY;

/** What an account is, and what was done: this stays. */
const KEPT = ['accounts', 'audit', 'audit_marks', 'feed_marks', 'settings'];

/** One of everything that comes with files, of the account and as old as that. */
async function fill(store: Store, account: string, at: number, number: number): Promise<void> {
  const execution = { ...executionRow(number, at), status: 'COMPLETED', expires_at: at + 30 * DAY };
  const transaction = { ...transactionRow(number, at), execution_id: execution.id };
  const [group, open] = [`sent-${number}`, `open-${number}`];
  const id = (kind: string) => `${kind}-${number}`;
  await writeAs(store, account, async (queries) => {
    await queries.insert('executions', execution).execute();
    await queries.insert('transactions', transaction).execute();
    await queries.insert('business_identifiers', identifierRows(number, at)).execute();
    await queries
      .insert('faults', {
        ...{ id: id('F'), execution_id: execution.id, code: 'X', message: '' },
        detail: '{}',
        created_at: at,
      })
      .execute();
    await queries
      .insert('delivery_reports', {
        ...{
          id: id('D'),
          execution_id: execution.id,
          partnership_id: 'p',
          connection_type: 'bucket',
          connection_id: 'c',
        },
        ...{ attempt: 1, filename: 'f', status: 'DELIVERED', message: '', metadata: null, created_at: at },
      })
      .execute();
    for (const [owner, model] of [
      [execution.id, 'execution'],
      [transaction.id, 'transaction'],
      [id('F'), 'fault'],
    ] as const) {
      await queries
        .insert('artifacts', {
          ...{ id: `${owner}-a`, model, owner_id: owner, usage: 'input', type: 't', name: 'n', size: 0, sha256: '' },
          ...{ bytes: Uint8Array.of(1), object_name: null, object_offset: 0, master_key_id: null, created_at: at },
          expires_at: null,
        })
        .execute();
    }
    for (const [name, execution_id] of [
      [group, execution.id],
      [open, null],
    ] as const) {
      const common = { id: name, key_mode: 'live', execution_id, version: 1, characters: 0, created_at: at } as const;
      await queries.insert('transaction_groups', { ...common, partnership_id: 'p', setting_id: 's' }).execute();
      await queries.insert('fragment_groups', { ...common, guide_id: 'g' }).execute();
      await queries
        .insert('staged_transactions', {
          ...{ id: `S-${name}`, partnership_id: 'p', group_id: name, place: 0, overrides: null, transaction: '{}' },
          created_at: at,
        })
        .execute();
      await queries
        .insert('fragments', { id: `S-${name}`, group_id: name, place: 0, fragment: '{}', created_at: at })
        .execute();
    }
    const came = { connection_id: 'c', payload_id: id('P'), execution_id: execution.id, created_at: at };
    await queries.insert('arrivals', came).execute();
    await queries
      .insert('received_interchanges', {
        ...{ id: id('R'), execution_id: execution.id, place: 1, state: 'quarantined', sha256: '', pair: '[]' },
        ...{ control_number: 1, byte_offset: 0, byte_length: 1, created_at: at, updated_at: at },
        expires_at: interchangeExpiry(execution.expires_at, at),
      })
      .execute();
    await queries
      .insert('sent_groups', {
        ...{ id: id('G'), execution_id: execution.id, place: 0, pair: '[]', interchange_number: 1, group_number: 1 },
        ...{ functional_id: 'PO', facts: '{}', partnership_id: 'p', key_mode: 'live', first_place: 0, transactions: 1 },
        ...{ duplicate: 0, state: 'answered', created_at: at, updated_at: at },
      })
      .execute();
    await queries
      .insert('acknowledgments', {
        ...{ id: id('AK'), execution_id: id('in'), sent_group_id: id('G'), kind: '997', verdict: 'accepted' },
        ...{ facts: '{}', said: 'it', created_at: at },
      })
      .execute();
    await queries
      .insert('events', {
        ...{ id: id('E'), type: 'file.failed.v2', mode: 'test', resource_kind: 'execution', resource_id: execution.id },
        ...{ detail: '{}', resends: 0, resent_at: null, status: 'PENDING', created_at: at },
      })
      .execute();
    await queries.insert('journal', { kind: 'k', id: id('J'), state: '""', facts: '{}', at: isoTime(at) }).execute();
    await queries.insert('feed', { kind: 'execution', ref_id: execution.id, mode: 'live', at }).execute();
    await queries
      .insert('audit', {
        ...{ id: id('A'), at, key_id: null, address: null, request_id: null, action: 'read', object_kind: 'execution' },
        ...{ object_id: execution.id, position: null, previous_hash: null, hash: null },
      })
      .execute();
    await queries
      .insert('idempotency', {
        ...{
          key: id('K'),
          request_hash: '',
          owner: '',
          lease: 1,
          lease_until: 0,
          status: 200,
          headers: null,
          body: null,
        },
        ...{ master_key_id: null, created_at: at },
      })
      .execute();
    await queries
      .insert('jobs', {
        ...{
          id: id('J'),
          kind: 'deliver',
          queue: '',
          takeovers: 0,
          lane: null,
          state: 'failed',
          due_at: at,
          order_at: at,
          attempt: 3,
          owner: null,
        },
        ...{ lease: 1, lease_until: null, payload: '{}', error: 'x', created_at: at, updated_at: at },
      })
      .execute();
  });
}

/** Tables of the whole server, whose rows no account has. */
const SHARED: ReadonlySet<string> = new Set([
  ...['settings', 'orphans', 'payers', 'payer_ids', 'payer_routes', 'route_payers'],
]);

async function counts(store: Store, account: string): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const table of Object.keys(TABLE_OWNER) as (keyof Tables)[]) {
    if (SHARED.has(table)) continue;
    const column = table === 'accounts' ? 'id' : 'account_id';
    const { count } = await store.read((db) =>
      db
        .selectFrom(table as 'jobs')
        .select((all) => all.fn.countAll<number>().as('count'))
        .where(column as 'account_id', '=', account)
        .executeTakeFirstOrThrow(),
    );
    if (Number(count) > 0) found[table] = Number(count);
  }
  return found;
}

async function tidied(store: Store): Promise<void> {
  const tasks = maintenanceTasks({
    ...{ store, clock: new TestClock(NOW), log: SILENT, sweep: async () => {}, endDropped: async () => {} },
    ...{ keys, auditRetentionDays: undefined, metrics: { check: () => {}, expiredWaiting: () => {} } },
  });
  for (const { run } of tasks) await run(new AbortController().signal);
}

describe('retention', () => {
  it('leaves nothing of what came with files but the audit, once the time of each has passed', async () => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    for (let number = 0; number < 3; number++) await fill(store, 'a', BEGIN + number, number);
    const before = await counts(store, 'a');
    await tidied(store);
    const left = await counts(store, 'a');
    expect(Object.keys(before).length).toBeGreaterThan(Object.keys(left).length);
    expect(Object.keys(left).filter((table) => !KEPT.includes(table))).toEqual([]);
    expect(left.audit).toBe(3);
  });

  it('removes a file of many transactions, and what was staged for it, in portions that nobody waits for', async () => {
    const MANY = 1200;
    const store = await openTestStore();
    await addAccount(store, 'a');
    await fill(store, 'a', BEGIN, 1);
    const { id } = executionRow(1, BEGIN);
    const places = Array.from({ length: MANY }, (_, index) => index + 1);
    await writeAs(store, 'a', async (queries) => {
      const base = { ...transactionRow(1, BEGIN), execution_id: id };
      await insertRows(
        queries,
        'transactions',
        places.map((place) => ({ ...base, id: `many-${place}`, place })),
      );
      const staged = { group_id: 'sent-1', created_at: BEGIN };
      const text = { partnership_id: 'p', overrides: null, transaction: '{}' };
      const stagedRows = places.map((place) => ({ ...staged, ...text, id: `many-${place}`, place }));
      await insertRows(queries, 'staged_transactions', stagedRows);
      const fragments = places.map((place) => ({ ...staged, id: `many-${place}`, fragment: '{}', place }));
      await insertRows(queries, 'fragments', fragments);
    });
    const PARTS = ['transactions', 'staged_transactions', 'fragments'];
    const all = async () => {
      const found = await counts(store, 'a');
      return PARTS.reduce((sum, table) => sum + (found[table] ?? 0), 0);
    };
    const portions: number[] = [];
    const watched: Store = {
      ...store,
      write: async (work) => {
        const before = await all();
        const result = await store.write(work);
        portions.push(before - (await all()));
        return result;
      },
    };
    await tidied(watched);
    expect(Math.max(...portions)).toBe(500);
    const left = await counts(store, 'a');
    expect(Object.keys(left).filter((table) => !KEPT.includes(table))).toEqual([]);
  });

  it('removes old open groups whole, some at a time', async () => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    await writeAs(store, 'a', async (queries) => {
      const group = {
        setting_id: 's',
        partnership_id: 'p',
        key_mode: 'live',
        execution_id: null,
        characters: 0,
      } as const;
      const names = ['x', 'y', 'z'];
      const common = { created_at: BEGIN, overrides: null, transaction: '{}', partnership_id: 'p' };
      for (const id of names) {
        await queries.insert('transaction_groups', { ...group, id, version: 300, created_at: BEGIN }).execute();
        const rows = Array.from({ length: 300 }, (_, place) => ({
          ...common,
          id: `${id}${place}`,
          group_id: id,
          place,
        }));
        await insertRows(queries, 'staged_transactions', rows);
      }
    });
    const seen: unknown[] = [];
    const watched: Store = {
      ...store,
      write: async (work) => {
        const result = await store.write(work);
        const { transaction_groups: groups = 0, staged_transactions: staged = 0 } = await counts(store, 'a');
        if (seen.at(-1) !== groups) seen.push(groups);
        expect(staged).toBe(groups * 300);
        return result;
      },
    };
    await tidied(watched);
    expect(seen).toEqual([3, 2, 1, 0]);
  });

  it('removes many small open groups a few in a transaction, as each takes statements of its own', async () => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    const groups = Array.from({ length: 120 }, (_, n) => ({
      ...({ setting_id: 's', partnership_id: 'p', key_mode: 'live', execution_id: null, characters: 0 } as const),
      ...{ id: `g${n}`, version: 2, created_at: BEGIN },
    }));
    await writeAs(store, 'a', (queries) => insertRows(queries, 'transaction_groups', groups));
    const left = new Set<number>();
    const watched: Store = {
      ...store,
      write: async (work) => {
        const result = await store.write(work);
        left.add((await counts(store, 'a')).transaction_groups ?? 0);
        return result;
      },
    };
    await tidied(watched);
    const portions = [...left].map((now, place, all) => (all[place - 1] ?? 120) - now);
    expect(Math.max(...portions)).toBeLessThanOrEqual(50);
    expect(portions.reduce((sum, gone) => sum + gone)).toBe(120);
  });

  it('removes what was staged for files that a release has removed without it, in portions', async () => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    await fill(store, 'a', NOW - DAY / 2, 1);
    const before = await counts(store, 'a');
    await writeAs(store, 'a', async (queries) => {
      const group = { execution_id: 'gone', key_mode: 'live', version: 1, characters: 0, created_at: BEGIN } as const;
      await queries
        .insert('transaction_groups', { ...group, id: 'left', partnership_id: 'p', setting_id: 's' })
        .execute();
      await queries.insert('fragment_groups', { ...group, id: 'left', guide_id: 'g' }).execute();
      const rows = Array.from({ length: 1200 }, (_, place) => ({
        ...{ id: `left-${place}`, group_id: 'left', place, created_at: BEGIN },
      }));
      const text = { partnership_id: 'p', overrides: null, transaction: '{}' };
      await insertRows(
        queries,
        'staged_transactions',
        rows.map((row) => ({ ...row, ...text })),
      );
      await insertRows(
        queries,
        'fragments',
        rows.map((row) => ({ ...row, fragment: '{}' })),
      );
    });
    expect(await purgeLeftGroups({ store })).toBe(2400);
    expect(await counts(store, 'a')).toEqual(before);
  });

  it('takes nothing of what is young, nor of another account', async () => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    await addAccount(store, 'b');
    await fill(store, 'a', BEGIN, 1);
    await fill(store, 'b', NOW - DAY / 2, 2);
    const before = await counts(store, 'b');
    await tidied(store);
    expect(await counts(store, 'b')).toEqual(before);
  });

  it('keeps an old group that something was staged in lately', async () => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    await fill(store, 'a', BEGIN, 1);
    await writeAs(store, 'a', async (queries) => {
      await queries
        .update('staged_transactions')
        .set({ created_at: NOW - DAY })
        .where('group_id', '=', 'open-1')
        .execute();
      await queries
        .update('fragments')
        .set({ created_at: NOW - DAY })
        .where('group_id', '=', 'open-1')
        .execute();
    });
    await tidied(store);
    const left = await counts(store, 'a');
    expect([left.transaction_groups, left.staged_transactions]).toEqual([1, 1]);
    expect([left.fragment_groups, left.fragments]).toEqual([1, 1]);
  });
});

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { AccountQueries } from '../../src/store/account-queries.js';
import type { Transaction } from '../../src/store/store.js';
import { listOf } from '../../src/store/value-list.js';
import { openTestStore } from '../support/open-test-store.js';
import { ON_POSTGRES } from '../support/test-jobs.js';

interface Given {
  readonly queries: AccountQueries;
  readonly ids: ReturnType<typeof listOf>;
}

const QUERIES: Readonly<Record<string, (given: Given) => { compile(): unknown }>> = {
  'executions by id': ({ queries, ids }) => queries.from('executions').selectAll().where('id', 'in', ids),
  'an update of executions by id': ({ queries, ids }) =>
    queries.update('executions').set({ status: 'COMPLETED' }).where('id', 'in', ids),
  'transactions of executions': ({ queries, ids }) =>
    queries.from('transactions').select('id').where('execution_id', 'in', ids).orderBy('place'),
  'an update of transactions of executions': ({ queries, ids }) =>
    queries.update('transactions').set({ listed: 1 }).where('execution_id', 'in', ids),
  'artifacts of owners': ({ queries, ids }) => queries.from('artifacts').select('id').where('owner_id', 'in', ids),
  'connections by id': ({ queries, ids }) => queries.from('connections').selectAll().where('id', 'in', ids),
  'buckets by name': ({ queries, ids }) => queries.from('buckets').select('name').where('name', 'in', ids),
};

async function planOf(db: Transaction, query: { compile(): unknown }): Promise<string> {
  const { sql: text, parameters } = query.compile() as { sql: string; parameters: readonly unknown[] };
  const { rows } = await db.executeQuery<{ detail: string }>({
    ...sql`explain`.compile(db),
    sql: `explain query plan ${text}`,
    parameters,
  });
  return rows.map(({ detail }) => detail).join('\n');
}

describe.skipIf(ON_POSTGRES)('the planner', () => {
  it.each(Object.keys(QUERIES))('looks %s up, and reads no whole account', async (name) => {
    const store = await openTestStore();
    const plan = await store.read((db) => {
      const given = { queries: new AccountQueries(db, 'a'), ids: listOf(db, ['a', 'b']) };
      return planOf(db, QUERIES[name]?.(given) as never);
    });
    expect(plan).toMatch(/SEARCH \w+ USING .*(id|name)=\?/);
    expect(plan).not.toMatch(/\(account_id=\?\)/);
  });

  it('still finds the newest of an account by an index', async () => {
    const store = await openTestStore();
    const plan = await store.read((db) => {
      const newest = new AccountQueries(db, 'a').from('executions').selectAll().orderBy('created_at', 'desc');
      return planOf(db, newest.orderBy('id', 'desc').limit(100));
    });
    expect(plan).toContain('executions_by_age (account_id=?)');
    expect(plan).not.toContain('TEMP B-TREE');
  });
});

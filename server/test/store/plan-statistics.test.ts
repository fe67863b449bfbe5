import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { AccountQueries } from '../../src/store/account-queries.js';
import type { Transaction } from '../../src/store/store.js';
import { valueList } from '../../src/store/value-list.js';
import { openTestStore } from '../support/open-test-store.js';
import { ON_POSTGRES } from '../support/test-jobs.js';

const ids = sql<string>`(select value from ${valueList('sqlite', ['a', 'b'])})`;

const QUERIES: Readonly<Record<string, (queries: AccountQueries) => { compile(): unknown }>> = {
  'executions by id': (queries) => queries.from('executions').selectAll().where('id', 'in', ids),
  'an update of executions by id': (queries) =>
    queries.update('executions').set({ status: 'COMPLETED' }).where('id', 'in', ids),
  'transactions of executions': (queries) =>
    queries.from('transactions').select('id').where('execution_id', 'in', ids).orderBy('place'),
  'an update of transactions of executions': (queries) =>
    queries.update('transactions').set({ listed: 1 }).where('execution_id', 'in', ids),
  'artifacts of owners': (queries) => queries.from('artifacts').select('id').where('owner_id', 'in', ids),
  'connections by id': (queries) => queries.from('connections').selectAll().where('id', 'in', ids),
  'buckets by name': (queries) => queries.from('buckets').select('name').where('name', 'in', ids),
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
    const plan = await store.read((db) => planOf(db, QUERIES[name]?.(new AccountQueries(db, 'a')) as never));
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

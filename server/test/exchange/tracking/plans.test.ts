import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findTraced } from '../../../src/exchange/tracking/find-traced.js';
import { markOverdue } from '../../../src/exchange/tracking/mark-overdue.js';
import { traceFile } from '../../../src/exchange/tracking/trace.js';
import { countOpenGroups, overdueFiles } from '../../../src/resources/tracking/overdue.js';
import { awaitAnswers, removeTrackingOf } from '../../../src/resources/tracking/sent-groups.js';
import { AccountQueries, readRows } from '../../../src/store/account-queries.js';
import { dialectOf } from '../../../src/store/dialect-of.js';
import type { Transaction } from '../../../src/store/store.js';
import { watchedStore } from '../../store/watched-plans.js';
import { answerTo, applyAnswer, sendGroups } from '../../support/answers.js';
import { coreApp } from '../../support/core-app.js';

/** What was sent before: one group of each ten thousand is overdue, and as many have been answered. */
const GROUPS = 50_000;

/** Rows beside those of the test, of its account. */
async function fill(tx: Transaction, account: string): Promise<void> {
  const numbers =
    dialectOf(tx) === 'postgres'
      ? sql`(select n from generate_series(1, ${sql.lit(GROUPS)}) as n)`
      : sql`(with recursive c(n) as (select 1 union all select n + 1 from c where n < ${sql.lit(GROUPS)}) select n from c)`;
  const facts = '{"usage":"T","sender":"A","receiver":"B","release":"004010","transactionSet":"850"}';
  await sql`insert into sent_groups (account_id, id, execution_id, place, pair, interchange_number, group_number, functional_id, facts,
    partnership_id, key_mode, first_place, transactions, expects, due_hours, interchange_answer, duplicate, state, due_at, created_at, updated_at)
    select ${account}, 'g' || n, 'e' || n, 0, 'p' || (n % 7), n + 100, n + 100, 'PO', ${facts}, 'p', 'test', 0, 1, null, null, null, 0,
    case when n % 10000 = 0 then 'overdue' when n % 2 = 0 then 'answered' else 'not-expected' end, null, n, n
    from ${numbers} as numbers`.execute(tx);
  await sql`insert into acknowledgments (account_id, id, execution_id, sent_group_id, transaction_id, kind, verdict, facts, said, created_at)
    select ${account}, 'a' || n, 'in' || n, 'g' || n, null, '997', 'accepted', '{}', 'it', n from ${numbers} as numbers`.execute(
    tx,
  );
  await sql`insert into transactions (account_id, id, execution_id, place, status, direction, mode, key_mode, partnership_id, sender_id,
    receiver_id, transaction_set, x12, business_identifiers, acknowledgment, listed, processed_at, created_at, expires_at)
    select ${account}, 't' || n, 'e' || n, 0, 'succeeded', 'OUTBOUND', 'test', 'test', 'p', 's', 'r', '850',
    '{"metadata":{"transaction":{"controlNumber":"0001"}}}', '[]', 'not-expected', 1, n, n, null from ${numbers} as numbers`.execute(
    tx,
  );
  await sql`insert into business_identifiers (account_id, transaction_id, element_id, value, created_at)
    select ${account}, 't' || n, '324', 'V' || n, n from ${numbers} as numbers`.execute(tx);
  await sql.raw('analyze').execute(tx);
}

describe('what answers are tied by is found by an index', () => {
  it('among as many as there are', async () => {
    const test = await coreApp();
    await test.services.store.write((tx) => fill(tx, test.accountId));
    const { executionId, edi } = await sendGroups(test, [2]);
    const watched = watchedStore(test.services.store);
    const services = { ...test.services, store: watched.store };
    const queries: typeof test.queries = (work) =>
      watched.store.write((tx) => work(new AccountQueries(tx, test.accountId)));
    await applyAnswer({ ...test, services, queries }, await answerTo(edi, { ta1: 'always' }));
    await queries((own) => awaitAnswers(own, [executionId], 1));
    await markOverdue(services, new AbortController().signal);
    await watched.store.write((tx) => removeTrackingOf(tx, ['e7'], 10));
    await watched.store.read(countOpenGroups);
    await readRows(watched.store, test.accountId, async (own) => {
      await overdueFiles(own, 100);
      for (const asked of ['107', '107/1', 'PO-1-1', executionId]) {
        for (const match of await findTraced(own, asked)) await traceFile(own, match);
      }
    });
    const plans = await watched.plans();
    expect(plans.length).toBeGreaterThan(30);
    for (const plan of plans) {
      expect(plan).not.toMatch(
        /SCAN (sent_groups|acknowledgments|answer|transactions|business_identifiers)\b(?! USING (COVERING )?INDEX sent_groups_open)/,
      );
      expect(plan).not.toMatch(/Seq Scan on (sent_groups|acknowledgments|transactions|business_identifiers)/);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { listBuckets } from '../../src/resources/buckets/rows.js';
import { listGlobalConnections } from '../../src/resources/connections/rows.js';
import { batchFigures } from '../../src/resources/eligibility-batches/figures.js';
import { listItems } from '../../src/resources/eligibility-batches/list-items.js';
import { pollItems } from '../../src/resources/eligibility-batches/poll-items.js';
import { listChecks } from '../../src/resources/eligibility-checks/list.js';
import { listEvents } from '../../src/resources/events/list.js';
import { countExecutions, listExecutions } from '../../src/resources/executions/list.js';
import { appendFeed, readFeed } from '../../src/resources/feed/feed.js';
import { countFailedSince, listFailed, listInvocations } from '../../src/resources/functions/invocation-lists.js';
import { listGuides } from '../../src/resources/guides/rows.js';
import { listPartnerships } from '../../src/resources/partnerships/rows.js';
import { listProfiles } from '../../src/resources/profiles/rows.js';
import { countTransactions, listTransactions } from '../../src/resources/transactions/list.js';
import { type AccountQueries, readRows } from '../../src/store/account-queries.js';
import type { Store } from '../../src/store/store.js';
import { addAccount, writeAs } from '../support/accounts.js';
import { openTestStore } from '../support/open-test-store.js';
import { ON_POSTGRES } from '../support/test-jobs.js';
import {
  CHECK_FILTERS,
  EVENT_FILTERS,
  EXECUTION_FILTERS,
  ITEM_FILTERS,
  pairsOf,
  TRANSACTION_FILTERS,
} from './list-filters.js';
import { watchedStore } from './watched-plans.js';

type List = (queries: AccountQueries) => Promise<unknown>;

/** How each statement of a list would be run. */
async function plansOf(store: Store, list: List): Promise<readonly string[]> {
  const watched = watchedStore(store);
  await readRows(watched.store, 'a', list);
  return watched.plans();
}

const FIRST = { size: 100 };
const NEXT = { size: 100, after: [1_800_000_000_000, 'x'] };

/** Of values that few rows have. */
const RARE: Readonly<Record<string, string>> = {
  ...{ direction: 'direction=?', partnershipId: 'partnership_id=?', status: 'status=?', mode: 'mode=?' },
  ...{ faultCode: 'fault_code=?', transactionSetId: 'transaction_set=?', sender: 'sender_id=?' },
  ...{ patientIndex: 'patient_index=?', payerId: 'payer_id=?', source: 'source=?', errorCode: 'code=?' },
  ...{ receiver: 'receiver_id=?', acknowledgment: 'acknowledgment=?', businessIdentifier: 'value=?' },
};
const COMMON = ['OUTBOUND', 'COMPLETED', 'ANSWERED', 'json', 'production', 'succeeded', 'not-expected'];

/** What the plan of one filter alone must search by. */
function searchOf(asked: object): readonly string[] {
  const entries = Object.entries(asked);
  return entries.length === 1 && !COMMON.includes(entries[0]?.[1])
    ? [RARE[entries[0]?.[0] ?? '']].flatMap((one) => one ?? [])
    : [];
}

const LISTS: Readonly<Record<string, List>> = {
  profiles: (queries) => listProfiles(queries, NEXT),
  partnerships: (queries) => listPartnerships(queries, NEXT),
  buckets: (queries) => listBuckets(queries, NEXT),
  guides: (queries) => listGuides(queries, undefined, NEXT),
  'guides that are published': (queries) => listGuides(queries, 'live', NEXT),
  'global connections': (queries) => listGlobalConnections(queries, 'live', NEXT),
  'global connections of tests': (queries) => listGlobalConnections(queries, 'test', NEXT),
};

/** Reads no whole account and sorts nothing; what a business identifier has led to, and what is counted, is bounded. */
function expectSound(whole: string): void {
  // Files that are being written: a few at a time.
  const plan = whole.replace(/^SEARCH unshown_files .*$/gm, '');
  expect(plan).not.toMatch(/SCAN (?!list|json_each|counted)/);
  // Without a filter, and only in the order of the list.
  if (/\(account_id=\?\)$/m.test(plan)) expect(plan).toMatch(/_by_age|_listed|_published/);
  if (!/business_identifiers|eligibility_check_errors/.test(plan)) expect(plan).not.toContain('TEMP B-TREE');
}

describe.skipIf(ON_POSTGRES)('lists read an index from one end to the other', () => {
  it.each(Object.keys(LISTS))('%s', async (name) => {
    const plans = await plansOf(await openTestStore(), LISTS[name] as List);
    expect(plans.length).toBeGreaterThan(0);
    plans.forEach(expectSound);
  });

  it.each(['live', 'test'] as const)('what is new, from a place and from a time, with a %s key', async (mode) => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    await writeAs(store, 'a', (queries) => appendFeed(queries, [{ kind: 'execution', refId: 'x', mode, at: 100 }]));
    const part = { kind: 'execution', limit: 100, mode: mode === 'test' ? mode : undefined } as const;
    const [end, onward] = await plansOf(store, (queries) =>
      readFeed(queries, { ...part, after: { xid: 0, position: 7 } }),
    );
    expect(onward).toMatch(/kind=\? AND xid=\? AND position>\?\)$/);
    const [, first, near, rows] = await plansOf(store, (queries) => readFeed(queries, { ...part, laterThan: 1 }));
    expect(first).toMatch(/kind=\? AND at>\?\)$/);
    expect(near).toMatch(/kind=\? AND at>\? AND at<\?\)$/m);
    expect(rows).toMatch(/kind=\? AND xid=\? AND position>\?\)$/);
    expect([end, onward, first, rows].join()).not.toContain('TEMP B-TREE');
  });

  it.each(['live', 'test'] as const)('executions by every filter and pair of filters, with a %s key', async (mode) => {
    const store = await openTestStore();
    for (const asked of pairsOf(EXECUTION_FILTERS)) {
      for (const page of [FIRST, NEXT]) {
        const plans = await plansOf(store, (queries) => listExecutions(queries, { mode }, asked, page));
        plans.forEach(expectSound);
        for (const search of searchOf(asked)) expect(plans.join()).toContain(search);
      }
    }
  });

  it.each(['live', 'test'] as const)(
    'transactions by every filter and pair of filters, with a %s key',
    async (mode) => {
      const store = await openTestStore();
      for (const asked of pairsOf(TRANSACTION_FILTERS)) {
        for (const page of [FIRST, NEXT]) {
          const plans = await plansOf(store, (queries) => listTransactions(queries, { mode }, asked, page));
          plans.forEach(expectSound);
          for (const search of searchOf(asked)) expect(plans.join()).toContain(search);
        }
      }
    },
  );

  it.each(['live', 'test'] as const)('checks by every filter and pair of filters, with a %s key', async (mode) => {
    const store = await openTestStore();
    for (const asked of pairsOf(CHECK_FILTERS)) {
      for (const page of [FIRST, NEXT]) {
        const plans = await plansOf(store, (queries) => listChecks(queries, { mode }, asked, page));
        plans.forEach(expectSound);
        for (const search of searchOf(asked)) expect(plans.join()).toContain(search);
      }
    }
  });

  it('invocations by state and by time, and those that failed for good', async () => {
    const store = await openTestStore();
    const of = { functionName: 'f', mode: 'live' } as const;
    const times = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    for (const asked of [{}, times, { status: 'failed' }, { status: 'succeeded', ...times }] as const) {
      for (const page of [FIRST, { size: 100, after: ['live', 'x'] }]) {
        const [plan = ''] = await plansOf(store, (queries) => listInvocations(queries, of, asked, page));
        expectSound(plan);
        expect(plan).toContain(
          'status' in asked
            ? 'invocations_by_state (account_id=? AND function_name=? AND mode=? AND (state,id)<(?,?))'
            : 'invocations_of (account_id=? AND function_name=? AND (mode,id)<(?,?))',
        );
      }
    }
    const [plan = ''] = await plansOf(store, (queries) => listFailed(queries, FIRST));
    expect(plan).toContain('invocations_failed (account_id=?');
    expect(plan).not.toContain('TEMP B-TREE');
    const [counted = ''] = await plansOf(store, (queries) => countFailedSince(queries, 5, 100));
    expect(counted).toContain('invocations_failed (account_id=? AND ended_at>?)');
  });

  it('checks of a batch by every filter and pair of filters, and none of another batch', async () => {
    const store = await openTestStore();
    for (const asked of pairsOf(ITEM_FILTERS)) {
      for (const page of [FIRST, { size: 1_000, after: ['x'] }]) {
        const plans = await plansOf(store, (queries) => listItems(queries, 'b', asked, page));
        expect(plans.length).toBeGreaterThan(0);
        // Several values are put in order: of one batch, which has ten thousand checks at most.
        const isOrdered = Object.values(asked).every((values) => values.length === 1);
        for (const plan of plans) {
          expect(plan).toContain('(account_id=? AND batch_id=?');
          expect(plan).not.toContain('SCAN');
          if (isOrdered) expect(plan).not.toContain('TEMP B-TREE');
        }
        if (Object.keys(asked).length === 1 && isOrdered) expect(plans.join()).toMatch(/(?:state|result)=\?/);
      }
    }
  });

  it('what is new of batches, of one of them as of all', async () => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    const entry = { kind: 'batch-item', refId: `${'b'.repeat(36)}-1`, mode: 'live', at: 100 } as const;
    await writeAs(store, 'a', (queries) => appendFeed(queries, [entry]));
    for (const batchId of [undefined, 'b'.repeat(36)]) {
      const page = { size: 200, after: [0, 7] };
      const [, rows, items] = await plansOf(store, (queries) => pollItems(queries, { page, batchId }));
      expect(rows).toMatch(
        batchId === undefined ? /kind=\? AND xid=\? AND/ : /feed_of_batches .*<expr>=\? AND xid=\? AND/,
      );
      expect([rows, items].join()).not.toMatch(/TEMP B-TREE|SCAN (?!list|json_each)/);
    }
  });

  it('what is new of one batch from a time, and no entry of another', async () => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    const entry = { kind: 'batch-item', refId: `${'b'.repeat(36)}-1`, mode: 'live', at: 100 } as const;
    await writeAs(store, 'a', (queries) => appendFeed(queries, [entry]));
    const asked = { page: { size: 200 }, batchId: 'b'.repeat(36), since: 60_001 };
    const plans = await plansOf(store, (queries) => pollItems(queries, asked));
    const ofFeed = plans.filter((plan) => plan.includes('"feed"'));
    expect(ofFeed.length).toBeGreaterThan(1);
    for (const plan of ofFeed) {
      expect(plan).toMatch(/feed_of_batches \(account_id=\? AND <expr>=\?/);
      expect(plan).not.toContain('TEMP B-TREE');
    }
  });

  it('batches under way, for metrics, and none of those that are over', async () => {
    const [plan] = await plansOf(await openTestStore(), ({ tx }) => batchFigures(tx));
    expect(plan).toMatch(/SCAN eligibility_batches USING INDEX eligibility_batches_under_way$/);
  });

  it.each(['live', 'test'] as const)('events by every filter and pair of filters, with a %s key', async (mode) => {
    const store = await openTestStore();
    for (const asked of pairsOf(EVENT_FILTERS)) {
      for (const page of [FIRST, NEXT]) {
        const plans = await plansOf(store, (queries) => listEvents(queries, { mode }, asked, page));
        plans.filter((plan) => !plan.includes('TEMP B-TREE') || asked.eventId === undefined).forEach(expectSound);
      }
    }
  });

  it.each(['live', 'test'] as const)('counts by every filter and pair of filters, with a %s key', async (mode) => {
    const store = await openTestStore();
    for (const asked of pairsOf(EXECUTION_FILTERS)) {
      const plans = await plansOf(store, (queries) => countExecutions(queries, { mode }, asked));
      plans.forEach(expectSound);
      for (const search of searchOf(asked)) expect(plans.join()).toContain(search);
    }
    for (const asked of pairsOf(TRANSACTION_FILTERS)) {
      const plans = await plansOf(store, (queries) => countTransactions(queries, { mode }, asked));
      plans.forEach(expectSound);
      for (const search of searchOf(asked)) expect(plans.join()).toContain(search);
    }
  });
});

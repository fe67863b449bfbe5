import { describe, expect, it } from 'vitest';
import { chainAudit } from '../../src/audit/chain-audit.js';
import { exportAudit } from '../../src/audit/export-audit.js';
import { dropWaiting } from '../../src/jobs/drop-waiting.js';
import { hasOpenLane } from '../../src/jobs/open-lanes.js';
import { queuesWithJobs } from '../../src/jobs/queues-with-jobs.js';
import { purgeJournal } from '../../src/journal/expired.js';
import { someFragmentsOf } from '../../src/objects/artifact-rows.js';
import { rotateArtifacts } from '../../src/objects/rotate-artifacts.js';
import { purgeClaimFiles, purgeClaims } from '../../src/resources/claims/expired.js';
import { listClaims } from '../../src/resources/claims/find-claim.js';
import { countOverdueClaims, overdueClaims, takeOverdueClaims } from '../../src/resources/claims/overdue.js';
import { historyOf, knownClaims } from '../../src/resources/claims/rows.js';
import { countWaitingClaims, waitingClaims } from '../../src/resources/claims/waiting.js';
import { failedSince } from '../../src/resources/executions/failed-since.js';
import { openGroupsFor } from '../../src/resources/fragments/open-groups.js';
import { rotateFragments } from '../../src/resources/fragments/rotate-fragments.js';
import { purgeInterchanges } from '../../src/resources/inbound/expired.js';
import { listWaiting } from '../../src/resources/inbound/waiting.js';
import { openGroupsOf } from '../../src/resources/transaction-groups/open-groups.js';
import { rotateStaged } from '../../src/resources/transaction-groups/rotate-staged.js';
import { openMasterKeys } from '../../src/secrets/master-keys.js';
import { readRows } from '../../src/store/account-queries.js';
import type { Store } from '../../src/store/store.js';
import { addAccount, writeAs } from '../support/accounts.js';
import { openTestStore } from '../support/open-test-store.js';
import { ON_POSTGRES } from '../support/test-jobs.js';
import { watchedStore } from './watched-plans.js';

const keys = openMasterKeys({ masterKey: Buffer.alloc(32, 1).toString('base64'), folder: '/nowhere' });
const KNOWN_CLAIM = { mode: 'production', patientIndex: 'p', claimIndex: 'c', since: 5 } as const;
const PAGE = { after: { account_id: 'a', id: 'x' }, most: 100 };

async function exported(store: Store): Promise<void> {
  for await (const _ of exportAudit(store, { from: 5 }));
}

/** More than a page of the export, which are not chained. */
async function writeEntries(store: Store): Promise<void> {
  const rows = Array.from({ length: 1001 }, (_, index) => ({
    ...{ account_id: 'a', id: String(index).padStart(6, '0'), at: index, key_id: null, address: null, request_id: 'r' },
    ...{ action: 'read', object_kind: 'k', object_id: 'o', position: null, previous_hash: null, hash: null },
  }));
  await store.write((tx) => tx.insertInto('audit').values(rows).execute());
}

/** What is done, the beginning of the statement that counts, and what it must be found by. */
const WORKS: readonly (readonly [string, (store: Store) => Promise<unknown>, string, RegExp])[] = [
  ['old entries of the journal', (store) => store.write((tx) => purgeJournal(tx, 0, 500)), 'delete', /\(rowid=\?\)/],
  [
    'interchanges to forget, beside those of files that are kept for ever',
    (store) => store.write((tx) => purgeInterchanges(tx, 5, 500)),
    'delete',
    /received_interchanges_expiring \(expires_at>\? AND expires_at<\?\)/,
  ],
  [
    'claims with a patient control number',
    (store) => readRows(store, 'a', (queries) => knownClaims(queries, KNOWN_CLAIM)),
    'select mode from (select mode from claims where account_id = ? and patient_index',
    /claims_by_patient \(account_id=\? AND patient_index=\?\)/,
  ],
  [
    'tests with a patient control number, beside claims of production',
    (store) =>
      readRows(store, 'a', (queries) => listClaims(queries, { mode: 'test' }, 'p', { size: 10, after: [1, 'x'] })),
    'select * from "claims"',
    /claims_of_tests_by_patient \(account_id=\? AND patient_index=\? AND \(created_at,id\)<\(\?,\?\)\)/,
  ],
  [
    'claims of which something should have been heard',
    (store) => store.write((tx) => takeOverdueClaims(tx, 5)),
    'select id from claims where due_at',
    /claims_due \(due_at>\? AND due_at<\?\)/,
  ],
  [
    'how many claims are overdue',
    (store) => store.read((db) => countOverdueClaims(db)),
    'select count(*)',
    /INDEX claims_overdue/,
  ],
  [
    'claims that are overdue, in their order',
    (store) => store.read((db) => overdueClaims(db, { size: 10, after: [1, 'x'] })),
    'select * from "claims"',
    /claims_overdue \(\(overdue_since,id\)>\(\?,\?\)\)/,
  ],
  [
    'the same claim again',
    (store) => readRows(store, 'a', (queries) => knownClaims(queries, KNOWN_CLAIM)),
    'select mode from (select mode from claims where account_id = ? and claim_index',
    /claims_by_content \(account_id=\? AND claim_index=\? AND created_at>\?\)/,
  ],
  [
    'what was said of a claim',
    (store) => readRows(store, 'a', (queries) => historyOf(queries, 'c')),
    'select',
    /claim_history_of \(claim_id=\?\)/,
  ],
  [
    'claims to forget',
    (store) => store.write((tx) => purgeClaims(tx, 5, 500)),
    'select',
    /claims_to_forget \(expires_at>\? AND expires_at<\?\)/,
  ],
  [
    'files of claims to forget',
    (store) => store.write((tx) => purgeClaimFiles(tx, 5, 500)),
    'select',
    /claim_files_expiring \(expires_at>\? AND expires_at<\?\)/,
  ],
  [
    'claims that wait for their file',
    (store) => readRows(store, 'a', (queries) => waitingClaims(queries, { routeId: 'r', type: 'dental' }, 1_000)),
    'select',
    /claims_waiting \(account_id=\? AND route_id=\? AND type=\?\)/,
  ],
  [
    'how many claims wait, of all accounts',
    (store) => store.read(countWaitingClaims),
    'select count',
    /claims_waiting \(account_id>\?\)/,
  ],
  ['the audit that waits for its place', chainAudit, 'select * from audit', /audit_unchained \(account_id=\?\)/],
  [
    'the next page of an export of the audit',
    exported,
    'select * from "audit" where ("account_id", "id") >',
    /\(account_id,id\)>\(\?,\?\)/,
  ],
  [
    'open groups of a setting',
    (store) => readRows(store, 'a', (queries) => openGroupsOf(queries, 'p', 's')),
    'select',
    /transaction_groups_open_of \(account_id=\? AND partnership_id=\? AND setting_id=\?\)/,
  ],
  [
    'open groups for a guide',
    (store) => readRows(store, 'a', (queries) => openGroupsFor(queries, 'g')),
    'select',
    /fragment_groups_open_of \(account_id=\? AND guide_id=\?\)/,
  ],
  [
    'whether a connection delivers',
    (store) => readRows(store, 'a', (queries) => hasOpenLane(queries, 'deliver:c:')),
    'select',
    /jobs_in_lane \(lane>\? AND lane<\?\)/,
  ],
  [
    'jobs that wait and are not wanted any more',
    (store) => writeAs(store, 'a', (queries) => dropWaiting(queries, { kind: 'poll', class: 'polling', over: 'c' })),
    'delete',
    /jobs_of_queue \(queue=\?\)/,
  ],
  [
    'which queues have jobs that wait',
    (store) => store.read((db) => queuesWithJobs(db, ['q'])),
    'select',
    /jobs_of_queue \(queue=\?\)/,
  ],
  [
    'staged transactions to seal anew',
    (store) => store.write((tx) => rotateStaged(tx, keys, PAGE)),
    'select',
    /\(id>\?\)/,
  ],
  ['fragments to seal anew', (store) => store.write((tx) => rotateFragments(tx, keys, PAGE)), 'select', /\(id>\?\)/],
  [
    'interchanges that wait for somebody',
    (store) => readRows(store, 'a', (queries) => listWaiting(queries, { size: 10 })),
    'select',
    /received_interchanges_waiting \(account_id=\?\)/,
  ],
  [
    'files that have failed of late',
    (store) => readRows(store, 'a', (queries) => failedSince(queries, 5, 10)),
    'select',
    /executions_by_status \(account_id=\? AND status=\? AND created_at>\?\)/,
  ],
  [
    'a fragment of a transaction',
    (store) => readRows(store, 'a', (queries) => someFragmentsOf(queries, 't', { from: 500, most: 1 })),
    'select',
    /artifacts_fragments \(account_id=\? AND owner_id=\?\)/,
  ],
  [
    'artifacts to seal anew',
    (store) => store.write((tx) => rotateArtifacts(tx, keys, PAGE)),
    'select',
    /\(account_id,id\)>\(\?,\?\)/,
  ],
];

describe.skipIf(ON_POSTGRES)('work beside lists reads as much as it needs, however much is there', () => {
  it.each(WORKS)('%s', async (_, work, beginning, search) => {
    const store = await openTestStore();
    await addAccount(store, 'a');
    await writeEntries(store);
    const watched = watchedStore(store);
    await work(watched.store);
    const plan = (await watched.plans()).find((one) => one.trim().startsWith(beginning));
    expect(plan).toMatch(search);
    expect(plan).not.toContain('TEMP B-TREE');
  });
});

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { removeExpiredArtifacts } from '../../src/objects/artifact-rows.js';
import { isUnsent } from '../../src/resources/claims/expired.js';
import type { Store } from '../../src/store/store.js';
import { addAccount } from '../support/accounts.js';
import { openTestStore } from '../support/open-test-store.js';
import { ON_POSTGRES } from '../support/test-jobs.js';
import { watchedStore } from './watched-plans.js';

const NUMBERS = sql`generate_series(1, 20000) as n`;

/** Claims, each with an artifact whose time has passed. */
async function filled(): Promise<Store> {
  const store = await openTestStore();
  await addAccount(store, 'a');
  await store.write(async (tx) => {
    await sql`insert into claims (account_id, id, mode, type, source, payer_id, route_id, state, sending, trace_id, patient_index, line_count,
      created_at, updated_at) select 'a', 'c' || n, 'production', 'dental', 'json', 'P', 'r', 'ACCEPTED', 1, 't' || n, 'p' || n, 1,
      n, n from ${NUMBERS}`.execute(tx);
    await sql`insert into artifacts (account_id, id, model, owner_id, usage, type, name, size, sha256, object_offset, created_at, expires_at)
      select 'a', 'a' || n, 'claim', 'c' || n, 'output', 't', 'n', 1, 's', 0, n, n from ${NUMBERS}`.execute(tx);
    await sql`analyze`.execute(tx);
  });
  return store;
}

async function plansOf(work: (store: Store) => Promise<unknown>): Promise<string> {
  const watched = watchedStore(await filled());
  await work(watched.store);
  return (await watched.plans()).join('\n');
}

describe.runIf(ON_POSTGRES)('PostgreSQL, of many claims', () => {
  it('looks up those that artifacts to forget belong to, and does not read all there are for each portion', async () => {
    const plans = await plansOf((store) => store.write((tx) => removeExpiredArtifacts(tx, 30_000, 500, isUnsent)));
    expect(plans).toContain('Index Scan using claims_pkey');
    expect(plans).not.toMatch(/hashed SubPlan|Seq Scan on claims/);
  });
});

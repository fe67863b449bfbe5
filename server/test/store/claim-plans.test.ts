import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { removeExpiredArtifacts } from '../../src/objects/artifact-rows.js';
import { filesNumbered, filesOfInterchanges, idsAnsweredAs, itemsOfSet } from '../../src/resources/claims/answered.js';
import { isUnsent } from '../../src/resources/claims/expired.js';
import { patientIndexesOf } from '../../src/resources/claims/rows.js';
import { sentWithIds } from '../../src/resources/claims/sent-claims.js';
import { isBeingJudged } from '../../src/resources/core-submissions/expired.js';
import { isBeingDelivered } from '../../src/resources/executions/expired.js';
import { readRows } from '../../src/store/account-queries.js';
import type { Store } from '../../src/store/store.js';
import { addAccount } from '../support/accounts.js';
import { openTestStore } from '../support/open-test-store.js';
import { ON_POSTGRES } from '../support/test-jobs.js';
import { watchedStore } from './watched-plans.js';

/** How many rows of each table there are. */
const ROWS = 20_000;
const NUMBERS = sql`generate_series(1, ${sql.lit(ROWS)}) as n`;
/** The patient control number of every other claim, where all the others have one of their own; and what an answer says of both. */
const EVERYBODYS = 'everybody';
const IN_A_FILE = 500;

/** Claims, executions and CORE submissions, each with an artifact whose time has passed. */
async function filled(): Promise<Store> {
  const store = await openTestStore();
  await addAccount(store, 'a');
  await store.write(async (tx) => {
    await sql`insert into claims (account_id, id, mode, type, source, payer_id, route_id, state, sending, trace_id, patient_index, answer_index,
      line_count, created_at, updated_at) select 'a', 'c' || n, 'production', 'dental', 'json', 'P', 'r',
      case when n % 5000 = 0 then 'REJECTED' else 'ACCEPTED' end, 1, 't' || n, case when n % 2 = 0 then ${EVERYBODYS} else 'p' || n end,
      case when n % 2 = 0 then ${EVERYBODYS} else 'p' || n end, 1, n, n from ${NUMBERS}`.execute(tx);
    await sql`insert into claim_file_items (account_id, file_id, place, claim_id, sending, set_number, transaction_id)
      select 'a', 'f' || (n / ${sql.lit(IN_A_FILE)}), n, 'c' || n, 1, '0001', 'b' || n from ${NUMBERS}`.execute(tx);
    // Two partners have carried them, one after the other.
    await sql`insert into claim_files (account_id, id, route_id, type, state, claim_count, artifact_id, interchange_number, group_number, attempts,
      execution_id, carrier_account_id, partnership_id, sent_at, created_at, updated_at)
      select 'a', 'f' || n, 'r', 'dental', 'SENT', 1, 'a' || n, 'i' || n, n, 0, 'x' || n, 'a', case when n < 10000 then 'north' else 'south' end,
      n, n, n from ${NUMBERS}`.execute(tx);
    await sql`insert into executions (account_id, id, direction, mode, key_mode, status, file_type, transaction_count, fault_count, retryable,
      directory, name, created_at, updated_at) select 'a', 'e' || n, 'OUTBOUND', 'test', 'test', 'RETRYING', 'EDI/X12', 1, 0, 0, '', 'n', n, n
      from ${NUMBERS}`.execute(tx);
    await sql`insert into core_submissions (account_id, id, sender_id, payload_id, checksum, state, key_id, origin, file_id, accepted_count,
      rejected_count, created_at, updated_at) select 'a', 's' || n, 's', 'i' || n, 'c', 'RECEIVED', 'k', '{}', 'f', 0, 0, n, n
      from ${NUMBERS}`.execute(tx);
    for (const kind of ['c', 'e', 's']) {
      await sql`insert into artifacts (account_id, id, model, owner_id, usage, type, name, size, sha256, object_offset, created_at, expires_at)
        select 'a', 'a' || ${kind} || n, 'claim', ${kind} || n, 'output', 't', 'n', 1, 's', 0, n, n from ${NUMBERS}`.execute(
        tx,
      );
    }
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

  it.each([
    ['executions', isBeingDelivered],
    ['core_submissions', isBeingJudged],
  ] as const)('looks up %s that artifacts to forget belong to, one by one', async (table, isNeeded) => {
    // As the purge asks: without the other it would be a join, of which all is well.
    const either = (owner: RawBuilder<string>) => sql<SqlBool>`(${isNeeded(owner)} or ${isUnsent(owner)})`;
    const plans = await plansOf((store) => store.write((tx) => removeExpiredArtifacts(tx, 30_000, 500, either)));
    expect(plans).toContain(`Index Scan using ${table}_pkey`);
    expect(plans).not.toMatch(new RegExp(`hashed SubPlan|Seq Scan on ${table}`));
  });

  it('finds those of a file by the file, however many others have the same patient control number', async () => {
    const plans = await plansOf(async (store) => {
      const found = await readRows(store, 'a', (queries) => patientIndexesOf(queries, 'f0', ['p7', EVERYBODYS]));
      expect(found.get('c7')).toBe('p7');
      expect(found.size).toBe(IN_A_FILE / 2);
    });
    // What is in the file is read once, and not asked of each claim with the number.
    expect(plans).not.toMatch(/claims_by_patient|claim_file_items_of_claim/);
  });

  it('finds those that were refused, of many that an answer describes alike', async () => {
    const plans = await plansOf(async (store) => {
      const ids = await store.read((db) => idsAnsweredAs(db, EVERYBODYS));
      expect(ids).toHaveLength(24);
    });
    expect(plans).toContain('claims_of_answers_by_state');
    expect(plans).not.toMatch(/Seq Scan|Sort|Filter/);
  });

  it('finds what a partner may speak of by the number that it names, and does not read all that it or others carried', async () => {
    const speaker = { carrier_account_id: 'a', partnership_id: 'north', routes: ['r'], last: ['r'] };
    const plans = await plansOf(async (store) => {
      const ofGroup = (group: number) => store.read((db) => filesNumbered(db, speaker, { group }));
      expect([await ofGroup(7), await ofGroup(15_000)]).toMatchObject([[{ id: 'f7' }], []]);
      await store.read((db) => filesNumbered(db, speaker, { interchange: 'i7' }));
      const page = { transactionId: 'b7', after: { fileId: '', place: 0 }, most: 500 };
      await store.read((db) => itemsOfSet(db, speaker, page));
    });
    for (const index of ['claim_files_by_group', 'claim_files_by_number', 'claim_file_items_of_set']) {
      expect(plans).toContain(index);
    }
    expect(plans).not.toContain('Seq Scan');
  });

  it.each([1, 100])(
    'finds files of %i numbers that a partner names at once by these, of all that went over its routes',
    async (count) => {
      const numbers = Array.from({ length: count }, (_, at) => `i${at + 1}`);
      const plans = await plansOf(async (store) => {
        for (const [partnership_id, found] of [
          ['north', count],
          ['south', 0],
          [null, count],
        ] as const) {
          const speaker = { carrier_account_id: 'a', partnership_id, routes: ['q', 'r'], last: ['r'] };
          expect((await store.read((db) => filesOfInterchanges(db, speaker, numbers))).size).toBe(found);
        }
      });
      expect(plans.match(/Index Scan using claim_files_by_number/g)).toHaveLength(3);
      expect(plans).not.toContain('Seq Scan');
    },
  );

  it('finds claims that are named, in files and in none, by their ids alone', async () => {
    const speaker = { carrier_account_id: 'a', partnership_id: 'north', routes: ['r'], last: ['r'] };
    const store = await filled();
    await store.write((tx) => sql`delete from claim_file_items where claim_id = 'c700'`.execute(tx));
    const watched = watchedStore(store);
    const found = await watched.store.read((db) => sentWithIds(db, speaker, ['c700', 'c600', 'nobody']));
    expect(found.map(({ id, sendings }) => [id, sendings[0]?.transaction_id])).toEqual([
      ['c600', 'b600'],
      ['c700', 't700'],
    ]);
    // As few items as there are here are read as fast as they are looked up; of ten times as many they are looked up.
    expect((await watched.plans()).join('\n')).not.toMatch(/Seq Scan on (claims|claim_files)\b/);
  });

  it('finds none that is open, of many that an answer describes alike and that were refused, without reading them', async () => {
    const store = await filled();
    await store.write(async (tx) => {
      await sql`update claims set state = 'REJECTED' where answer_index = ${EVERYBODYS}`.execute(tx);
      await sql`analyze claims`.execute(tx);
    });
    const watched = watchedStore(store);
    expect(await watched.store.read((db) => idsAnsweredAs(db, EVERYBODYS))).toHaveLength(20);
    expect((await watched.plans()).join('\n')).not.toMatch(/Seq Scan|Sort|Filter/);
  });
});

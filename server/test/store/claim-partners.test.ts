import { expect, it, onTestFinished } from 'vitest';
import { addAccount, writeAs } from '../support/accounts.js';
import { storePlace } from '../support/store-factory.js';
import { executionRow } from './list-rows.js';

it('by which partnership files of an older release went is known by their executions, as far as these are there', async () => {
  const place = await storePlace();
  onTestFinished(() => place.remove());
  const old = await place.open({ schema: 30 });
  for (const id of ['operator', 'other', 'practice']) await addAccount(old, id);
  const [known, without, elsewhere] = [executionRow(1, 1), executionRow(2, 2), executionRow(3, 3)];
  await writeAs(old, 'operator', async (queries) => {
    await queries.insert('executions', { ...known, partnership_id: 'north' }).execute();
    await queries.insert('executions', { ...without, partnership_id: null }).execute();
  });
  await writeAs(old, 'other', (queries) =>
    queries.insert('executions', { ...elsewhere, partnership_id: 'south' }).execute(),
  );
  const executions = [known.id, without.id, elsewhere.id, 'that is gone', null];
  await writeAs(old, 'practice', async (queries) => {
    for (const [at, execution_id] of executions.entries()) {
      await queries
        .insert('claim_files', {
          ...({ id: `file ${at}`, route_id: 'r', type: 'professional', state: 'SENT', claim_count: 1 } as const),
          ...{ artifact_id: 'a', interchange_number: '1', group_number: 1, attempts: 0, failure: null },
          ...{ handing_since: null, handed_by: null, sent_at: 1, created_at: at, updated_at: 1, expires_at: null },
          ...{ carrier_account_id: execution_id === null ? null : 'operator', execution_id },
        })
        .execute();
    }
    await queries
      .insert('claim_answers', {
        ...({ id: 'answer', route_id: 'r', source: 'execution 1', sha256: 's', state: 'WAITING' } as const),
        ...{ artifact_id: 'a', done: 0, claim_count: 0, unmatched_count: 0, received_at: 1, created_at: 1 },
        ...{ updated_at: 1, expires_at: null },
      })
      .execute();
  });
  await old.close();
  const store = await place.open();
  const files = await store.read((db) => db.selectFrom('claim_files').selectAll().orderBy('created_at').execute());
  expect(files.map(({ partnership_id }) => partnership_id)).toEqual(['north', null, null, null, null]);
  const [answer] = await store.read((db) => db.selectFrom('claim_answers').selectAll().execute());
  expect([answer?.carrier_account_id, answer?.partnership_id]).toEqual([null, null]);
});

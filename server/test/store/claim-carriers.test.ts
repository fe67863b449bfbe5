import { expect, it, onTestFinished } from 'vitest';
import { addAccount, writeAs } from '../support/accounts.js';
import { storePlace } from '../support/store-factory.js';
import { executionRow } from './list-rows.js';

const FILE = {
  ...({ type: 'professional', state: 'SENT', claim_count: 1, artifact_id: 'a', interchange_number: '1' } as const),
  ...{ group_number: 1, attempts: 0, failure: null, handing_since: null, handed_by: null, sent_at: 1, updated_at: 1 },
  expires_at: null,
};

it('who carried claims under an older release is known by the routes as they are, and by executions that are there', async () => {
  const place = await storePlace();
  onTestFinished(() => place.remove());
  const old = await place.open({ schema: 29 });
  for (const id of ['operator', 'practice']) await addAccount(old, id);
  const route = (id: string, kind: string, connection: object) => ({
    ...{ id, name: id, kind: kind as 'partnership', enabled: 1, position: 1, created_at: 1, updated_at: 1 },
    settings: JSON.stringify({ connection }),
  });
  const by = (partnershipId: string, accountId = 'operator') => ({ accountId, partnershipId });
  await old.write((tx) =>
    tx
      .insertInto('payer_routes')
      .values([
        ...[route('present', 'partnership', by('north')), route('moved', 'partnership', by('south'))],
        ...[
          route('unused', 'partnership', by('north')),
          route('posted', 'x12-post', { url: 'https://payer.example/' }),
        ],
        route('of-nobody', 'partnership', by('north', 'nobody')),
      ])
      .execute(),
  );
  const executions = [executionRow(1, 1), executionRow(2, 2), executionRow(3, 3)];
  const partners = ['north', 'north', 'east'];
  await writeAs(old, 'operator', async (queries) => {
    for (const [at, row] of executions.entries()) {
      await queries.insert('executions', { ...row, partnership_id: partners[at] ?? null }).execute();
    }
  });
  const files = [
    { route_id: 'present', created_at: 10, execution: undefined },
    { route_id: 'present', created_at: 20, execution: undefined },
    { route_id: 'moved', created_at: 30, execution: executions[0]?.id },
    { route_id: 'moved', created_at: 40, execution: executions[1]?.id },
    { route_id: 'deleted', created_at: 50, execution: executions[2]?.id },
    { route_id: 'deleted', created_at: 60, execution: 'that is gone' },
    { route_id: 'posted', created_at: 70, execution: undefined },
    { route_id: 'of-nobody', created_at: 80, execution: undefined },
  ];
  await writeAs(old, 'practice', async (queries) => {
    for (const { execution = null, ...file } of files) {
      const carried = { carrier_account_id: execution === null ? null : 'operator', execution_id: execution };
      await queries.insert('claim_files', { ...FILE, ...file, ...carried, id: `file ${file.created_at}` }).execute();
    }
  });
  await old.close();
  const store = await place.open();
  const rows = await store.read((db) =>
    db.selectFrom('claim_carriers').selectAll().orderBy('last_at').orderBy('partnership_id').execute(),
  );
  const carrier = (route_id: string, partnership_id: string, last_at: number) => ({
    ...{ account_id: 'operator', route_id, partnership_id, last_at },
  });
  expect(rows).toEqual([
    carrier('present', 'north', 20),
    // As it went, and as it is, which may have carried all of them.
    ...[carrier('moved', 'north', 40), carrier('moved', 'south', 40)],
    carrier('deleted', 'east', 50),
  ]);
});

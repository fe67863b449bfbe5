import { expect, it, onTestFinished } from 'vitest';
import { addAccount } from '../support/accounts.js';
import { storePlace } from '../support/store-factory.js';

it('groups of an older release go on behind what was staged in them', async () => {
  const place = await storePlace();
  onTestFinished(() => place.remove());
  const old = await place.open({ schema: 1 });
  const account_id = await addAccount(old);
  await old.write(async (tx) => {
    const at = { created_at: 1, account_id };
    const group = { ...at, partnership_id: 'p', setting_id: 's', key_mode: 'live' } as const;
    // As rows were before groups had a version.
    const rows = [
      { ...group, id: 'open', execution_id: null },
      { ...group, id: 'sent', execution_id: 'e' },
    ];
    await tx
      .insertInto('transaction_groups')
      .values(rows as never)
      .execute();
    const staged = { ...at, partnership_id: 'p', overrides: null, transaction: '{}' };
    await tx
      .insertInto('staged_transactions')
      .values([0, 1, 2].map((place) => ({ ...staged, id: `t${place}`, group_id: 'open', place })))
      .execute();
    const fragments = {
      ...at,
      id: 'f',
      guide_id: 'LIVE_01JZ0000000000000000000003',
      key_mode: 'live',
      execution_id: null,
    };
    await tx
      .insertInto('fragment_groups')
      .values(fragments as never)
      .execute();
    await tx
      .insertInto('fragments')
      .values({ ...at, id: 'one', group_id: 'f', place: 0, fragment: '{}' })
      .execute();
  });
  await old.close();
  const store = await place.open();
  const groups = await store.read((db) =>
    db.selectFrom('transaction_groups').select(['id', 'version']).orderBy('id').execute(),
  );
  expect(groups).toEqual([
    { id: 'open', version: 3 },
    { id: 'sent', version: 0 },
  ]);
  const fragments = await store.read((db) =>
    db.selectFrom('fragment_groups').select(['guide_id', 'version']).execute(),
  );
  expect(fragments).toEqual([{ guide_id: '01JZ0000000000000000000003', version: 1 }]);
});

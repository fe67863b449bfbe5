import { expect, it, onTestFinished } from 'vitest';
import { addAccount } from '../support/accounts.js';
import { storePlace } from '../support/store-factory.js';

it('of connections of an older release with the same AS2 ids the oldest keeps them, and names are told apart', async () => {
  const place = await storePlace();
  onTestFinished(() => place.remove());
  const old = await place.open({ schema: 2 });
  for (const account of ['a', 'b']) await addAccount(old, account);
  const connection = (account_id: string, id: string, localAs2Id: string, name: string) => ({
    account_id,
    id,
    partnership_id: null,
    kind: 'as2',
    name,
    enabled: 1,
    test: 0,
    settings: JSON.stringify({ localAs2Id, partnerAs2Id: 'THEM' }),
    created_at: 1,
    updated_at: 1,
  });
  await old.write(async (tx) => {
    const rows = [
      connection('a', '1', 'US', 'same'),
      connection('b', '2', 'US', 'same'),
      connection('b', '3', 'OTHERS', 'same'),
    ];
    // As rows were before connections had an identity.
    await tx.insertInto('connections').values(rows).execute();
  });
  await old.close();
  const store = await place.open();
  const rows = await store.read((db) =>
    db.selectFrom('connections').select(['id', 'identity', 'name']).orderBy('id').execute(),
  );
  expect(rows).toEqual([
    { id: '1', identity: '"US" "THEM"', name: 'same' },
    { id: '2', identity: null, name: 'same' },
    { id: '3', identity: '"OTHERS" "THEM"', name: 'same 3' },
  ]);
});

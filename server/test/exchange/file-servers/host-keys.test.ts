import { afterEach, beforeEach, expect, it } from 'vitest';
import { findHostKeys, hostKeys } from '../../../src/exchange/file-servers/host-keys.js';
import { addAccount } from '../../support/accounts.js';
import { type TestServices, testServices } from '../../support/test-services.js';

let test: TestServices;
beforeEach(async () => {
  test = await testServices();
  for (const id of ['a', 'b']) await addAccount(test.services.store, id);
});
afterEach(() => test.close());

it('host keys are made once, whoever needs them first, and are sealed in the store', async () => {
  const { services } = test;
  expect(await findHostKeys(services)).toBeUndefined();
  const [one, another] = await Promise.all([hostKeys(services, 'a'), hostKeys(services, 'b')]);
  expect(another).toEqual(one);
  expect(await findHostKeys(services)).toEqual(one);
  expect(one.map(({ publicKey }) => publicKey.split(' ')[0])).toEqual(['ssh-ed25519', 'ssh-rsa']);
  expect(one.every(({ fingerprint }) => /^SHA256:[A-Za-z0-9+/]{43}$/.test(fingerprint))).toBe(true);
  const rows = await services.store.read((db) => db.selectFrom('secrets').selectAll().execute());
  expect(rows).toHaveLength(2);
  expect(rows.some(({ ciphertext }) => Buffer.from(ciphertext).includes('PRIVATE KEY'))).toBe(false);
});

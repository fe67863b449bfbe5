import ssh2 from 'ssh2';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findHostKeys, hostKeys } from '../../../src/exchange/file-servers/host-keys.js';
import { makeHostKey } from '../../../src/exchange/file-servers/make-host-key.js';
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

it.each([
  ['ed25519', 300],
  ['rsa', 2],
] as const)('each key of %s can be read, signs, and is the one that is pinned', async (kind, count) => {
  const data = Buffer.from('what is signed');
  for (let at = 0; at < count; at++) {
    const { privateKey, publicKey } = await makeHostKey(kind);
    const [own, pinned] = [ssh2.utils.parseKey(privateKey), ssh2.utils.parseKey(publicKey)];
    if (own instanceof Error || pinned instanceof Error) throw new Error('A key cannot be read.');
    expect(own.getPublicSSH().toString('base64')).toBe(publicKey.split(' ')[1]);
    const signature = own.sign(data, kind === 'rsa' ? 'sha256' : undefined);
    expect(pinned.verify(data, signature as Buffer, kind === 'rsa' ? 'sha256' : undefined)).toBe(true);
  }
});

import { lookup } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { transportReasonOf } from '../../../src/delivery/transport-error.js';
import { demandPublicHost, isPublicAddress, publicLookup } from '../../../src/transports/network/public-address.js';

describe('an address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2001:4860:4860::8888'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ...['127.0.0.1', '127.255.255.254', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
    ...['0.0.0.0', '100.64.0.1', '224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1'],
    ...['::1', '::', 'fe80::1', 'fd00::1', 'ff02::1', '::ffff:8.8.8.8', '::ffff:127.0.0.1', '::127.0.0.1'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::1', '2001:db8::1', 'not an address', ''],
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a URL', () => {
  it.each(['http://127.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://[::1]/', 'http://[::ffff:7f00:1]/'])(
    '%s is refused however the address is written',
    (url) => {
      let reason: unknown;
      try {
        demandPublicHost(new URL(url));
      } catch (error) {
        reason = transportReasonOf(error);
      }
      expect(reason).toBe('address-refused');
    },
  );
});

describe('the lookup of a connection', () => {
  it('refuses a name that leads to this machine', async () => {
    const error = await new Promise((resolve) => publicLookup('localhost', {}, resolve));
    expect(transportReasonOf(error)).toBe('address-refused');
  });

  it('tells a name without an address as the system does', async () => {
    const codeOf = (look: typeof lookup | typeof publicLookup): Promise<unknown> =>
      new Promise((resolve) => look('no-such-name.invalid', {}, (error) => resolve(error?.code)));
    expect(await codeOf(publicLookup)).toBe(await codeOf(lookup));
  });
});

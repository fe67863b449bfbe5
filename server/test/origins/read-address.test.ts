import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress } from '../../src/origins/read-address.js';

describe('an entry of X-Forwarded-For', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    [' 8.8.8.8 ', '8.8.8.8'],
    ['8.8.8.8:443', '8.8.8.8'],
    ['"8.8.8.8:443"', '8.8.8.8'],
    ['2001:4860:4860::8888', '2001:4860:4860::8888'],
    ['[2001:4860:4860::8888]', '2001:4860:4860::8888'],
    ['"[2001:4860:4860::8888]:47011"', '2001:4860:4860::8888'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['[::FFFF:808:808]:1', '8.8.8.8'],
    ['0:0:0:0:0:ffff:808:808', '8.8.8.8'],
    ['64:ff9b::8.8.8.8', '8.8.8.8'],
    ['2002:808:808::1', '8.8.8.8'],
    ['2002:808:808:1:2:3:4:5', '8.8.8.8'],
  ])('%s is public, and read as %s', (text, address) => {
    expect(readAddress(text)).toEqual({ kind: 'public', address });
  });

  it.each([
    ...['10.1.2.3', '172.31.0.1:80', '192.168.1.1', '127.0.0.1', '169.254.1.1', '100.64.0.1', '100.127.255.255'],
    ...['::1', '[::1]:8080', 'fd00::1', 'fe80::1', 'fe80::1%eth0', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::'],
  ])('%s is of a network that says nothing of a country', (text) => {
    expect(readAddress(text)?.kind).toBe('private');
  });

  it.each([
    // Nobody's, and no private ones either: they are no reason to pass over an entry.
    ...[
      '0.0.0.0',
      '192.0.2.1',
      '224.0.0.1',
      '255.255.255.255',
      '172.32.0.1',
      '100.128.0.1',
      '::',
      '2001:db8::1',
      'ff02::1',
    ],
  ])('%s is not private', (text) => {
    expect(readAddress(text)?.kind).toBe('public');
  });

  it.each([
    ...[
      '',
      'unknown',
      '_hidden',
      'proxy.example',
      '8.8.8',
      '8.8.8.8.8',
      '08.8.8.8',
      '0x8.8.8.8',
      '134744072',
      '256.1.1.1',
    ],
    ...[
      '8.8.8.8:',
      '8.8.8.8:123456',
      '[8.8.8.8]',
      '[2001:db8::1',
      '2001:db8::1]',
      '[2001:db8::1]:',
      '::ffff:',
      '2001::%eth0',
    ],
    ...['"8.8.8.8', '8.8.8.8"', 'for=8.8.8.8', '8.8.8.8 8.8.4.4', '8.8.8.8/8', '\u0660.1.1.1', '%', '[]', '""', ':1'],
  ])('%j is no address', (text) => {
    expect(readAddress(text)).toBeUndefined();
  });

  it('is read the same in whichever form it is written', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(65_535), (address, port) => {
        const hex = address
          .split('.')
          .map((byte) => Number(byte).toString(16).padStart(2, '0'))
          .join('');
        const mapped = `::ffff:${hex.slice(0, 4)}:${hex.slice(4)}`;
        const plain = readAddress(address);
        expect(plain).toBeDefined();
        for (const form of [`${address}:${port}`, `"${address}"`, `::ffff:${address}`, mapped, `[${mapped}]:${port}`]) {
          expect(readAddress(form)).toEqual(plain);
        }
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(readAddress(`"[${address}]:1"`)).toEqual(readAddress(address));
      }),
    );
  });

  it('never fails, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readAddress(text)));
  });
});

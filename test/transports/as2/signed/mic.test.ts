import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { digestNamed, nameOfDigest } from '../../../../src/transports/as2/agreement/digest-names.js';
import { digestOctets, formatMic, parseMic, sameMic } from '../../../../src/transports/as2/signed/mic.js';
import { cutOctets, latin1 } from '../octets-cut.js';

const digest = (algorithm: string, text: string): Buffer => createHash(algorithm).update(text, 'latin1').digest();

describe('MIC', () => {
  it('names digests as partners spell them', () => {
    for (const name of ['sha-256', 'sha256', 'SHA256', 'SHA-256', ' sha_256 '])
      expect(digestNamed(name)).toBe('sha256');
    for (const name of ['sha1', 'sha-1', 'SHA1']) expect(digestNamed(name)).toBe('sha1');
    for (const name of ['md5', 'sha', '', 'sha3-256', '__proto__', 'constructor'])
      expect(digestNamed(name)).toBeUndefined();
    expect((['sha1', 'sha256', 'sha384', 'sha512'] as const).map((name) => nameOfDigest(name))).toEqual([
      'sha1',
      'sha-256',
      'sha-384',
      'sha-512',
    ]);
    expect(nameOfDigest('sha512', 'old')).toBe('sha512');
  });

  it('takes several digests in one reading, cut anywhere', async () => {
    const text = 'ISA*00*\r\n'.repeat(100);
    const [one, two] = await digestOctets(cutOctets(latin1(text), 7), ['sha384', 'sha1']);
    expect(Buffer.from(one ?? [])).toEqual(digest('sha384', text));
    expect(Buffer.from(two ?? [])).toEqual(digest('sha1', text));
  });

  it('is written and read in every spelling', () => {
    const mic = { algorithm: 'sha256', value: digest('sha256', 'x') } as const;
    const base64 = digest('sha256', 'x').toString('base64');
    expect(formatMic(mic)).toBe(`${base64}, sha-256`);
    expect(formatMic(mic, 'old')).toBe(`${base64}, sha256`);
    for (const text of [
      `${base64},SHA256`,
      ` ${base64} , sha-256 `,
      `${base64.slice(0, 20)} ${base64.slice(20)},sha256`,
    ]) {
      const read = parseMic(text);
      expect(read && sameMic(read, mic)).toBe(true);
    }
  });

  it('is not read where algorithm or length is wrong', () => {
    const base64 = digest('sha256', 'x').toString('base64');
    for (const wrong of [
      '',
      base64,
      `${base64}, md5`,
      `${base64}, sha1`,
      `${base64}, sha-512`,
      `*${base64}, sha-256`,
      ', sha1',
    ]) {
      expect(parseMic(wrong), wrong).toBeUndefined();
    }
  });

  it('compares the algorithm first', () => {
    const value = digest('sha1', 'x');
    expect(sameMic({ algorithm: 'sha1', value }, { algorithm: 'sha256', value })).toBe(false);
    expect(sameMic({ algorithm: 'sha1', value }, { algorithm: 'sha1', value: value.subarray(1) })).toBe(false);
    expect(sameMic({ algorithm: 'sha1', value }, { algorithm: 'sha1', value: digest('sha1', 'y') })).toBe(false);
  });
});

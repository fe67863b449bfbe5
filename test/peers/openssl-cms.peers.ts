import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ContentCipher, DigestAlgorithm } from '../../src/transports/as2/agreement/algorithms.js';
import { generateIdentity } from '../../src/transports/as2/certificates/generate-identity.js';
import { readPkcs12 } from '../../src/transports/as2/certificates/pkcs12.js';
import { readIdentity } from '../../src/transports/as2/certificates/read-certificates.js';
import { compress } from '../../src/transports/as2/cms/compress.js';
import { decompress } from '../../src/transports/as2/cms/decompress.js';
import { envelope } from '../../src/transports/as2/cms/envelope.js';
import { openEnvelope } from '../../src/transports/as2/cms/open-envelope.js';
import { readSignedContent } from '../../src/transports/as2/cms/read-signed-content.js';
import { signDigest } from '../../src/transports/as2/cms/sign.js';
import { readSignature, verifySignature } from '../../src/transports/as2/cms/verify.js';
import { createMemorySpool } from '../../src/transports/as2/spool/memory-spool.js';
import { octetsOf, readOctets } from '../../src/transports/as2/spool/octets.js';

/** `openssl cms` judges what we write and writes what we read. */
const DIGESTS = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
const CIPHERS: Readonly<Partial<Record<ContentCipher, string>>> = {
  '3des': '-des3',
  'aes128-cbc': '-aes-128-cbc',
  'aes192-cbc': '-aes-192-cbc',
  'aes256-cbc': '-aes-256-cbc',
  'aes128-gcm': '-aes-128-gcm',
  'aes192-gcm': '-aes-192-gcm',
  'aes256-gcm': '-aes-256-gcm',
};
const KEY_TRANSPORTS = ['rsa-pkcs1', 'rsa-oaep'] as const;
const FORMS = ['DER', 'BER'] as const;

const directory = mkdtempSync(join(tmpdir(), 'ediloom-openssl-'));
afterAll(() => rmSync(directory, { recursive: true }));
const file = (name: string): string => join(directory, name);
const spool = createMemorySpool();
/** Some pieces of 4 KB of `-stream`, and some of ours. */
const content = randomBytes(600_001);
writeFileSync(file('content'), content);

const rsa = await identityInFiles('rsa');
const ec = await identityInFiles('ec');
const digestOf = (algorithm: DigestAlgorithm) => createHash(algorithm).update(content).digest();

describe('what we sign, openssl verifies; what it signs, we verify', () => {
  it.each(DIGESTS.flatMap((digest) => (['rsa', 'ec'] as const).map((key) => [digest, key] as const)))(
    '%s with %s',
    async (algorithm, key) => {
      const identity = key === 'rsa' ? rsa : ec;
      writeFileSync(
        file('signature'),
        signDigest({ digest: { algorithm, value: digestOf(algorithm) }, identity, signingTime: new Date() }),
      );
      const trust = ['-CAfile', file(`${key}.pem`)];
      openssl(
        'cms',
        '-verify',
        '-binary',
        '-inform',
        'DER',
        '-in',
        file('signature'),
        '-content',
        file('content'),
        '-out',
        file('out'),
        ...trust,
      );
      expect(content.equals(readFileSync(file('out')))).toBe(true);

      const options = [
        '-sign',
        '-binary',
        '-md',
        algorithm,
        '-signer',
        file(`${key}.pem`),
        '-inkey',
        file(`${key}.key`),
        '-outform',
        'DER',
      ];
      const forms = [
        [],
        ['-noattr'],
        ['-keyid'],
        ['-nocerts'],
        ...(key === 'rsa' ? [['-keyopt', 'rsa_padding_mode:pss']] : []),
      ];
      for (const form of forms) {
        openssl('cms', ...options, ...form, '-in', file('content'), '-out', file('signature'));
        const info = readSignature(readFileSync(file('signature')));
        const result = verifySignature(info, digestOf(info.digestAlgorithm), [identity.certificate]);
        // Without attributes ECDSA is over the content, of which verifySignature has the digest only.
        const expected = key === 'ec' && form[0] === '-noattr' ? { ok: false } : { ok: true };
        expect([form, result]).toMatchObject([form, expected]);
      }
      for (const form of [[], ['-stream']]) {
        openssl('cms', ...options, '-nodetach', ...form, '-in', file('content'), '-out', file('signed'));
        const read = await readSignedContent(octetsOf(readFileSync(file('signed'))), { spool, maxBytes: 1e6 });
        expect(content.equals(await readOctets(read.content, 1e6))).toBe(true);
        expect(verifySignature(read.signature, read.digest, [identity.certificate])).toMatchObject({ ok: true });
      }
    },
  );
});

describe('what we encrypt, openssl decrypts; what it encrypts, we decrypt', () => {
  const rows = Object.entries(CIPHERS).flatMap(([cipher, option]) =>
    KEY_TRANSPORTS.flatMap((transport) =>
      DIGESTS.map((digest) => [cipher as ContentCipher, transport, digest, option] as const),
    ),
  );

  it.each(rows)('%s with %s, %s', async (cipher, keyTransport, digest, option) => {
    const recipients = [rsa.certificate];
    const sealed = envelope(octetsOf(content), { recipients, cipher, keyTransport, oaepDigest: digest });
    writeFileSync(file('sealed'), await readOctets(sealed, 1e6));
    const us = ['-recip', file('rsa.pem'), '-inkey', file('rsa.key')];
    openssl('cms', '-decrypt', '-binary', '-inform', 'DER', '-in', file('sealed'), '-out', file('out'), ...us);
    expect(content.equals(readFileSync(file('out')))).toBe(true);

    const oaep = ['-keyopt', 'rsa_padding_mode:oaep', '-keyopt', `rsa_oaep_md:${digest}`];
    for (const form of FORMS) {
      const options = [...(keyTransport === 'rsa-oaep' ? oaep : []), ...(form === 'BER' ? ['-stream', '-indef'] : [])];
      const named = digest === 'sha512' ? ['-keyid'] : [];
      openssl(
        'cms',
        '-encrypt',
        '-binary',
        option,
        '-outform',
        'DER',
        '-in',
        file('content'),
        '-out',
        file('sealed'),
        ...named,
        '-recip',
        file('rsa.pem'),
        ...options,
      );
      const bytes = readFileSync(file('sealed'));
      expect(bytes[1] === 0x80).toBe(form === 'BER');
      const opened = await openEnvelope(octetsOf(bytes), { identities: [rsa], spool, maxBytes: 1e6 });
      expect(opened).toMatchObject({ cipher, keyTransport });
      expect(content.equals(await readOctets(opened.content, 1e6))).toBe(true);
    }
  });
});

it.each(DIGESTS)('OAEP with %s and SHA-1 for its mask, as Java has it', (digest) => {
  const oaep = ['rsa_padding_mode:oaep', `rsa_oaep_md:${digest}`, 'rsa_mgf1_md:sha1'].flatMap((option) => [
    '-keyopt',
    option,
  ]);
  const files = ['-in', file('content'), '-out', file('mixed')];
  openssl(
    'cms',
    '-encrypt',
    '-binary',
    '-aes-128-gcm',
    '-outform',
    'DER',
    ...files,
    '-recip',
    file('rsa.pem'),
    ...oaep,
  );
  const opening = openEnvelope(octetsOf(readFileSync(file('mixed'))), { identities: [rsa], spool, maxBytes: 1e6 });
  return expect(opening).resolves.toMatchObject({ keyTransport: 'rsa-oaep' });
});

describe('compression', () => {
  it('has the structure that openssl knows, and its content where openssl has zlib', async () => {
    writeFileSync(file('ours'), await readOctets(await compress(octetsOf(content), { spool }), 1e6));
    expect(openssl('asn1parse', '-inform', 'DER', '-in', file('ours'))).toContain('id-smime-ct-compressedData');
    // Debian builds openssl without zlib; then there is nothing more that it could say.
    if (!openssl('list', '-disabled').includes('ZLIB')) {
      openssl('cms', '-uncompress', '-binary', '-inform', 'DER', '-in', file('ours'), '-out', file('out'));
      expect(content.equals(readFileSync(file('out')))).toBe(true);
      openssl('cms', '-compress', '-binary', '-outform', 'DER', '-in', file('content'), '-out', file('theirs'));
      const theirs = await decompress(octetsOf(readFileSync(file('theirs'))), { spool, maxBytes: 1e6 });
      expect(content.equals(await readOctets(theirs, 1e6))).toBe(true);
    }
  });
});

describe('PKCS#12 files of openssl', () => {
  it.each([
    ['of its version 3', []],
    ['in the old form', ['-legacy', '-certpbe', 'PBE-SHA1-RC2-40', '-keypbe', 'PBE-SHA1-3DES']],
    ['without a MAC iteration', ['-nomaciter']],
  ])('%s', async (_, options) => {
    for (const [key, identity] of [
      ['rsa', rsa],
      ['ec', ec],
    ] as const) {
      openssl(
        'pkcs12',
        '-export',
        '-in',
        file(`${key}.pem`),
        '-inkey',
        file(`${key}.key`),
        '-passout',
        'pass:s3cret',
        ...options,
        '-out',
        file('p12'),
      );
      const read = await readPkcs12(readFileSync(file('p12')), 's3cret');
      expect(read.privateKey.equals(identity.privateKey)).toBe(true);
      expect(read.certificate.fingerprint).toBe(identity.certificate.fingerprint);
    }
  });
});

describe('certificates', () => {
  it('of ours verify as their own authority, and keys of openssl in each form are read', () => {
    openssl('verify', '-CAfile', file('rsa.pem'), file('rsa.pem'));
    for (const form of [['rsa', '-traditional'], ['pkey'], ['rsa', '-aes256', '-passout', 'pass:s3cret']]) {
      openssl(...form, '-in', file('rsa.key'), '-out', file('key'));
      const input = {
        certificate: readFileSync(file('rsa.pem')),
        privateKey: readFileSync(file('key')),
        passphrase: 's3cret',
      };
      expect(readIdentity(input).privateKey.equals(rsa.privateKey)).toBe(true);
    }
  });
});

async function identityInFiles(key: 'rsa' | 'ec') {
  const { certificatePem, privateKeyPem } = await generateIdentity({
    commonName: `peer ${key}`,
    days: 2,
    key,
    validFrom: new Date(Date.now() - 1000),
  });
  writeFileSync(file(`${key}.pem`), certificatePem);
  writeFileSync(file(`${key}.key`), privateKeyPem);
  return readIdentity({ certificate: certificatePem, privateKey: privateKeyPem });
}

function openssl(...args: readonly string[]): string {
  const done = spawnSync('openssl', args, { encoding: 'utf8', maxBuffer: 1e8 });
  if (done.status !== 0) throw new Error(`openssl ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

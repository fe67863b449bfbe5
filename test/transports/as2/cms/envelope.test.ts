import { constants, createCipheriv, createHash, privateDecrypt, publicEncrypt, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentCipher } from '../../../../src/transports/as2/agreement/algorithms.js';
import { CIPHERS, digestIdentifier, rsaIdentifier } from '../../../../src/transports/as2/cms/algorithm-tables.js';
import { CmsError } from '../../../../src/transports/as2/cms/cms-error.js';
import { context, contextPrimitive } from '../../../../src/transports/as2/cms/der.js';
import { type EnvelopeOptions, envelope } from '../../../../src/transports/as2/cms/envelope.js';
import { OID } from '../../../../src/transports/as2/cms/oids.js';
import { openEnvelope } from '../../../../src/transports/as2/cms/open-envelope.js';
import { keyInBlock, keyInOaepBlock, mask, xor } from '../../../../src/transports/as2/cms/unpad-key.js';
import {
  der,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derSmallInteger,
} from '../../../../src/transports/as2/cms/write-der.js';
import { createMemorySpool } from '../../../../src/transports/as2/spool/memory-spool.js';
import { octetsOf } from '../../../../src/transports/as2/spool/octets.js';
import { newIdentity } from '../identities.js';
import { asBer } from './ber.js';
import { bytesOf, inPieces } from './pieces.js';

const [us, other] = await Promise.all([newIdentity(), newIdentity()]);
const CIPHER_NAMES = Object.keys(CIPHERS) as ContentCipher[];
const TRANSPORTS = ['rsa-pkcs1', 'rsa-oaep'] as const;

function sealed(bytes: Uint8Array, options: Partial<EnvelopeOptions> = {}) {
  return envelope(octetsOf(bytes), {
    recipients: [us.certificate],
    cipher: 'aes256-cbc',
    keyTransport: 'rsa-pkcs1',
    ...options,
  });
}

async function opened(bytes: Uint8Array, { pieces = 64, identities = [us], maxBytes = 1e6 } = {}) {
  const result = await openEnvelope(inPieces(bytes, pieces), { identities, spool: createMemorySpool(), maxBytes });
  return { ...result, bytes: await bytesOf(result.content) };
}

/** What went wrong, in full: two failures are alike if these are. */
async function failure(bytes: Uint8Array, identities = [us]) {
  return opened(bytes, { identities }).then(
    () => 'opened',
    (error: unknown) => {
      if (error instanceof CmsError) return `${error.code}: ${error.message}${error.cause ?? ''}`;
      throw error;
    },
  );
}

describe('envelope and openEnvelope', () => {
  it.each(CIPHER_NAMES.flatMap((cipher) => TRANSPORTS.map((transport) => [cipher, transport] as const)))(
    'agree on %s with %s, for every size, however it is cut, in DER and BER',
    async (cipher, keyTransport) => {
      for (const size of [0, 1, 7, 8, 15, 16, 17, 4096]) {
        const content = randomBytes(size);
        const octets = sealed(content, { cipher, keyTransport });
        const bytes = await bytesOf(octets);
        expect(bytes.length).toBe(octets.size);
        const result = await opened(bytes);
        expect(result).toMatchObject({ cipher, keyTransport, identity: us });
        expect(content.equals(result.bytes)).toBe(true);
        expect(content.equals((await opened(asBer(bytes, 5), { pieces: 3 })).bytes)).toBe(true);
      }
    },
  );

  it('is the same at every reading, whole and from any place', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3000 }),
        fc.constantFrom(...CIPHER_NAMES),
        fc.tuple(fc.nat(4000), fc.nat(4000), fc.integer({ min: 1, max: 500 })),
        async (content, cipher, [start, length, pieces]) => {
          const octets = envelope(inPieces(content, pieces), {
            recipients: [us.certificate],
            cipher,
            keyTransport: 'rsa-oaep',
          });
          const whole = await bytesOf(octets);
          expect(whole.equals(await bytesOf(octets))).toBe(true);
          expect(whole.subarray(start, start + length).equals(await bytesOf(octets, start, start + length))).toBe(true);
          expect(Buffer.from(content).equals((await opened(whole, { pieces })).bytes)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each(['sha1', 'sha256', 'sha384', 'sha512'] as const)('OAEP with %s', async (oaepDigest) => {
    const bytes = await bytesOf(sealed(Buffer.from('abc'), { keyTransport: 'rsa-oaep', oaepDigest }));
    expect((await opened(bytes)).bytes.toString()).toBe('abc');
  });

  it('opens with whichever of several recipients and identities fit', async () => {
    const bytes = await bytesOf(sealed(Buffer.from('abc'), { recipients: [other.certificate, us.certificate] }));
    expect((await opened(bytes, { identities: [us] })).identity).toBe(us);
    expect((await opened(bytes, { identities: [other] })).identity).toBe(other);
    const renewed = { ...us, certificate: { ...us.certificate, serialNumber: Uint8Array.of(2, 1, 5) } };
    const forUs = await bytesOf(sealed(Buffer.from('abc'), { cipher: 'aes128-gcm' }));
    expect((await opened(forUs, { identities: [other, renewed] })).identity).toBe(renewed);
  });

  it('stops at the limit, and at source octets that are not as many as was said', async () => {
    const bytes = await bytesOf(sealed(randomBytes(5000)));
    await expect(opened(bytes, { maxBytes: 4000 })).rejects.toMatchObject({ code: 'too-large' });
    for (const size of [2, 4]) {
      const lying = envelope(
        { ...octetsOf(Buffer.from('abc')), size },
        { recipients: [us.certificate], cipher: 'aes256-gcm', keyTransport: 'rsa-oaep' },
      );
      await expect(bytesOf(lying)).rejects.toThrow(/not as many/);
    }
  });

  it('takes strings in pieces of a sensible size', async () => {
    const content = randomBytes(120_000);
    const bytes = asBer(await bytesOf(sealed(content)), 2);
    expect(await failure(bytes)).toMatch(/^malformed: .*too small/);
    expect(content.equals((await opened(asBer(await bytesOf(sealed(content)), 20), { pieces: 999 })).bytes)).toBe(true);
  });

  it('takes no part whole that is made of very many elements', async () => {
    const whole = await bytesOf(sealed(randomBytes(10)));
    const type = whole.subarray(whole.indexOf(0x06), whole.indexOf(0x06) + 2 + (whole[whole.indexOf(0x06) + 1] ?? 0));
    const many = Buffer.alloc(60_000);
    for (let at = 0; at < many.length; at += 2) many[at] = 4;
    const head = Buffer.concat([Buffer.of(0x30, 0x80), type, Buffer.of(0xa0, 0x80, 0x30, 0x80, 2, 1, 0, 0x31, 0x80)]);
    expect(await failure(Buffer.concat([head, many, Buffer.alloc(2)]))).toMatch(/^malformed: .*too many elements/);
  });

  it('needs RSA keys to encrypt for', async () => {
    const { certificate } = await newIdentity({ key: 'ec' });
    expect(() => sealed(new Uint8Array(), { recipients: [certificate] })).toThrow(
      expect.objectContaining({ code: 'unsupported' }),
    );
    expect(() => sealed(new Uint8Array(), { recipients: [] })).toThrow(
      expect.objectContaining({ code: 'unsupported' }),
    );
  });

  it('reads recipients named by their key, and attributes that GCM authenticates', async () => {
    const content = Buffer.from('with attributes');
    expect((await opened(authEnveloped(content, 'right'))).bytes).toEqual(content);
    expect(await failure(authEnveloped(content, 'changed'))).toMatch(/^decryption-failed/);
  });
});

describe('every failure to decrypt is the same', () => {
  it('wrong key, wrong padding, wrong tag, wrong recipient', async () => {
    const texts = new Set<string>();
    for (const cipher of ['aes128-gcm', 'aes256-gcm'] as const) {
      const bytes = await bytesOf(sealed(Buffer.from('abc'), { cipher }));
      texts.add(await failure(bytes, [other]));
      for (const change of [forged(bytes, 0, 1), forged(bytes, 2, 0), forged(bytes, -1, 7)])
        texts.add(await failure(change));
      const tag = Buffer.from(bytes);
      tag[tag.length - 1] = (tag.at(-1) ?? 0) ^ 1;
      texts.add(await failure(tag));
    }
    const oaep = await bytesOf(sealed(Buffer.from('abc'), { cipher: 'aes128-gcm', keyTransport: 'rsa-oaep' }));
    const at = oaep.length - 40 - 16 - 60;
    oaep[at] = (oaep[at] ?? 0) ^ 1;
    texts.add(await failure(oaep));
    expect([...texts]).toEqual(['decryption-failed: It cannot be decrypted with the keys given.']);
  });

  it('a forged block of PKCS#1 v1.5 gives the same answer each time', async () => {
    // With CBC one wrong key in 256 ends in a padding that looks right; it must do so always or never for the same block.
    for (let byte = 0; byte < 24; byte++) {
      const bytes = forged(await bytesOf(sealed(Buffer.from('abc'))), 1, byte + 3);
      const first = await failure(bytes);
      for (let i = 0; i < 3; i++) expect(await failure(bytes)).toBe(first);
    }
  });

  it('keyInBlock gives the key of a right block and the decoy of every other', () => {
    const key = randomBytes(32);
    const decoy = randomBytes(32);
    const right = Buffer.concat([Buffer.of(0, 2), Buffer.alloc(221, 0x5a), Buffer.of(0), key]);
    expect(keyInBlock(right, decoy)).toEqual(Uint8Array.from(key));
    for (let at = 0; at < 224; at++) {
      for (let value = 0; value < 256; value++) {
        const block = Buffer.from(right);
        block[at] = value;
        const isRight = at < 2 || at === 223 ? value === right[at] : value !== 0;
        if (!Buffer.from(keyInBlock(block, decoy)).equals(isRight ? key : decoy)) throw new Error(`${at}: ${value}`);
      }
    }
    expect(keyInBlock(right.subarray(0, 42), decoy)).toEqual(decoy);
  });
});

describe('OAEP with digests that differ', () => {
  const key = randomBytes(24);
  const decoy = randomBytes(24);
  const digests = { digest: 'sha256', maskDigest: 'sha1', label: Buffer.from('label') } as const;

  /** RFC 8017 7.1.1, with one byte changed before it is masked. */
  function padded(at = -1, value = 0): Uint8Array {
    const labelDigest = createHash('sha256').update(digests.label).digest();
    const data = Buffer.concat([labelDigest, Buffer.alloc(256 - 33 - 32 - 1 - key.length), Buffer.of(1), key]);
    if (at >= 0) data[at] = value;
    const seed = randomBytes(32);
    const masked = xor(data, mask('sha1', seed, data.length));
    return Buffer.concat([Buffer.of(0), xor(seed, mask('sha1', masked, 32)), masked]);
  }

  it('gives the key of a right block and the decoy of every other', () => {
    expect(Buffer.from(keyInOaepBlock(padded(), decoy, digests)).equals(key)).toBe(true);
    for (let at = 0; at < 199; at++)
      expect(keyInOaepBlock(padded(at, 0x5a), decoy, digests)).toEqual(Uint8Array.from(decoy));
    const first = padded();
    first[0] = 1;
    expect(keyInOaepBlock(first, decoy, digests)).toEqual(Uint8Array.from(decoy));
    expect(keyInOaepBlock(padded(), decoy, { ...digests, label: new Uint8Array() })).toEqual(Uint8Array.from(decoy));
    expect(keyInOaepBlock(padded().subarray(0, 80), decoy, digests)).toEqual(decoy);
  });
});

describe('tampering', () => {
  it.each(['aes128-gcm', 'aes256-cbc'] as const)(
    '%s with any byte changed: right content, none, or garbage without GCM',
    async (cipher) => {
      const content = Buffer.from('the content, more than one block of it');
      const bytes = await bytesOf(sealed(content, { cipher }));
      let refused = 0;
      for (let offset = 0; offset < bytes.length; offset++) {
        const changed = Buffer.from(bytes);
        changed[offset] = (changed[offset] ?? 0) ^ (offset % 2 ? 1 : 0x81);
        try {
          const result = await opened(changed);
          if (cipher === 'aes128-gcm') expect(result.bytes).toEqual(content);
        } catch (error) {
          if (!(error instanceof CmsError)) throw error;
          refused++;
        }
      }
      expect(refused).toBeGreaterThan(bytes.length / 2);
    },
  );

  it('cut at any place it never opens', async () => {
    const bytes = await bytesOf(sealed(Buffer.from('abc'), { cipher: 'aes128-gcm' }));
    for (let end = 0; end < bytes.length; end++) {
      await expect(opened(bytes.subarray(0, end))).rejects.toBeInstanceOf(CmsError);
      await expect(opened(asBer(bytes).subarray(0, end))).rejects.toBeInstanceOf(CmsError);
    }
  });
});

/** The envelope with another RSA block: that of its key, with one byte before the encryption changed. */
function forged(bytes: Buffer, at: number, value: number): Buffer {
  const before = bytes.indexOf(rsaIdentifier(OID.rsaEncryption)) + 15 + 4;
  const encrypted = bytes.subarray(before, before + 256);
  const block = privateDecrypt({ key: us.privateKey, padding: constants.RSA_NO_PADDING }, encrypted);
  block[at < 0 ? block.length + at : at] = value;
  const changed = Buffer.from(bytes);
  changed.set(publicEncrypt({ key: us.certificate.x509.publicKey, padding: constants.RSA_NO_PADDING }, block), before);
  return changed;
}

function authEnveloped(content: Buffer, attributes: 'right' | 'changed'): Uint8Array {
  const [key, nonce] = [randomBytes(16), randomBytes(12)];
  const attribute = derSequence(derOid(OID.contentType), der(0x31, derOid(OID.data)));
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  cipher.setAAD(attributes === 'right' ? derSetOf([attribute]) : Buffer.from('else'));
  const ciphered = Buffer.concat([cipher.update(content), cipher.final()]);
  const recipient = derSequence(
    derSmallInteger(2),
    der(contextPrimitive(0), us.certificate.subjectKeyIdentifier ?? new Uint8Array()),
    derSequence(derOid(OID.rsaOaep), derSequence(der(context(0), digestIdentifier('sha1')))),
    derOctetString(
      publicEncrypt({ key: us.certificate.x509.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING }, key),
    ),
  );
  const algorithm = derSequence(
    derOid(CIPHERS['aes128-gcm'].oid),
    derSequence(derOctetString(nonce), derSmallInteger(16)),
  );
  const data = derSequence(
    derSmallInteger(0),
    derSetOf([recipient]),
    derSequence(derOid(OID.data), algorithm, der(contextPrimitive(0), ciphered)),
    der(context(1), attribute),
    derOctetString(cipher.getAuthTag()),
  );
  return derSequence(derOid(OID.authEnvelopedData), der(context(0), data));
}

import { constants, createHash, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DigestAlgorithm } from '../../../../src/transports/as2/agreement/algorithms.js';
import type { Certificate, Identity } from '../../../../src/transports/as2/certificates/certificate.js';
import { DIGESTS, digestIdentifier, rsaIdentifier } from '../../../../src/transports/as2/cms/algorithm-tables.js';
import { CmsError } from '../../../../src/transports/as2/cms/cms-error.js';
import { context, contextPrimitive, readDer, TAG } from '../../../../src/transports/as2/cms/der.js';
import { OID } from '../../../../src/transports/as2/cms/oids.js';
import { signDigest } from '../../../../src/transports/as2/cms/sign.js';
import { readSignature, verifySignature } from '../../../../src/transports/as2/cms/verify.js';
import {
  der,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derSmallInteger,
} from '../../../../src/transports/as2/cms/write-der.js';
import { newIdentity } from '../identities.js';

const [rsa, ec, other] = await Promise.all([newIdentity(), newIdentity({ key: 'ec' }), newIdentity()]);
const DIGEST_NAMES = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
const content = Buffer.from('Content-Type: application/edi-x12\r\n\r\nISA*00*');
const signingTime = new Date('2026-11-20T10:00:00Z');
const digestOf = (algorithm: DigestAlgorithm, bytes: Uint8Array = content) =>
  createHash(algorithm).update(bytes).digest();

function signed(identity: Identity, algorithm: DigestAlgorithm = 'sha256', includeCertificate = true): Uint8Array {
  return signDigest({ digest: { algorithm, value: digestOf(algorithm) }, identity, includeCertificate, signingTime });
}

function verified(signature: Uint8Array, trusted: readonly Certificate[], bytes: Uint8Array = content) {
  const info = readSignature(signature);
  return verifySignature(info, digestOf(info.digestAlgorithm, bytes), trusted);
}

describe('signDigest and verifySignature', () => {
  it.each(DIGEST_NAMES.flatMap((name) => [[name, 'RSA', rsa] as const, [name, 'EC', ec] as const]))(
    'agree on %s with a key of %s',
    (algorithm, _, identity) => {
      const signature = signed(identity, algorithm);
      expect(readSignature(signature).digestAlgorithm).toBe(algorithm);
      expect(verified(signature, [other.certificate, identity.certificate])).toMatchObject({
        ok: true,
        signer: identity.certificate,
      });
    },
  );

  it('the certificate is in it or not, and a signature is the same for the same input', () => {
    const [withIt, without] = [signed(rsa), signed(rsa, 'sha256', false)];
    expect(Buffer.from(withIt).includes(Buffer.from(rsa.certificate.der))).toBe(true);
    expect(Buffer.from(without).includes(Buffer.from(rsa.certificate.der))).toBe(false);
    expect(verified(without, [rsa.certificate]).ok).toBe(true);
    expect(signed(rsa)).toEqual(withIt);
  });

  it('more than a few signers are not looked at: each costs a verification by each certificate', () => {
    const { children } = readDer(signed(rsa));
    const parts = children[1]?.children[0]?.children ?? [];
    const signer = parts.at(-1)?.children[0]?.bytes ?? new Uint8Array();
    const withSigners = (count: number) =>
      derSequence(
        derOid(OID.signedData),
        der(
          context(0),
          derSequence(
            ...parts.slice(0, -1).map(({ bytes }) => bytes),
            der(TAG.set, ...Array.from({ length: count }, () => signer)),
          ),
        ),
      );
    expect(verified(withSigners(3), [rsa.certificate]).ok).toBe(true);
    expect(() => readSignature(withSigners(100))).toThrow(CmsError);
  });

  it('the attributes are sorted, and none is CMSAlgorithmProtection', () => {
    const attributes = find(readDer(signed(rsa)), context(0), 5);
    const oids = attributes.children.map(({ content: bytes }) => Buffer.from(bytes).toString('hex'));
    expect(oids).toHaveLength(3);
    expect(Buffer.from(attributes.bytes).includes(Buffer.from(derOid('1.2.840.113549.1.9.52')))).toBe(false);
    const lengths = attributes.children.map(({ bytes }) => bytes.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
  });
});

describe('verifySignature', () => {
  it('trusts no certificate that came along', () => {
    expect(verified(signed(rsa), [])).toEqual({ ok: false, reason: 'no-certificate' });
    expect(verified(signed(rsa), [other.certificate, ec.certificate])).toEqual({ ok: false, reason: 'no-certificate' });
  });

  it('tells a forged signature from changed content', () => {
    const signature = signed(rsa);
    expect(verified(signature, [rsa.certificate], Buffer.from('else'))).toEqual({
      ok: false,
      reason: 'digest-differs',
    });
    const forged = Uint8Array.from(signature);
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    expect(verified(forged, [rsa.certificate])).toEqual({ ok: false, reason: 'signature-wrong' });
  });

  it('finds the key under a renewed certificate', () => {
    const renamed: Certificate = { ...rsa.certificate, serialNumber: Uint8Array.of(2, 1, 9) };
    expect(verified(signed(rsa), [other.certificate, renamed])).toMatchObject({ ok: true, signer: renamed });
  });

  it.each(DIGEST_NAMES)('reads RSA-PSS with %s and any salt', (algorithm) => {
    for (const saltLength of [0, 20, DIGESTS[algorithm].bytes]) {
      const signature = crafted({
        algorithm,
        identifier: pssIdentifier(algorithm, algorithm),
        make: (bytes) =>
          sign(algorithm, bytes, { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }),
      });
      expect(verified(signature, [rsa.certificate]).ok).toBe(true);
    }
  });

  it.each([
    ['no parameters', []],
    ['NULL for parameters', [derNull()]],
  ])('reads RSA-PSS with %s by the digest of the signer', (_, parameters) => {
    const made = (algorithm: DigestAlgorithm, mgf: DigestAlgorithm) =>
      crafted({
        algorithm,
        identifier: derSequence(derOid(OID.rsaPss), ...parameters),
        make: (bytes) =>
          sign(mgf, bytes, { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
      });
    expect(verified(made('sha256', 'sha256'), [rsa.certificate]).ok).toBe(true);
    expect(verified(made('sha256', 'sha1'), [rsa.certificate]).ok).toBe(false);
    expect(verified(made('sha256', 'sha256'), [other.certificate]).ok).toBe(false);
  });

  it('reads signatures without attributes, with certificates named by their key, and by algorithms that name the digest', () => {
    const direct = crafted({ attributes: false, make: (bytes) => sign('sha256', bytes, rsa.privateKey) });
    expect(verified(direct, [other.certificate, rsa.certificate])).toMatchObject({ ok: true, signer: rsa.certificate });
    expect(verified(direct, [rsa.certificate], Buffer.from('else')).ok).toBe(false);
    const identifier = rsaIdentifier(DIGESTS.sha256.withRsa);
    expect(verified(crafted({ identifier, sid: 'key' }), [rsa.certificate]).ok).toBe(true);
    expect(verified(crafted({ sid: 'key' }), [other.certificate])).toEqual({ ok: false, reason: 'no-certificate' });
  });

  it('refuses algorithms that fit not each other', () => {
    const reason = { ok: false, reason: 'unsupported' };
    expect(verified(crafted({ identifier: rsaIdentifier(DIGESTS.sha1.withRsa) }), [rsa.certificate])).toEqual(reason);
    expect(verified(crafted({ identifier: pssIdentifier('sha1', 'sha256') }), [rsa.certificate])).toEqual(reason);
    expect(verified(crafted({ identifier: pssIdentifier('sha256', 'sha1') }), [rsa.certificate])).toEqual(reason);
    expect(
      verified(crafted({ attributes: false, identifier: pssIdentifier('sha256', 'sha256') }), [rsa.certificate]),
    ).toEqual(reason);
    // The EC key is no key of an RSA signature.
    expect(verified(crafted({}), [ec.certificate])).toEqual({ ok: false, reason: 'no-certificate' });
  });

  it('refuses another content type, a digest named twice, and MD5', () => {
    const wrongType = signDigest({
      digest: { algorithm: 'sha256', value: digestOf('sha256') },
      contentType: OID.envelopedData,
      identity: rsa,
      signingTime,
    });
    expect(verified(wrongType, [rsa.certificate]).ok).toBe(true);
    const swapped = Buffer.from(wrongType);
    const inner = swapped.indexOf(derOid(OID.envelopedData));
    swapped.set(derOid(OID.data), inner);
    expect(() => readSignature(swapped)).toThrow(expect.objectContaining({ code: 'malformed' }));
    expect(() => readSignature(crafted({ digests: 2 }))).toThrow(/not there once/);
    expect(() =>
      readSignature(crafted({ digestIdentifier: derSequence(derOid('1.2.840.113549.2.5'), derNull()) })),
    ).toThrow(expect.objectContaining({ code: 'unsupported' }));
  });

  it('with any byte changed it verifies no other content, and ends in a result or a CmsError', () => {
    const signature = signed(ec);
    const accepted: number[] = [];
    for (let offset = 0; offset < signature.length; offset++) {
      for (const mask of [1, 0x80, 0xff]) {
        const changed = Uint8Array.from(signature);
        changed[offset] = (changed[offset] ?? 0) ^ mask;
        try {
          expect(verified(changed, [ec.certificate], Buffer.from('else')).ok).toBe(false);
          if (verified(changed, [ec.certificate]).ok) accepted.push(offset);
        } catch (error) {
          if (!(error instanceof CmsError)) throw error;
        }
      }
    }
    // What names version, digests and the certificate that came along is not signed, and not believed.
    const attributes = Buffer.from(signature).lastIndexOf(derOid(OID.contentType));
    expect(accepted.length).toBeGreaterThan(0);
    expect(accepted.filter((offset) => offset >= attributes && offset < attributes + 90)).toEqual([]);
  });
});

interface Craft {
  readonly algorithm?: DigestAlgorithm;
  readonly digestIdentifier?: Uint8Array;
  readonly identifier?: Uint8Array;
  readonly sid?: 'key';
  readonly attributes?: boolean;
  readonly digests?: number;
  readonly make?: (bytes: Uint8Array) => Uint8Array;
}

/** Signatures as other software makes them. */
function crafted(craft: Craft): Uint8Array {
  const { algorithm = 'sha256', identifier = rsaIdentifier(OID.rsaEncryption), attributes = true, digests = 1 } = craft;
  const { make = (bytes) => sign(algorithm, bytes, rsa.privateKey) } = craft;
  const digest = derSequence(derOid(OID.messageDigest), der(TAG.set, derOctetString(digestOf(algorithm))));
  const list = [
    derSequence(derOid(OID.contentType), der(TAG.set, derOid(OID.data))),
    ...Array.from({ length: digests }, () => digest),
  ];
  const { issuer, serialNumber, subjectKeyIdentifier = new Uint8Array() } = rsa.certificate;
  const digestAlgorithm = craft.digestIdentifier ?? digestIdentifier(algorithm);
  const signer = derSequence(
    derSmallInteger(1),
    craft.sid === 'key' ? der(contextPrimitive(0), subjectKeyIdentifier) : derSequence(issuer, serialNumber),
    digestAlgorithm,
    ...(attributes ? [derSetOf(list, context(0))] : []),
    identifier,
    derOctetString(make(attributes ? derSetOf(list) : content)),
  );
  const data = derSequence(
    derSmallInteger(1),
    derSetOf([digestAlgorithm]),
    derSequence(derOid(OID.data)),
    der(TAG.set, signer),
  );
  return derSequence(derOid(OID.signedData), der(context(0), data));
}

function pssIdentifier(hash: DigestAlgorithm, mask: DigestAlgorithm): Uint8Array {
  const maskIdentifier = derSequence(derOid(OID.mgf1), digestIdentifier(mask));
  return derSequence(
    derOid(OID.rsaPss),
    derSequence(der(context(0), digestIdentifier(hash)), der(context(1), maskIdentifier)),
  );
}

/** The last element with that tag at that depth. */
function find(node: ReturnType<typeof readDer>, tag: number, depth: number): ReturnType<typeof readDer> {
  const level = (nodes: readonly ReturnType<typeof readDer>[], left: number): readonly ReturnType<typeof readDer>[] =>
    left === 0
      ? nodes
      : level(
          nodes.flatMap(({ children }) => children),
          left - 1,
        );
  const found = level([node], depth).findLast((candidate) => candidate.tag === tag);
  if (found === undefined) throw new Error('There is no such element.');
  return found;
}

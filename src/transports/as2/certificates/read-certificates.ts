import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { requireForm } from '../../../model/check-options.js';
import { X12Error } from '../../../model/error.js';
import { isBrokenKey, isCostlyKey, LEAST_RSA_BITS, MOST_RSA_BITS } from '../../network/costly-key.js';
import { context, type DerNode, demandTag, Fields, readDer, readOid, stringOctets, TAG } from '../cms/der.js';
import { OID } from '../cms/oids.js';
import type { Certificate, Identity } from './certificate.js';

const PEM_BLOCK = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]+-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;

const NO_CERTIFICATE =
  'There is no certificate in it. Give it in PEM (openssl x509 -inform DER writes DER as PEM), or as the bytes of DER.';

/**
 * All certificates of a PEM text in their order, or the one of a DER.
 * @throws X12Error `X12_OPTION_INVALID` where there is none, or one cannot be read or has RSA of less than 1,024 bits.
 */
export function readCertificates(pemOrDer: string | Uint8Array): readonly Certificate[] {
  if (typeof pemOrDer !== 'string') requireForm('readCertificates', 'pemOrDer', pemOrDer, 'bytes');
  const isDer = typeof pemOrDer !== 'string' && pemOrDer[0] === TAG.sequence;
  if (isDer) return [readCertificate(pemOrDer)];
  const text = typeof pemOrDer === 'string' ? pemOrDer : new TextDecoder('latin1').decode(pemOrDer);
  const blocks = text.match(PEM_BLOCK) ?? [];
  if (blocks.length === 0) throw invalid(NO_CERTIFICATE);
  return blocks.map(readCertificate);
}

export interface IdentityInput {
  /** PEM or DER. Of several, the one that belongs to the key counts. */
  readonly certificate: string | Uint8Array;
  /** PEM, or DER of PKCS#8. */
  readonly privateKey: string | Uint8Array;
  /** Where the private key is encrypted. */
  readonly passphrase?: string | undefined;
}

/**
 * A certificate with its private key.
 * @throws X12Error `X12_OPTION_INVALID`: cannot be read, the passphrase is wrong, or they do not belong together. The key and the
 * passphrase are in no text and no cause.
 */
export function readIdentity(input: IdentityInput): Identity {
  requireForm('readIdentity', 'input', input, 'object');
  const { certificate, privateKey, passphrase } = input;
  const key = readPrivateKey(privateKey, passphrase);
  if (isCostlyKey(key))
    throw invalid(`The private key is RSA of more than ${MOST_RSA_BITS} bits, or unsound. Take another.`);
  return identityOf(readCertificates(certificate), key);
}

/** The certificate that belongs to the key, with it. @throws X12Error `X12_OPTION_INVALID` if none does. */
export function identityOf(certificates: readonly Certificate[], privateKey: KeyObject): Identity {
  const certificate = certificates.find(({ x509 }) => x509.checkPrivateKey(privateKey));
  if (certificate === undefined) {
    throw invalid('The private key does not belong to the certificate. Give the two that were made together.');
  }
  return { certificate, privateKey };
}

/** Those whose days include the moment; the newest first, by which one signs and encrypts. */
export function certificatesValidAt(list: readonly Certificate[], moment: Date): readonly Certificate[] {
  return list
    .filter(({ notBefore, notAfter }) => notBefore <= moment && moment <= notAfter)
    .sort((a, b) => b.notBefore.getTime() - a.notBefore.getTime());
}

function readCertificate(pemOrDer: string | Uint8Array): Certificate {
  const { certificate, key } = parseCertificate(pemOrDer);
  if (isBrokenKey(key))
    throw invalid(`The key of a certificate is RSA of less than ${LEAST_RSA_BITS} bits. Take another, of 2048.`);
  return certificate;
}

/** Its key, too, is read here: OpenSSL looks at it when it is asked for, and fails where it is of no kind that it knows. */
function parseCertificate(pemOrDer: string | Uint8Array): {
  readonly certificate: Certificate;
  readonly key: KeyObject;
} {
  try {
    const x509 = new X509Certificate(pemOrDer);
    const key = x509.publicKey;
    const der = new Uint8Array(x509.raw);
    const certificate = {
      x509,
      der,
      ...readNames(der),
      notBefore: new Date(x509.validFrom),
      notAfter: new Date(x509.validTo),
      fingerprint: createHash('sha256').update(der).digest('hex'),
    };
    return { certificate, key };
  } catch {
    throw invalid('A certificate cannot be read. Give it as PEM or DER.');
  }
}

/** What node:crypto does not give as bytes. */
function readNames(der: Uint8Array): Pick<Certificate, 'issuer' | 'serialNumber' | 'subjectKeyIdentifier'> {
  const fields = new Fields(new Fields(readDer(der)).take(TAG.sequence));
  fields.takeIf(context(0));
  const serialNumber = fields.take(TAG.integer).bytes;
  fields.take(TAG.sequence);
  const issuer = fields.take(TAG.sequence).bytes;
  let next = fields.takeAny();
  while (next !== undefined && next.tag !== context(3)) next = fields.takeAny();
  const subjectKeyIdentifier = next && readExtension(next, OID.subjectKeyIdentifier);
  return { issuer, serialNumber, ...(subjectKeyIdentifier && { subjectKeyIdentifier: subjectKeyIdentifier.content }) };
}

function readExtension(extensions: DerNode, oid: string): DerNode | undefined {
  const list = new Fields(extensions).take(TAG.sequence);
  const found = list.children.find(({ children }) => readOid(demandTag(children[0], TAG.oid)) === oid);
  const value = found?.children.at(-1);
  return value && readDer(stringOctets(demandTag(value, TAG.octetString)));
}

function readPrivateKey(privateKey: string | Uint8Array, passphrase: string | undefined): KeyObject {
  const secret = passphrase === undefined ? {} : { passphrase };
  try {
    const isDer = typeof privateKey !== 'string' && privateKey[0] === TAG.sequence;
    const key = typeof privateKey === 'string' ? privateKey : Buffer.from(privateKey);
    return createPrivateKey({ key, ...secret, ...(isDer ? { format: 'der', type: 'pkcs8' } : { format: 'pem' }) });
  } catch {
    // No cause: what node:crypto says of a wrong argument may repeat it.
    throw invalid('The private key cannot be read. Give PEM or DER of PKCS#8, with its passphrase if it has one.');
  }
}

function invalid(text: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', text);
}

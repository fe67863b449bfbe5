import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { JsonObject } from '../../for-kinds.js';
import { refusedSetting } from '../refused-setting.js';

const MOST_RSA_BITS = 8_192;
/** What is smaller is taken apart within days, and then anyone signs. */
const LEAST_RSA_BITS = 1_024;
const ENCRYPTING: ReadonlySet<string> = new Set(['localEncryption', 'partnerEncryption']);

/**
 * Checks the certificates of a credential, and that a private key that is given with them is theirs.
 * @param name of the credential: `localSigning`.
 * @throws Problem `invalid` with the pointer; no part of a key is in it.
 */
export function demandCertificates(name: string, part: JsonObject, privateKey: string | null | undefined): void {
  const own = demandCertificate(`/${name}/publicCertificate`, part.publicCertificate);
  demandOne(`/${name}/publicCertificate`, part.publicCertificate);
  if (own !== undefined && ENCRYPTING.has(name) && own.key.asymmetricKeyType !== 'rsa')
    throw refusedSetting(`/${name}/publicCertificate`, 'must have a key of RSA: nothing can be encrypted for another');
  if (typeof part.certificateChain === 'string') {
    const chain = part.certificateChain.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [''];
    for (const one of chain) demandCertificate(`/${name}/certificateChain`, one);
  }
  if (typeof privateKey !== 'string') return;
  const at = `/${name}/privateKey`;
  const key = keyOf(privateKey);
  if (key === undefined) throw refusedSetting(at, 'must be a private key in PEM, without a passphrase');
  // Signing with a larger one would keep the server busy.
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) > MOST_RSA_BITS)
    throw refusedSetting(at, `must be a key of at most ${MOST_RSA_BITS} bits`);
  if (own !== undefined && !own.certificate.checkPrivateKey(key))
    throw refusedSetting(at, 'must belong to the certificate');
}

/** A second one would never be used, and whoever gives it believes that it is. */
function demandOne(at: string, pem: unknown): void {
  if (typeof pem !== 'string' || pem.split('-----BEGIN ').length <= 2) return;
  throw refusedSetting(at, 'must be one certificate in PEM; those of who has signed it belong into certificateChain');
}

interface Read {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

function demandCertificate(at: string, pem: unknown): Read | undefined {
  if (typeof pem !== 'string') return undefined;
  const read = readCertificate(pem);
  if (read === undefined) throw refusedSetting(at, 'must be a certificate in PEM');
  // Of other kinds of keys there are no bits.
  if ((read.key.asymmetricKeyDetails?.modulusLength ?? LEAST_RSA_BITS) < LEAST_RSA_BITS)
    throw refusedSetting(at, `must have a key of at least ${LEAST_RSA_BITS} bits`);
  return read;
}

/** The key with it: OpenSSL looks at it when it is asked for, and fails where it is of no kind that it knows. */
function readCertificate(pem: string): Read | undefined {
  try {
    const certificate = new X509Certificate(pem);
    return { certificate, key: certificate.publicKey };
  } catch {
    return undefined;
  }
}

function keyOf(pem: string): ReturnType<typeof createPrivateKey> | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { JsonObject } from '../../for-kinds.js';
import { refusedSetting } from '../refused-setting.js';

/**
 * Checks the certificates of a credential, and that a private key that is given with them is theirs.
 * @param name of the credential: `localSigning`.
 * @throws Problem `invalid` with the pointer; no part of a key is in it.
 */
export function demandCertificates(name: string, part: JsonObject, privateKey: string | null | undefined): void {
  const certificate = demandCertificate(`/${name}/publicCertificate`, part.publicCertificate);
  if (typeof part.certificateChain === 'string') {
    const chain = part.certificateChain.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [''];
    for (const one of chain) demandCertificate(`/${name}/certificateChain`, one);
  }
  if (typeof privateKey !== 'string') return;
  const at = `/${name}/privateKey`;
  const key = keyOf(privateKey);
  if (key === undefined) throw refusedSetting(at, 'must be a private key in PEM, without a passphrase');
  if (certificate !== undefined && !certificate.checkPrivateKey(key))
    throw refusedSetting(at, 'must belong to the certificate');
}

function demandCertificate(at: string, pem: unknown): X509Certificate | undefined {
  if (typeof pem !== 'string') return undefined;
  try {
    return new X509Certificate(pem);
  } catch {
    throw refusedSetting(at, 'must be a certificate in PEM');
  }
}

function keyOf(pem: string): ReturnType<typeof createPrivateKey> | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

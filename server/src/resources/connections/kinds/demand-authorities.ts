import { X509Certificate } from 'node:crypto';
import { refusedSetting } from './refused-setting.js';

/** One that does not end is one that cannot be read. */
const BLOCK = /-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE)-----[^-]*(?:-----END \1-----)?/g;

/**
 * Authorities of a partner's server: without a certificate in them each delivery would fail by a handshake that trusts nobody.
 * @throws Problem `invalid` with the pointer; no part of the text is in it.
 */
export function demandAuthorities(pointer: string, ca: unknown): void {
  if (typeof ca !== 'string') return;
  const blocks = ca.match(BLOCK);
  if (blocks === null) throw refusedSetting(pointer, 'must have a certificate in PEM (BEGIN CERTIFICATE)');
  if (!blocks.every(isCertificate)) throw refusedSetting(pointer, 'must have certificates that can be read');
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    // What OpenSSL says of it is of no help to who gave it.
    return false;
  }
}

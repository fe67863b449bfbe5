import { X509Certificate } from 'node:crypto';
import { X12Error } from '../../model/error.js';

/** With `TRUSTED` or `X509`, as OpenSSL writes and reads them too. One that does not end is one that cannot be read. */
const BLOCK = /-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE)-----[^-]*(?:-----END \1-----)?/g;

/**
 * Each text has certificates in it, and each of them can be read: Node passes over a text that is none, and every partner is refused then.
 * @param name of the option, as messages have it: `tls.ca`.
 * @throws X12Error `X12_OPTION_INVALID`, with no part of the text.
 */
export function demandAuthorities(name: string, ca: string | readonly string[] | undefined): void {
  if (ca === undefined) return;
  const texts = typeof ca === 'string' ? [ca] : ca;
  if (texts.length === 0) throw invalid(name, 'it has no certificate. Leave it out to trust the authorities of Node');
  for (const text of texts) {
    const blocks = String(text).match(BLOCK);
    if (blocks === null) throw invalid(name, 'it has no certificate in PEM (BEGIN CERTIFICATE)');
    if (!blocks.every(isCertificate)) throw invalid(name, 'a certificate in it cannot be read');
  }
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

function invalid(name: string, problem: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', `The option ${name} cannot be used: ${problem}.`);
}

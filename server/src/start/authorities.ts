import { X509Certificate } from 'node:crypto';
import { ConfigError } from '../config.js';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Certificates in PEM that are trusted beside those of Node. @throws ConfigError where there is none, or one that cannot be read. */
export function authorities(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const found = text.match(CERTIFICATE) ?? [];
  if (found.length > 0 && found.every(isCertificate)) return text;
  throw new ConfigError('TRUSTED_CA_FILE has no certificates in PEM (BEGIN CERTIFICATE), or one that cannot be read.');
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

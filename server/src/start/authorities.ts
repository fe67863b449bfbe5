import { X509Certificate } from 'node:crypto';
import { ConfigError } from '../config.js';
import { grouped } from '../store/grouped.js';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** The extension of a subject key identifier, 2.5.29.14, as certificates have it. */
const KEY_IDENTIFIER = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x0e]);

/**
 * Certificates in PEM that are trusted beside those of Node.
 * @throws ConfigError where there is none, one that cannot be read, or two that TLS cannot tell apart.
 */
export function authorities(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const found = text.match(CERTIFICATE) ?? [];
  if (found.length > 0 && found.every(isCertificate)) {
    demandDistinct(found);
    return text;
  }
  throw new ConfigError('TRUSTED_CA_FILE has no certificates in PEM (BEGIN CERTIFICATE), or one that cannot be read.');
}

/** OpenSSL looks for an authority by its name, and of those without a key identifier takes the first: what the others have signed it refuses. */
function demandDistinct(found: readonly string[]): void {
  const byName = grouped(
    found.map((text) => new X509Certificate(text)),
    ({ subject }) => subject,
  );
  for (const [subject, own] of byName) {
    const keys = new Set(own.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'der' }).toString('hex')));
    if (keys.size < 2 || own.every(({ raw }) => raw.includes(KEY_IDENTIFIER))) continue;
    const name = subject.replaceAll('\n', ', ');
    throw new ConfigError(
      `TRUSTED_CA_FILE has several certificates of one name (${name}) and of different keys, not all of them with a subject key identifier: TLS would trust the first alone. Make them with the identifier, as openssl does by default, or with names of their own.`,
    );
  }
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

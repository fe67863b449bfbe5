import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config.js';

/**
 * Says which file of TLS is wrong; when the server listens, only OpenSSL would. A certificate whose days are over, or are yet to come, is warned
 * of: clients that know it may trust it all the same.
 * @param now milliseconds since 1970.
 * @throws ConfigError.
 */
export function checkTlsFiles({ tls, as2, ftps, s3 }: Config, log: Pick<Logger, 'warn'>, now: number): void {
  if (tls !== undefined) checkPair('TLS', tls, log, now);
  // A listener without files of its own has those.
  const isOwn = (own: TlsFiles): boolean => own.certFile !== tls?.certFile || own.keyFile !== tls.keyFile;
  if (as2?.tls !== undefined && isOwn(as2.tls)) checkPair('AS2_TLS', as2.tls, log, now);
  if (s3?.tls !== undefined && isOwn(s3.tls)) checkPair('S3_TLS', s3.tls, log, now);
  if (ftps !== undefined && isOwn(ftps.tls)) checkPair('FTPS', ftps.tls, log, now);
}

type TlsFiles = NonNullable<Config['tls']>;

function checkPair(prefix: string, tls: TlsFiles, log: Pick<Logger, 'warn'>, now: number): void {
  const [certName, keyName] = [`${prefix}_CERT`, `${prefix}_KEY`];
  const cert = contentOf(certName, tls.certFile);
  const key = contentOf(keyName, tls.keyFile);
  demand({ cert }, `${certName} is no certificate in PEM (BEGIN CERTIFICATE).`);
  demand({ key }, `${keyName} is no private key in PEM (BEGIN PRIVATE KEY), or one with a passphrase.`);
  const shown = new X509Certificate(cert);
  // OpenSSL compares keys of one kind alone: with a key of RSA for a certificate of a curve it listens, and no handshake ever succeeds.
  if (!shown.checkPrivateKey(createPrivateKey(key)))
    throw new ConfigError(`${keyName} is not the key of the certificate in ${certName}.`);
  const { validFrom, validTo } = shown;
  if (Date.parse(validFrom) > now || Date.parse(validTo) < now) {
    log.warn({ validFrom, validTo }, `The certificate in ${certName} is not valid now: clients refuse it. Renew it.`);
  }
}

function contentOf(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new ConfigError(`${name} names a file that cannot be read: ${path}. Name a PEM file.`, { cause });
  }
  // OpenSSL takes it for none given, until the server listens.
  if (text.trim() === '') throw new ConfigError(`${name} names a file that is empty: ${path}. Name a PEM file.`);
  return text;
}

function demand(options: SecureContextOptions, otherwise: string): void {
  try {
    createSecureContext(options);
  } catch (cause) {
    throw new ConfigError(otherwise, { cause });
  }
}

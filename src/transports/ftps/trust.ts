import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { FtpsSettings } from './ftps-options.js';

/**
 * The TLS options of a session; data connections use them too. Every handshake verifies. With pins, the certificate that was
 * seen to have a pinned fingerprint is the only one trusted, as its own anchor: OpenSSL still checks signature and validity.
 */
export function tlsOptions(settings: FtpsSettings, pinned?: X509Certificate): ConnectionOptions {
  const { tls, address } = settings;
  return {
    ...offered(settings),
    // Node connects there and nowhere else, and ties a resumable session to it. What the certificate must be for is `servername`.
    host: address,
    rejectUnauthorized: true,
    ...(pinned !== undefined
      ? { ca: [pinned.toString()], allowPartialTrustChain: true, checkServerIdentity: () => undefined }
      : tls.ca === undefined
        ? {}
        : { ca: typeof tls.ca === 'string' ? tls.ca : [...tls.ca] }),
  };
}

/** What the client offers in a handshake, apart from whom it trusts. */
export function offered({ tls, host }: FtpsSettings): ConnectionOptions {
  const servername = tls.servername ?? (isIP(host) === 0 ? host : undefined);
  return {
    minVersion: tls.minVersion ?? 'TLSv1.2',
    ...(servername === undefined ? {} : { servername }),
    ...(tls.maxVersion === undefined ? {} : { maxVersion: tls.maxVersion }),
    ...(tls.ciphers === undefined ? {} : { ciphers: tls.ciphers }),
    ...(tls.certificate === undefined ? {} : { cert: tls.certificate, key: tls.privateKey }),
    ...(tls.passphrase === undefined ? {} : { passphrase: tls.passphrase }),
  };
}

/** SHA-256 over the certificate's DER, 64 lower-case hexadecimal digits. */
export function fingerprintOf(certificate: X509Certificate): string {
  return certificate.fingerprint256.replaceAll(':', '').toLowerCase();
}

/** What a person needs to compare a certificate. */
export function certificateFacts(certificate: X509Certificate): Readonly<Record<string, string>> {
  return {
    certificateSubject: oneLine(certificate.subject),
    certificateIssuer: oneLine(certificate.issuer),
    certificateLastDay: new Date(certificate.validTo).toISOString().slice(0, 10),
    certificateFingerprint: fingerprintOf(certificate),
  };
}

function oneLine(name: string | undefined): string {
  return (name ?? '').replaceAll('\n', ', ');
}

import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import forge from 'node-forge';

/** A certificate with its key, PEM, made for one test file. */
export interface TestCertificate {
  readonly certificate: string;
  readonly key: string;
  /** SHA-256, lower-case hexadecimal digits. */
  readonly fingerprint: string;
}

export interface TestCertificateOptions {
  readonly commonName: string;
  /** Days from now; default yesterday and in 30 days. */
  readonly from?: number;
  readonly to?: number;
  /** DNS names besides; default `localhost`. */
  readonly names?: readonly string[];
  /** Who signs; default itself. */
  readonly authority?: TestCertificate;
  readonly isAuthority?: boolean;
}

/** Keys by OpenSSL, as forge takes seconds for one; the certificate by forge. */
export function testCertificate(options: TestCertificateOptions): TestCertificate {
  const { commonName, from = -1, to = 30, names = ['localhost'], authority, isAuthority = false } = options;
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  made.serialNumber = `0${Math.floor(Math.random() * 1e15).toString(16)}`;
  made.validity.notBefore = day(from);
  made.validity.notAfter = day(to);
  const subject = [{ name: 'commonName', value: commonName }];
  made.setSubject(subject);
  made.setIssuer(
    authority === undefined ? subject : forge.pki.certificateFromPem(authority.certificate).subject.attributes,
  );
  made.setExtensions([
    { name: 'basicConstraints', cA: isAuthority },
    { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
  ]);
  made.sign(forge.pki.privateKeyFromPem(authority?.key ?? pair.privateKey), forge.md.sha256.create());
  const certificate = forge.pki.certificateToPem(made);
  const fingerprint = new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase();
  return { certificate, key: pair.privateKey, fingerprint };
}

function day(offset: number): Date {
  return new Date(Date.now() + offset * 24 * 3600 * 1000);
}

import type { KeyObject, X509Certificate } from 'node:crypto';

/** A certificate, and what CMS needs of it. */
export interface Certificate {
  readonly x509: X509Certificate;
  readonly der: Uint8Array;
  /** DER of the issuer's name and of the serial number, by which CMS names a certificate. */
  readonly issuer: Uint8Array;
  readonly serialNumber: Uint8Array;
  /** Content of the extension, where it has one. */
  readonly subjectKeyIdentifier?: Uint8Array | undefined;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** SHA-256 of the DER, 64 hexadecimal digits. */
  readonly fingerprint: string;
}

/** A certificate with its private key. The key never shows in an inspection or a message. */
export interface Identity {
  readonly certificate: Certificate;
  readonly privateKey: KeyObject;
}

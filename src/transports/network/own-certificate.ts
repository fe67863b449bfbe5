import { createPrivateKey, X509Certificate } from 'node:crypto';

interface OwnCertificate {
  readonly certificate?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly passphrase?: string | undefined;
}

interface Wrong {
  readonly name: 'certificate' | 'privateKey';
  /** No part of the key, nor what OpenSSL says of it. */
  readonly text: string;
}

/**
 * What is wrong with a certificate and key to be shown in TLS; `undefined` where they can be used, or are not given. OpenSSL compares keys of one
 * kind alone: with those of two kinds every handshake fails, and it looks like a connection that is lost.
 */
export function ownCertificateProblem({ certificate, privateKey, passphrase }: OwnCertificate): Wrong | undefined {
  if (certificate === undefined || privateKey === undefined) return undefined;
  const shown = tried(() => new X509Certificate(certificate));
  if (shown === undefined) return { name: 'certificate', text: 'it has no certificate in PEM (BEGIN CERTIFICATE)' };
  const key = tried(() => createPrivateKey({ key: privateKey, ...(passphrase === undefined ? {} : { passphrase }) }));
  if (key === undefined) {
    return { name: 'privateKey', text: 'it is no private key in PEM, or the passphrase does not open it' };
  }
  return shown.checkPrivateKey(key) ? undefined : { name: 'privateKey', text: 'it is not the key of the certificate' };
}

function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

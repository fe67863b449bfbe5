import type { SecureContextOptions, TlsOptions } from 'node:tls';
import { X12Error } from '../../model/error.js';
import { demandAuthorities } from './demand-authorities.js';
import { ownCertificateProblem } from './own-certificate.js';

/** The TLS of a server of ours. */
export interface ServerTls {
  /** PEM, with its chain. */
  readonly certificate: string;
  /** PEM. */
  readonly privateKey: string;
  /** Opens the private key. */
  readonly passphrase?: string | undefined;
  /** PEM of authorities: clients must show a certificate of one of them. */
  readonly clientAuthorities?: string | readonly string[] | undefined;
  /** Default TLSv1.2; nothing older can be chosen. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3' | undefined;
  readonly maxVersion?: 'TLSv1.2' | 'TLSv1.3' | undefined;
}

/** The same in the names of `node:tls`. @throws X12Error `X12_OPTION_INVALID` for authorities that are none, and a key of another certificate. */
export function serverTlsOptions(tls: ServerTls): SecureContextOptions & TlsOptions {
  const { certificate, privateKey, passphrase, clientAuthorities, minVersion = 'TLSv1.2', maxVersion } = tls;
  const ca = typeof clientAuthorities === 'string' ? [clientAuthorities] : [...(clientAuthorities ?? [])];
  if (ca.length > 0) demandAuthorities('clientAuthorities', ca);
  const wrong = ownCertificateProblem(tls);
  if (wrong !== undefined) {
    throw new X12Error('X12_OPTION_INVALID', `The option tls.${wrong.name} cannot be used: ${wrong.text}.`, {
      details: { option: `tls.${wrong.name}` },
    });
  }
  return {
    cert: certificate,
    key: privateKey,
    minVersion,
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(maxVersion === undefined ? {} : { maxVersion }),
    ...(ca.length === 0 ? {} : { ca, requestCert: true, rejectUnauthorized: true }),
  };
}

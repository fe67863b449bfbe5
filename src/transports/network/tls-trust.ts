import { createHash } from 'node:crypto';
import { type ConnectionOptions, DEFAULT_CIPHERS, type PeerCertificate } from 'node:tls';
import { type TransportErrorOptions, transportError } from '../../delivery/transport-error.js';
import type { X12Error } from '../../model/error.js';

/** Whom TLS trusts, and as whom it shows itself. Without anything: the authorities that Node ships, and the name must fit. */
export interface TlsTrust {
  /** PEM of authorities (or of the very certificate, if self-signed) in place of those that Node ships. */
  readonly ca?: string | readonly string[] | undefined;
  /**
   * SHA-256 fingerprints of certificates, hexadecimal with or without `:`. When given, the certificate must be one of them, and
   * neither authority nor name are asked: the pin is the proof. Its days must still be valid.
   */
  readonly fingerprints?: readonly string[] | undefined;
  /** The name that the certificate must have, where it is not the host's. */
  readonly servername?: string | undefined;
  /** Default `TLSv1.2`. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3' | undefined;
  readonly maxVersion?: 'TLSv1.2' | 'TLSv1.3' | undefined;
  /** PEM of the client's own certificate and key, for servers that ask for one. */
  readonly certificate?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly passphrase?: string | undefined;
}

/** Node's options for a trust. With pins Node does not judge, so {@link trustError} must be asked before anything is sent. */
export function tlsOptions(trust: TlsTrust = {}, host: string): ConnectionOptions {
  const { ca, servername = host, minVersion = 'TLSv1.2', maxVersion, certificate, privateKey, passphrase } = trust;
  return {
    servername: isAddress(servername) ? '' : servername,
    minVersion,
    // A server that makes up its own group (DHE) keeps this thread busy with it, for more than a second at a handshake. Curves are everywhere.
    ciphers: `${DEFAULT_CIPHERS}:!DHE`,
    rejectUnauthorized: !isPinned(trust),
    ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? [ca] : [...ca] }),
    ...(maxVersion === undefined ? {} : { maxVersion }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(privateKey === undefined ? {} : { key: privateKey }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}

/** Judges the certificate of a finished handshake by the pins; `undefined`: trusted. */
export function trustError(
  trust: TlsTrust,
  peer: PeerCertificate,
  now: number,
  options: TransportErrorOptions = {},
): X12Error | undefined {
  if (!isPinned(trust)) return undefined;
  const seen = fingerprintOf(peer);
  const pins = (trust.fingerprints ?? []).map(plainFingerprint);
  const details = { ...options.details, fingerprint: seen };
  if (!pins.includes(seen)) return transportError('certificate-pin-differs', { ...options, details });
  const valid = Date.parse(peer.valid_from) <= now && now <= Date.parse(peer.valid_to);
  return valid ? undefined : transportError('certificate-expired', { ...options, details });
}

/** 64 lower-case hexadecimal digits. */
export function fingerprintOf(peer: PeerCertificate): string {
  return createHash('sha256').update(peer.raw).digest('hex');
}

function plainFingerprint(text: string): string {
  return text
    .replace(/^sha-?256[:=]/i, '')
    .replaceAll(':', '')
    .toLowerCase();
}

function isPinned({ fingerprints }: TlsTrust): boolean {
  return fingerprints !== undefined && fingerprints.length > 0;
}

/** SNI holds names only. */
function isAddress(host: string): boolean {
  return /^[\d.]+$|:/.test(host);
}

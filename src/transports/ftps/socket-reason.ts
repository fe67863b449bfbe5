import type { TransportReason } from '../../delivery/transport-reasons.js';

const BY_CODE: Readonly<Record<string, TransportReason>> = {
  ENOTFOUND: 'host-not-found',
  EAI_AGAIN: 'host-not-found',
  EAI_FAIL: 'host-not-found',
  EAI_NODATA: 'host-not-found',
  ECONNREFUSED: 'connection-refused',
  EHOSTUNREACH: 'connection-refused',
  ENETUNREACH: 'connection-refused',
  EADDRNOTAVAIL: 'connection-refused',
  ETIMEDOUT: 'timed-out',
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name-differs',
  HOSTNAME_MISMATCH: 'certificate-name-differs',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-untrusted',
  CERT_SIGNATURE_FAILURE: 'certificate-untrusted',
  CERT_UNTRUSTED: 'certificate-untrusted',
  CERT_REJECTED: 'certificate-untrusted',
  CERT_REVOKED: 'certificate-untrusted',
  CERT_CHAIN_TOO_LONG: 'certificate-untrusted',
  INVALID_CA: 'certificate-untrusted',
  INVALID_PURPOSE: 'certificate-untrusted',
};

/** Alerts by which a server says that it does not take our certificate, or the lack of one. */
const CLIENT_CERTIFICATE =
  /ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|ACCESS_DENIED)/;

/** What speaks plain text, or another protocol, where TLS was expected. */
const NOT_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|BAD_RECORD_TYPE/;

/** The reason of an error of a socket, a handshake, or of the FTP client about its connection. */
export function reasonOfSocketError(error: unknown): TransportReason {
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: '' };
  const known = typeof code === 'string' ? BY_CODE[code] : undefined;
  if (known !== undefined) return known;
  if (typeof code === 'string' && /^ERR_(SSL|TLS)_/.test(code)) {
    if (CLIENT_CERTIFICATE.test(code)) return 'authentication-failed';
    return NOT_TLS.test(code) ? 'tls-unsupported' : 'algorithms-differ';
  }
  // Of basic-ftp, which gives no codes for these.
  if (/^Timeout/.test(message)) return 'timed-out';
  if (/^Can't parse|exceeded maximum|^Unexpected FTP/.test(message)) return 'protocol-broken';
  return 'connection-lost';
}

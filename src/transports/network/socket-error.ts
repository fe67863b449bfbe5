import { transportError } from '../../delivery/transport-error.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import { isX12Error, type X12Error } from '../../model/error.js';

/** Codes of the system, of the resolver, of TLS and of HTTP parsing, as Node names them. */
const REASONS: Readonly<Record<string, TransportReason>> = {
  ENOTFOUND: 'host-not-found',
  EAI_AGAIN: 'host-not-found',
  EAI_NODATA: 'host-not-found',
  ECONNREFUSED: 'connection-refused',
  EHOSTUNREACH: 'connection-refused',
  ENETUNREACH: 'connection-refused',
  EADDRNOTAVAIL: 'connection-refused',
  ETIMEDOUT: 'timed-out',
  ESOCKETTIMEDOUT: 'timed-out',
  CERT_HAS_EXPIRED: 'certificate-expired',
  CERT_NOT_YET_VALID: 'certificate-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name-differs',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-untrusted',
  CERT_UNTRUSTED: 'certificate-untrusted',
  CERT_REJECTED: 'certificate-untrusted',
  CERT_REVOKED: 'certificate-untrusted',
  INVALID_CA: 'certificate-untrusted',
  INVALID_PURPOSE: 'certificate-untrusted',
  CERT_SIGNATURE_FAILURE: 'certificate-untrusted',
  ERR_SSL_WRONG_VERSION_NUMBER: 'tls-unsupported',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'tls-unsupported',
  ERR_SSL_HTTP_REQUEST: 'tls-unsupported',
  EPROTO: 'algorithms-differ',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'algorithms-differ',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'algorithms-differ',
  ERR_SSL_NO_PROTOCOLS_AVAILABLE: 'algorithms-differ',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'algorithms-differ',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'authentication-failed',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'authentication-failed',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: 'authentication-failed',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'authentication-failed',
  ERR_SSL_TLSV1_ALERT_ACCESS_DENIED: 'authentication-failed',
};

/** Losses: whether the payload can have arrived depends on how far things had come. */
const LOST: ReadonlySet<TransportReason> = new Set<TransportReason>(['connection-lost', 'timed-out', 'stalled']);

/** The reason behind an error of a socket, of TLS or of Node's HTTP; `undefined` where its code says nothing. */
export function socketReason(error: unknown): TransportReason | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (code.startsWith('HPE_')) return 'protocol-broken';
  if (code in REASONS) return REASONS[code];
  return /^(ECONN|EPIPE|ERR_STREAM|ERR_SOCKET|ERR_SSL)/.test(code) ? 'connection-lost' : undefined;
}

/**
 * The transport's error for one of a socket. `sent`: the payload was handed over whole, so that a loss leaves its fate open.
 * An X12Error stays as it is, wherever in the causes it stands: what our own callbacks threw comes out of Node wrapped.
 */
export function classifySocketError(error: unknown, { at, sent }: { at: string; sent: boolean }): X12Error {
  for (let inner = error; inner instanceof Error; inner = inner.cause) if (isX12Error(inner)) return inner;
  const reason = socketReason(error) ?? 'connection-lost';
  return transportError(sent && LOST.has(reason) ? 'confirmation-lost' : reason, { cause: error, at });
}

function codeOf(error: unknown): string | undefined {
  // Node tries all addresses of a name and collects what each of them said.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

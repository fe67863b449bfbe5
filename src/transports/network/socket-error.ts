import { transportError } from '../../delivery/transport-error.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import { isX12Error, type X12Error } from '../../model/error.js';

/** Codes of the system, of the resolver and of the check of certificates, as Node names them. */
const REASONS: Readonly<Record<string, TransportReason>> = {
  ENOTFOUND: 'host-not-found',
  EAI_AGAIN: 'host-not-found',
  EAI_FAIL: 'host-not-found',
  EAI_NODATA: 'host-not-found',
  ECONNREFUSED: 'connection-refused',
  EHOSTUNREACH: 'connection-refused',
  ENETUNREACH: 'connection-refused',
  EADDRNOTAVAIL: 'connection-refused',
  ETIMEDOUT: 'timed-out',
  ESOCKETTIMEDOUT: 'timed-out',
  EPROTO: 'algorithms-differ',
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

/** Losses: whether the payload can have arrived depends on how far things had come. */
const LOST: ReadonlySet<TransportReason> = new Set<TransportReason>(['connection-lost', 'timed-out', 'stalled']);

/** The reason behind an error of a socket, of TLS or of Node's HTTP; `undefined` where its code says nothing. */
export function socketReason(error: unknown): TransportReason | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (code in REASONS) return REASONS[code];
  if (code.startsWith('HPE_')) return 'protocol-broken';
  if (!/^ERR_(SSL|TLS)_/.test(code))
    return /^(ECONN|EPIPE|ERR_STREAM|ERR_SOCKET)/.test(code) ? 'connection-lost' : undefined;
  if (CLIENT_CERTIFICATE.test(code)) return 'authentication-failed';
  return NOT_TLS.test(code) ? 'tls-unsupported' : 'algorithms-differ';
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

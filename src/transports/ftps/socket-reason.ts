import type { TransportReason } from '../../delivery/transport-reasons.js';
import { socketReason } from '../network/socket-error.js';

/** The reason of an error of a socket, a handshake, or of the FTP client about its connection. */
export function reasonOfSocketError(error: unknown): TransportReason {
  const known = socketReason(error);
  if (known !== undefined) return known;
  const message = error instanceof Error ? error.message : '';
  // Of basic-ftp, which gives no codes for these.
  if (/^Timeout/.test(message)) return 'timed-out';
  if (/^Can't parse|exceeded maximum|^Unexpected FTP|^This library only supports/.test(message))
    return 'protocol-broken';
  return 'connection-lost';
}

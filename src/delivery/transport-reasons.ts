/**
 * What a failed attempt means for the payload. `refused`: it did not arrive, and the same again will fail the same way.
 * `unavailable`: it did not arrive, and may later. `unknown`: it may have arrived; look before anything is sent again.
 */
export type TransportOutcome = 'refused' | 'unavailable' | 'unknown';

interface ReasonRow {
  readonly outcome: TransportOutcome;
  /** True: calling `deliver` again is right, as it looks first. False: a person decides. */
  readonly again: boolean;
  /** What happened, and what to do next; one or two sentences. */
  readonly text: string;
}

const REASONS = {
  // The partner cannot be reached, or went away before anything could have arrived.
  'host-not-found': row('unavailable', 'The host name has no address. Check the host; or the name service is down.'),
  'connection-refused': row(
    'unavailable',
    'Nothing listens at that address and port. Check both; or the server is down.',
  ),
  'connection-lost': row('unavailable', 'The connection was lost before the transfer was complete. It is begun anew.'),
  'timed-out': row(
    'unavailable',
    'The server did not answer in time. Check the port; raise the time-out if it is known to be slow.',
  ),
  stalled: row(
    'unavailable',
    'The transfer made no progress, or next to none, for too long and was given up. It is begun anew.',
  ),
  'server-busy': row('unavailable', 'The server takes no more for now. Wait, or use fewer connections at once.'),
  'sessions-busy': row(
    'unavailable',
    'All sessions that this transport may have at once were in use for too long, or too many wait for one. Raise sessions.max if the partner allows more.',
  ),
  'server-error': row('unavailable', 'The server reported a fault of its own. Tell the partner if it stays.'),
  'disk-full': row('unavailable', 'The receiver has no room left for the file. The partner must make room.'),
  'size-differs': row('unavailable', 'The file on the server has another size than what was sent. It is sent anew.'),
  'content-differs': row('unavailable', 'The server gives back other bytes than were sent. The file is sent anew.'),
  'source-changed': row('unavailable', 'The file changed while it was read. It is read again at the next look.'),
  // The partner, or our own rules, say no.
  'authentication-failed': row(
    'refused',
    'The server refused the login. Check user name, password and key with the partner.',
  ),
  'host-key-unknown': row(
    'refused',
    'No host key is pinned for this server. Compare the fingerprint shown with the partner, then pin it.',
  ),
  'host-key-differs': row(
    'refused',
    'The server shows another host key than those pinned. Ask the partner whether it changed; if not, someone is in between.',
  ),
  'certificate-untrusted': row(
    'refused',
    'The certificate is signed by no one trusted here. Give the authority or the fingerprint in the connection.',
  ),
  'certificate-expired': row(
    'refused',
    'The certificate is past its last day or before its first. The side that owns it must renew it.',
  ),
  'certificate-name-differs': row(
    'refused',
    'The certificate is for another host name. Connect by the name in it, or set servername.',
  ),
  'certificate-pin-differs': row(
    'refused',
    'The certificate has another fingerprint than those pinned. Ask the partner whether it changed.',
  ),
  'algorithms-differ': row(
    'refused',
    'Both sides have no algorithm in common. Use the legacy preset if the partner cannot be renewed.',
  ),
  'tls-unsupported': row(
    'refused',
    'The server offers no TLS. Nothing is sent without it; ask the partner to turn it on.',
  ),
  'permission-denied': row(
    'refused',
    'The server does not allow this in that directory. Ask the partner for the right.',
  ),
  'directory-missing': row('refused', 'The directory does not exist on the server. Check the path in the connection.'),
  'file-missing': row('refused', 'The file is no longer there.'),
  'rename-refused': row(
    'refused',
    'The server refused the final name. Try another rename mode; the temporary file was removed if possible.',
  ),
  'name-refused': row(
    'refused',
    'The name cannot be used as a file name. Choose one without separators and control characters.',
  ),
  'target-exists': row(
    'refused',
    'Another file has that name on the server. Choose a name that is unique, or another policy for existing files.',
  ),
  'file-too-large': row(
    'refused',
    'The file is larger than is allowed. Raise the limit on the side that set it, or split the file.',
  ),
  'payload-unreadable': row('refused', 'The payload to be sent could not be read. Look at the cause.'),
  'payload-changed': row(
    'refused',
    'Under this id other bytes were sent before. Give a new id to what is a new delivery.',
  ),
  'address-refused': row(
    'refused',
    'That address is not allowed as a target. Allow it in the connection if it is meant.',
  ),
  'protocol-broken': row(
    'refused',
    'The server answers in a way that the protocol does not know. Check that the port is the right one.',
  ),
  'http-refused': row(
    'refused',
    'The partner answered with an HTTP error. Check the address, both AS2 ids (not swapped, case counts) and the credentials.',
  ),
  'mdn-failure': row(
    'refused',
    'The partner could not process what was sent. The disposition says why; compare ids, certificates and algorithms.',
  ),
  'certificate-missing': row(
    'refused',
    'No certificate is valid now for what must be signed, encrypted (by RSA) or verified. Add one to the list.',
  ),
  closed: row('refused', 'The transport was closed.'),
  // It may have arrived.
  'confirmation-lost': row(
    'unknown',
    'The connection was lost after the file was complete. The next attempt looks before it sends.',
  ),
  'mdn-missing': row(
    'unknown',
    'No receipt came in time. The next attempt uses the same Message-ID, so that the partner can tell.',
  ),
  'mdn-awaited': row(
    'unknown',
    'The partner has taken it, and its receipt comes by itself. Deliver again when it has come, or at the deadline: nothing is sent until then.',
  ),
  'mdn-unreadable': row(
    'unknown',
    'What came as receipt cannot be read as one. Ask the partner what became of the transmission.',
    false,
  ),
  'mdn-untrusted': row(
    'unknown',
    'The signature of the receipt fits no certificate of the partner. Compare certificates, then ask what became of it.',
    false,
  ),
  'mic-differs': row(
    'unknown',
    'The receipt proves that other bytes were received than were sent. Ask the partner what became of them.',
    false,
  ),
  'remote-vanished': row(
    'unknown',
    'The file was complete on the server and is gone, without a confirmation of its final name. Ask the partner whether it was taken.',
    false,
  ),
} as const satisfies Readonly<Record<string, ReasonRow>>;

/** Why an attempt failed; a closed table. */
export type TransportReason = keyof typeof REASONS;

export const TRANSPORT_REASONS: Readonly<Record<TransportReason, ReasonRow>> = REASONS;

function row(outcome: TransportOutcome, text: string, again = outcome !== 'refused'): ReasonRow {
  return { outcome, again, text };
}

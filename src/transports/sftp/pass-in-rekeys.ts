import type { Client, Connection } from 'ssh2';

type TakePayload = (payload: Uint8Array) => unknown;

/** What the library keeps to itself of a connection; looked at before it is used, as it may be gone in the next version. */
interface Inside {
  readonly _protocol?: { readonly _decipher?: { _onPayload: TakePayload } };
}

/**
 * Lets a peer go on while keys are exchanged anew. RFC 4253 7.1 allows SSH_MSG_IGNORE, UNIMPLEMENTED and DEBUG there; packets of channels
 * it forbids to send, yet asyncssh sends both until it hears that we exchange too, and OpenSSH takes them. The library ends the
 * connection over either. In the first exchange all this stays forbidden, where strict mode keeps others from slipping packets in
 * (CVE-2023-48795); behind it every packet is authenticated, by the old keys until the new ones are in use.
 *
 * During an exchange the library gives a decipher another receiver than the ordinary one, and it tells nobody. So each new decipher, which
 * there is after each exchange, is given a member that keeps the ordinary receiver for what may pass. What we send ourselves meanwhile,
 * the library holds back.
 */
export function passPacketsInRekeys(connection: Client | Connection): void {
  const { on } = connection as { on(event: 'handshake', listener: () => void): unknown };
  on.call(connection, 'handshake', () => {
    // Its types leave the members out.
    const decipher = (connection as Inside)._protocol?._decipher;
    const ordinary = decipher?._onPayload;
    if (decipher === undefined || typeof ordinary !== 'function') return;
    let taking = ordinary;
    Object.defineProperty(decipher, '_onPayload', {
      get: () => taking,
      set: (exchanging: TakePayload) => {
        taking = (payload) => (mayPass(payload[0]) ? ordinary(payload) : exchanging(payload));
      },
    });
  });
}

/** Notices, and what belongs to the connection protocol (RFC 4250 4.1.2). */
function mayPass(type = 0): boolean {
  return (type >= 2 && type <= 4) || (type >= 80 && type <= 127);
}

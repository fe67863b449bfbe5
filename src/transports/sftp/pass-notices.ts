import type { Client, Connection } from 'ssh2';

type TakePayload = (payload: Uint8Array) => unknown;

/** What the library keeps to itself of a connection; looked at before it is used, as it may be gone in the next version. */
interface Inside {
  readonly _protocol?: { readonly _decipher?: { _onPayload: TakePayload } };
}

/** SSH_MSG_IGNORE, UNIMPLEMENTED and DEBUG. */
const NOTICES: ReadonlySet<number | undefined> = new Set([2, 3, 4]);

/**
 * Lets a peer send notices while keys are exchanged anew, as RFC 4253 7.1 allows and asyncssh does: the library ends the connection
 * over them. In the first exchange they stay forbidden, where strict mode has to keep others from slipping packets in (CVE-2023-48795);
 * behind it every packet is authenticated.
 *
 * During an exchange the library gives a decipher another receiver than the ordinary one, and it tells nobody. So each new decipher, which
 * there is after each exchange, is given a member that keeps the ordinary receiver for the notices.
 */
export function passNoticesInRekeys(connection: Client | Connection): void {
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
        taking = (payload) => (NOTICES.has(payload[0]) ? ordinary(payload) : exchanging(payload));
      },
    });
  });
}

import { transportError } from '../../delivery/transport-error.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import type { X12Error } from '../../model/error.js';
import { type HostKey, hostKeyOf, isPinned } from './host-keys.js';

/**
 * What was seen on the way to a session. The library has no codes for a wrong host key or password, so what went wrong is known
 * by how far it came.
 */
export class LoginState {
  readonly facts: Record<string, string> = {};
  hostKey: HostKey | undefined;
  /** The first error that the library reported, which says more than those that follow from it. */
  cause: unknown;
  hostKeyRefused: 'host-key-unknown' | 'host-key-differs' | undefined;
  /** The algorithms are agreed upon and the host key is accepted. */
  shaken = false;
  /** Logged in; the SFTP channel may not be open yet. */
  ready = false;
  /** It speaks HTTP or FTP. */
  otherProtocol = false;

  /** Looks at the host key; false refuses it. */
  judge(wire: Uint8Array, pins: readonly HostKey[], anyIfUnpinned: boolean): boolean {
    const key = hostKeyOf(wire);
    this.hostKey = key;
    this.facts.hostKey = `${key.type ?? 'unknown'} ${key.fingerprint}`;
    if (anyIfUnpinned && pins.length === 0) return true;
    if (isPinned(key, pins)) return true;
    this.hostKeyRefused = pins.length === 0 ? 'host-key-unknown' : 'host-key-differs';
    return false;
  }

  error(at: string, cause: unknown): X12Error {
    const reason = this.#reason(cause);
    return transportError(reason, {
      at: this.hostKeyRefused === undefined ? at : `${at} (host key ${this.facts.hostKey})`,
      cause,
      details: { facts: { ...this.facts } },
    });
  }

  #reason(cause: unknown): TransportReason {
    // Errors of the library carry `level` and `code`; any of them may be missing.
    const { level, code, message = '' } = (cause ?? {}) as { level?: string; code?: unknown; message?: string };
    if (this.hostKeyRefused !== undefined) return this.hostKeyRefused;
    if (this.otherProtocol) return 'protocol-broken';
    if (level === 'client-authentication') return 'authentication-failed';
    if (level === 'client-timeout' || /timed out/i.test(message)) return 'timed-out';
    if (this.ready) {
      if (/channel open failure|resource/i.test(message)) return 'server-busy';
      return /subsystem|channel for packets/i.test(message) ? 'protocol-broken' : 'connection-lost';
    }
    if (/no matching|no common|algorithm/i.test(message)) return 'algorithms-differ';
    // The server's own word: 12 too many connections, 14 no more ways to log in.
    if (code === 12 || /too many connections|maxstartups/i.test(message)) return 'server-busy';
    if (this.shaken && (code === 14 || /authentication|permission denied/i.test(message)))
      return 'authentication-failed';
    if (
      /identification|protocol version|header|packet|malformed|handshake failed|message authentication|bad /i.test(
        message,
      )
    ) {
      return 'protocol-broken';
    }
    return 'connection-lost';
  }
}

import type { Socket } from 'node:net';
import type { Client, Connection } from 'ssh2';

/** What the library has inside to write packets that it would not write by itself. */
interface Inside {
  readonly _sock: Socket;
  readonly _protocol: {
    rekey(): void;
    session(channel: number, window: number, packetSize: number): void;
    channelOpenConfirm(remote: number, local: number, window: number, packetSize: number): void;
    readonly _packetRW: {
      readonly write: {
        readonly allocStartKEX: number;
        alloc(size: number, force: boolean): Buffer;
        finalize(packet: Buffer, force: boolean): Buffer;
      };
    };
    readonly _cipher: { encrypt(packet: Buffer): void };
  };
}

function insideOf(connection: Client | Connection): Inside {
  return connection as unknown as Inside;
}

/** A global request that wants an answer. */
export const REQUEST = Buffer.concat([Buffer.of(80, 0, 0, 0, 1), Buffer.from('x'), Buffer.of(1)]);

/** Sends one, also in the midst of an exchange of keys. @param payload from its type on. */
export function sendPacket(connection: Client | Connection, payload: Buffer): void {
  const { _packetRW, _cipher } = insideOf(connection)._protocol;
  const packet = _packetRW.write.alloc(payload.length, true);
  packet.set(payload, _packetRW.write.allocStartKEX);
  _cipher.encrypt(_packetRW.write.finalize(packet, true));
}

/** Begins an exchange of keys. */
export function beginExchange(connection: Client | Connection): void {
  insideOf(connection)._protocol.rekey();
}

/** What the peer sends is never looked at: an exchange that begins does not end. */
export function stopListening(connection: Client | Connection): void {
  insideOf(connection)._sock.removeAllListeners('data').resume();
}

/** From now on, channels that it opens or takes are said to be for packets of so many bytes. */
export function claimPacketRoom(connection: Client | Connection, bytes: number): void {
  const { _protocol: protocol } = insideOf(connection);
  const { session, channelOpenConfirm } = protocol;
  protocol.session = (channel, window) => session.call(protocol, channel, window, bytes);
  protocol.channelOpenConfirm = (remote, local, window) =>
    channelOpenConfirm.call(protocol, remote, local, window, bytes);
}

import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

/** A socket that TLS is spoken over, and how its bytes ended. */
export interface WatchedWire {
  /** In the place of the socket. */
  readonly wire: Duplex;
  /** Looks at the end of what TLS gives out. */
  watch(secure: TLSSocket): void;
  /** True when TLS itself said that this was the end, before the connection ended: nobody has cut anything off. */
  readonly closedByTls: boolean;
}

/**
 * Node's TLS ends in the same way whether the peer's close_notify came or only the end of the TCP connection, which anyone on the way can
 * make. The two differ in what comes first: so the bytes go through our hands, and the end of TLS is noted if it is there while the end of
 * the connection has not been handed on.
 */
export function watchedWire(socket: Socket): WatchedWire {
  let connectionEnded = false;
  let closedByTls = false;
  const wire = new Duplex({
    read: () => void socket.resume(),
    // The peer may be gone when TLS says its own last word, and what came before is still to be read.
    write: (bytes: Uint8Array, _encoding, done) => void (socket.writable ? socket.write(bytes, () => done()) : done()),
    final: (done) => void (socket.writable ? socket.end(() => done()) : done()),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on('data', (bytes) => {
    if (!wire.push(bytes)) socket.pause();
  });
  socket.on('end', () => wire.push(null));
  socket.on('close', () => {
    // In good order: what is not read yet is read to its end.
    if (!socket.readableEnded) wire.destroy();
  });
  // Before TLS hears of it, which listens later.
  wire.once('end', () => {
    connectionEnded = true;
  });
  wire.on('error', () => {});
  return {
    wire,
    watch: (secure) => {
      const push = secure.push;
      secure.push = (bytes, encoding) => {
        if (bytes === null && !connectionEnded) closedByTls = true;
        return push.call(secure, bytes, encoding);
      };
    },
    get closedByTls() {
      return closedByTls;
    },
  };
}

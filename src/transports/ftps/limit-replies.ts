import type { Socket } from 'node:net';
import type { FTPContext } from 'basic-ftp';

/** Pieces in which the replies to one command may come. Servers that send each line by itself come to some dozens. */
const MAX_PIECES = 256;

/**
 * Ends a connection whose server sends the replies to one command in very many pieces. The library reads a reply of many lines anew from its
 * beginning with each piece, and all that came at once in one turn: 64 KiB, three bytes apiece, kept the process busy for 20 s. What a reply
 * may have of bytes the library limits itself.
 */
export function limitReplies(ftp: FTPContext): void {
  let pieces = 0;
  const { handle } = ftp;
  ftp.handle = (command, responseHandler) => {
    pieces = 0;
    return handle.call(ftp, command, responseHandler);
  };
  const count = () => {
    pieces++;
    if (pieces > MAX_PIECES) ftp.closeWithError(new Error('A reply in too many pieces: exceeded maximum.'));
  };
  // The library gives itself a new socket for each connection, and for the TLS over it.
  const { get, set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(ftp), 'socket') ?? {};
  Object.defineProperty(ftp, 'socket', {
    get: () => get?.call(ftp),
    set: (socket: Socket) => {
      socket.prependListener('data', count);
      set?.call(ftp, socket);
    },
  });
}

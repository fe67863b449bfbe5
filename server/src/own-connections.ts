import type { Socket } from 'node:net';
import { functionAddress } from './function-address.js';

/** What is known of a connection. */
interface Made {
  /** How many functions stand before what comes over it, each of which has caused the next. */
  readonly depth: number;
  readonly accountId: string;
}

/**
 * Connections that this process makes for functions, as its own listeners see them. Nobody else can have the addresses and ports that both ends of one
 * have, so that what is known of it is no claim of a request; our end alone may have those of another, to another port. Only one that both ends of are
 * in this process is known: over a proxy there are two.
 */
export class OwnConnections {
  /** By the places of both ends, ours first, of those that no listener has seen yet. */
  readonly #made = new Map<string, Made>();
  /** By the places of both ends, the listener's last, of those from this machine. */
  readonly #accepted = new Map<string, Socket>();
  readonly #depths = new WeakMap<Socket, number>();

  /** One is open at our end, and nothing has gone over it yet. */
  made(socket: Socket, made: Made): void {
    const { localAddress, localPort, remoteAddress, remotePort } = socket;
    const ends = `${placeOf(localAddress, localPort)} ${placeOf(remoteAddress, remotePort)}`;
    const accepted = this.#accepted.get(ends);
    if (accepted !== undefined) {
      this.#recognise(accepted, made);
      return;
    }
    this.#made.set(ends, made);
    socket.once('close', () => this.#made.delete(ends));
  }

  /** A listener has one more, from wherever; of TLS, once that is agreed upon. */
  accepted(socket: Socket): void {
    const { localAddress, localPort, remoteAddress, remotePort } = socket;
    if (remoteAddress === undefined || remoteAddress !== localAddress) return;
    const ends = `${placeOf(remoteAddress, remotePort)} ${placeOf(localAddress, localPort)}`;
    this.#accepted.set(ends, socket);
    socket.once('close', () => {
      if (this.#accepted.get(ends) === socket) this.#accepted.delete(ends);
    });
    const made = this.#made.get(ends);
    if (made === undefined) return;
    this.#made.delete(ends);
    this.#recognise(socket, made);
  }

  /** Before anything has come over it. From here on nobody takes it for one of this machine. */
  #recognise(socket: Socket, { depth, accountId }: Made): void {
    this.#depths.set(socket, depth);
    Object.defineProperty(socket, 'remoteAddress', { value: functionAddress(accountId) });
  }

  /** @param socket of a request, at the listener's end. @returns `undefined`: it is none of them. */
  depthOf(socket: Socket): number | undefined {
    return this.#depths.get(socket);
  }
}

/** Who listens on all addresses of IPv6 sees those of IPv4 as such. */
function placeOf(address: string | undefined, port: number | undefined): string {
  return `${(address ?? '').replace(/^::ffff:/, '')} ${port ?? 0}`;
}

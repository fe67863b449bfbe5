import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { placeOf } from './address-place.js';

export interface ConnectionLimit {
  /** Connections at once from one address; of IPv6: from one /64. */
  readonly perAddress: number;
  /** Addresses that may have any number: proxies that the operator trusts, and this machine. */
  readonly isExempt: (address: string) => boolean;
}

/** Closes connections of an address that has as many as it may have, before anything is read of them. */
export function limitConnections(server: Server, { perAddress, isExempt }: ConnectionLimit): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isExempt(address)) return;
    const place = placeOf(address);
    const count = open.get(place) ?? 0;
    if (count >= perAddress) {
      socket.destroy();
      return;
    }
    open.set(place, count + 1);
    socket.once('close', () => {
      const rest = (open.get(place) ?? 1) - 1;
      if (rest === 0) open.delete(place);
      else open.set(place, rest);
    });
  });
}

import type { Client, Connection } from 'ssh2';

/** Bytes of data in one packet. RFC 4253 6.1 has everyone take 32,768, and the least that programs say is 16,384 (PuTTY). */
const LEAST_ROOM = 256;

type Handler = (protocol: unknown, channel: { readonly packetSize?: number }) => void;

/** What the library keeps to itself of a connection; looked at before it is used, as it may be gone in the next version. */
interface Inside {
  readonly _protocol?: { readonly _handlers?: Record<string, Handler | undefined> };
}

/**
 * Ends a connection whose other side opens a channel, or takes one of ours, and says that it takes packets of next to no bytes. The library
 * cuts what it sends into pieces of that size in one turn: of one byte, a file is a million packets; of none, it never comes to the end.
 * @param end is told why; nothing is sent over the channel
 */
export function demandPacketRoom(connection: Client | Connection, end: (text: string) => void): void {
  const { once } = connection as { once(event: 'handshake', listener: () => void): unknown };
  once.call(connection, 'handshake', () => {
    // Its types leave the member out.
    const handlers = (connection as Inside)._protocol?._handlers ?? {};
    for (const name of ['CHANNEL_OPEN', 'CHANNEL_OPEN_CONFIRMATION']) {
      const ordinary = handlers[name];
      if (ordinary === undefined) continue;
      handlers[name] = (protocol, channel) => {
        const { packetSize = 0 } = channel;
        if (packetSize >= LEAST_ROOM) ordinary(protocol, channel);
        else end(`A channel for packets of at most ${packetSize} bytes.`);
      };
    }
  });
}

import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import ssh2, { type Client, type Connection, type SFTPWrapper } from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';
import { Inflow } from '../../../src/transports/sftp/inflow.js';
import { RequestQueue } from '../../../src/transports/sftp-server/request-queue.js';
import { beginExchange, claimPacketRoom, REQUEST, sendPacket, stopListening } from '../sftp/send-packets.js';
import { type Served, serve } from '../sftp/serve.js';
import { rawClient } from './raw-client.js';

/** As much of a socket as is looked at. */
class Wire extends EventEmitter {
  bytesRead = 0;
  writableLength = 0;
  destroyed = false;
  reading = true;
  pause(): void {
    this.reading = false;
  }
  resume(): void {
    this.reading = true;
    this.emit('reading');
  }
  cork(): void {}
  uncork(): void {}
}

function inflow(wire: Wire, { held = [] as Uint8Array[], loggedIn = true } = {}) {
  const ended: string[] = [];
  const flow = new Inflow({
    socket: wire as unknown as Socket,
    connection: { _protocol: { _queue: held } } as unknown as Connection,
    loggedIn: () => loggedIn,
    tooMuch: (text) => ended.push(text),
  });
  return { flow, ended };
}

describe('a client is read from', () => {
  it('no faster than it reads its answers', async () => {
    const wire = new Wire();
    inflow(wire);
    wire.writableLength = 10_000_000;
    wire.emit('data');
    expect(wire.reading).toBe(false);
    wire.writableLength = 0;
    await once(wire, 'reading');
  });

  it('while it has few answers to read', () => {
    const wire = new Wire();
    inflow(wire);
    wire.writableLength = 1000;
    wire.emit('data');
    expect(wire.reading).toBe(true);
  });

  it('one chunk in a round of the event loop before it has logged in', async () => {
    const wires = [new Wire(), new Wire(), new Wire()];
    for (const wire of wires) inflow(wire, { loggedIn: false });
    for (const wire of wires) wire.emit('data');
    const read: number[] = [];
    for (let round = 0; round < 3; round++) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      read.push(wires.filter(({ reading }) => reading).length);
    }
    expect(read).toEqual([1, 2, 3]);
  });

  it('by none of its sessions while another is behind', async () => {
    const wire = new Wire();
    const { flow } = inflow(wire);
    let letGo = (): void => undefined;
    const stuck = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const queueOf = (run: () => Promise<void>) => {
      const queue = new RequestQueue({
        sftp: {} as SFTPWrapper,
        socket: wire as unknown as Socket,
        pause: () => flow.pause(),
        transfer: async () => {},
        worked: () => {},
      });
      for (let at = 0; at < 600; at++) queue.push({ kind: 'step', run });
      return queue;
    };
    const behind = queueOf(() => stuck);
    const quick = queueOf(async () => {});
    await quick.settled();
    expect(wire.reading).toBe(false);
    letGo();
    await behind.settled();
    expect(wire.reading).toBe(true);
  });
});

describe('a connection is ended', () => {
  let served: Served | undefined;
  afterEach(async () => {
    await served?.close();
    served = undefined;
  });

  /** A reset on the way there is no matter. */
  function closed(client: Client): Promise<void> {
    return new Promise((resolve) => client.once('close', () => resolve()));
  }

  it('whose client begins an exchange of keys and asks on without ending it', async () => {
    served = await serve();
    const { client } = await rawClient(served);
    const ended = closed(client);
    stopListening(client);
    beginExchange(client);
    for (let at = 0; at < 4_000; at++) sendPacket(client, REQUEST);
    await ended;
    expect(served.events.map(({ text }) => text)).toContain('Too much was asked before keys were exchanged.');
  });

  it('whose client asks for sessions again and again that it may not have', async () => {
    served = await serve({ limits: { maxSessionsPerUser: 1 } });
    const { client } = await rawClient(served);
    const ended = closed(client);
    for (let at = 0; at < 200; at++) client.sftp(() => {});
    await ended;
    expect(served.events.filter(({ text }) => text === 'too many sessions')).toHaveLength(100);
  });

  it('whose client opens a channel for packets of next to no bytes', async () => {
    served = await serve();
    // None comes last: before there was a limit, the answer to it never came to its end.
    for (const bytes of [1, 0]) {
      const { client } = await rawClient(served);
      const ended = closed(client);
      claimPacketRoom(client, bytes);
      client.sftp(() => {});
      await ended;
      expect(served.events.map(({ text }) => text)).toContain(`A channel for packets of at most ${bytes} bytes.`);
    }
  });

  it('on which much comes before a login', async () => {
    served = await serve();
    const client = new ssh2.Client();
    client.on('error', () => {});
    const shaken = once(client, 'handshake');
    client.connect({ host: '127.0.0.1', port: served.port, username: 'ann', authHandler: () => {} });
    await shaken;
    const ended = closed(client);
    const ignored = Buffer.concat([Buffer.of(2, 0, 0, 0x40, 0), Buffer.alloc(0x4000)]);
    for (let at = 0; at < 40; at++) sendPacket(client, ignored);
    await ended;
    expect(served.events.map(({ text }) => text)).toContain('Too much was sent before the login.');
  });
});

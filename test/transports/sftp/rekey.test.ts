import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import ssh2, { type Client, type Connection, type SFTPWrapper } from 'ssh2';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { connectSftp } from '../../../src/transports/sftp/connect-sftp.js';
import { rawClient } from '../sftp-server/raw-client.js';
import { beginExchange, REQUEST, sendPacket, stopListening } from './send-packets.js';
import { contentOf, keyPair, pattern, type Served, serve } from './serve.js';

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

const NOTICES = [Buffer.of(2, 0, 0, 0, 0), Buffer.of(3, 0, 0, 0, 9), Buffer.of(4, 0, 0, 0, 0, 0, 0, 0, 0, 0)];
/** More room in the window of channel 0, by a byte. */
const OF_A_CHANNEL = Buffer.of(93, 0, 0, 0, 0, 0, 0, 0, 1);

/** Begins an exchange, and sends packets before it ends. */
async function rekeyWith(connection: Client | Connection, packets: readonly Buffer[]): Promise<void> {
  const exchanged = once(connection, 'handshake');
  beginExchange(connection);
  for (const payload of packets) sendPacket(connection, payload);
  await exchanged;
}

describe('keys are exchanged anew by a peer that goes on sending meanwhile', () => {
  it('at our server, in the middle of an upload', async () => {
    served = await serve();
    const { client, open, write, close, end } = await rawClient(served);
    const handle = await open('/a.edi', 'w');
    const bytes = pattern(90_000);
    for (let part = 0; part < 3; part++) {
      await Promise.all([
        rekeyWith(client, [...NOTICES, OF_A_CHANNEL]),
        write(handle, bytes.subarray(part * 30_000, (part + 1) * 30_000), part * 30_000),
      ]);
    }
    await close(handle);
    end();
    expect(served.uploads.map(({ size }) => size)).toEqual([90_000]);
    expect((await contentOf(served.files, '/a.edi')).equals(bytes)).toBe(true);
  });

  it('and nothing else is taken before its end', async () => {
    served = await serve();
    const { client } = await rawClient(served);
    const ended = new Promise<void>((resolve) => {
      client.once('close', () => resolve());
    });
    // A request for a service, which belongs in front of a login.
    await expect(rekeyWith(client, [Buffer.of(5, 0, 0, 0, 1, 0x78)])).rejects.toThrow();
    await ended;
  });

  it('at our client, whose session goes on', async () => {
    const host = keyPair();
    const connections: Connection[] = [];
    const server = new ssh2.Server({ hostKeys: [host.private] }, (client) => {
      connections.push(client);
      client.on('error', () => {});
      client.on('authentication', (context) => context.accept());
      client.on('session', (accept) => accept().on('sftp', (open: () => SFTPWrapper) => answerStat(open())));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const options = { host: '127.0.0.1', port, username: 'ann', password: 'x', hostKeys: [host.public] };
    const session = await connectSftp(options)();
    const [connection] = connections;
    if (connection === undefined) throw new Error('nobody came');
    for (let round = 0; round < 3; round++) {
      const [, entry] = await Promise.all([rekeyWith(connection, [...NOTICES, OF_A_CHANNEL]), session.stat('/a.edi')]);
      expect(entry?.size).toBe(7);
    }
    await session.close();
  });

  it('at our client, which does not listen for ever to a server that never ends it', async () => {
    const host = keyPair();
    const connections: Connection[] = [];
    const server = new ssh2.Server({ hostKeys: [host.private] }, (client) => {
      connections.push(client);
      client.on('error', () => {});
      client.on('authentication', (context) => context.accept());
      client.on('session', (accept) => accept().on('sftp', (open: () => SFTPWrapper) => void open()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const options = { host: '127.0.0.1', port, username: 'ann', password: 'x', hostKeys: [host.public] };
    const session = await connectSftp(options)();
    const [connection] = connections;
    if (connection === undefined) throw new Error('nobody came');
    const told = expect(session.stat('/a.edi')).rejects.toMatchObject({ details: { reason: 'protocol-broken' } });
    stopListening(connection);
    void rekeyWith(
      connection,
      Array.from({ length: 4_000 }, () => REQUEST),
    ).catch(() => undefined);
    await told;
  });
});

function answerStat(sftp: SFTPWrapper): void {
  const attributes = { mode: 0o100644, uid: 0, gid: 0, size: 7, atime: 0, mtime: 0 };
  sftp.on('STAT', (id) => sftp.attrs(id, attributes)).on('LSTAT', (id) => sftp.attrs(id, attributes));
  sftp.on('REALPATH', (id) => sftp.name(id, [{ filename: '/', longname: '/', attrs: attributes }]));
}

describe('the first exchange', () => {
  const KEXINIT = [
    'curve25519-sha256,kex-strict-c-v00@openssh.com',
    'ssh-ed25519',
    ...['aes128-ctr', 'aes128-ctr', 'hmac-sha2-256', 'hmac-sha2-256', 'none', 'none', '', ''],
  ];

  /** In the clear, as before any key. */
  function packet(payload: Buffer): Buffer {
    const padding = 16 - ((5 + payload.length) % 8);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(1 + payload.length + padding);
    head[4] = padding;
    return Buffer.concat([head, payload, Buffer.alloc(padding)]);
  }

  it('is ended by a notice under strict mode, in which somebody else could have put it', async () => {
    served = await serve();
    const lists = KEXINIT.flatMap((list) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(list.length);
      return [length, Buffer.from(list)];
    });
    const kexinit = Buffer.concat([Buffer.of(20), randomBytes(16), ...lists, Buffer.alloc(5)]);
    const keys = Buffer.concat([Buffer.of(30, 0, 0, 0, 32), randomBytes(32)]);
    // With the notice the exchange ends; the same without it is answered with 31, the server's half.
    const answers = await Promise.all(
      [[Buffer.of(2, 0, 0, 0, 0)], []].map(async (notices) => {
        const socket = connect(served?.port ?? 0, '127.0.0.1').on('error', () => {});
        socket.write(Buffer.concat([Buffer.from('SSH-2.0-x\r\n'), ...[kexinit, ...notices, keys].map(packet)]));
        const types = await typesUntil(socket, new Set([1, 31]));
        socket.destroy();
        return types.at(-1);
      }),
    );
    expect(answers).toEqual([1, 31]);
  });

  /** The types of the packets that come, up to one of `last` or the end. */
  async function typesUntil(socket: AsyncIterable<Buffer>, last: ReadonlySet<number>): Promise<readonly number[]> {
    const types: number[] = [];
    let held = Buffer.alloc(0);
    let greeted = false;
    for await (const chunk of socket) {
      held = Buffer.concat([held, chunk]);
      if (!greeted && held.includes('\n')) {
        greeted = true;
        held = held.subarray(held.indexOf('\n') + 1);
      }
      while (greeted && held.length >= 6 && held.length >= 4 + held.readUInt32BE(0)) {
        types.push(held[5] ?? 0);
        held = held.subarray(4 + held.readUInt32BE(0));
        if (last.has(types.at(-1) ?? 0)) return types;
      }
    }
    return types;
  }
});

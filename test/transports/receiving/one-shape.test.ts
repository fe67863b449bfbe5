import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { createAs2Endpoint } from '../../../src/transports/as2/endpoint/create-as2-endpoint.js';
import { createAs2Server } from '../../../src/transports/as2/endpoint/create-as2-server.js';
import { createFtpsServer } from '../../../src/transports/ftps-server/index.js';
import type { ReceivingServer } from '../../../src/transports/receiving/listener.js';
import type { ReceivingEvent } from '../../../src/transports/receiving/receiving-user.js';
import { createSftpServer } from '../../../src/transports/sftp-server/index.js';
import { localhostCertificate } from '../ftps/partner.js';
import { keyPair } from '../sftp/serve.js';

interface Given {
  readonly limits?: { readonly maxConnections?: number; readonly maxConnectionsPerAddress?: number };
  readonly onEvent?: (event: ReceivingEvent) => void;
}

const users = async () => undefined;
const { certificate, key: privateKey } = localhostCertificate();
const SERVERS: Readonly<Record<'SFTP' | 'FTPS' | 'AS2', (given?: Given) => ReceivingServer>> = {
  SFTP: (given) => createSftpServer({ hostKeys: [keyPair().private], users, ...given }),
  FTPS: (given) => createFtpsServer({ tls: { certificate, privateKey }, users, ...given }),
  AS2: ({ limits } = {}) => {
    const endpoint = createAs2Endpoint({ partnerships: [], journal: createMemoryJournal() });
    onTestFinished(() => endpoint.close());
    return createAs2Server(endpoint, { limits });
  },
};

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function connected(port: number, host = '127.0.0.1'): Promise<Socket> {
  const socket = connect(port, host).on('error', () => {});
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  return socket;
}

/** Resolves when the other side has ended the connection. */
function ended(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('end', resolve).once('close', resolve).resume());
}

describe.each(['SFTP', 'FTPS', 'AS2'] as const)('the %s server', (protocol) => {
  const create = SERVERS[protocol];

  it('listens on loopback unless told otherwise, says where, and can do so again', async () => {
    const server = create();
    expect(server.address()).toBeUndefined();
    const at = await server.listen({ port: 0 });
    expect(at).toEqual({ host: '127.0.0.1', port: expect.any(Number) });
    expect(server.address()).toEqual(at);
    await expect(server.listen({ port: 0 })).rejects.toMatchObject({ code: 'X12_OPTION_INVALID' });
    await server.close();
    expect(server.address()).toBeUndefined();
    await server.close();
    expect(await server.listen({ port: at.port, host: '127.0.0.1' })).toEqual(at);
    await server.close();
  });

  it.each([
    ['a bare number', 2222, /\{ port, host \}/],
    ['nothing', undefined, /\{ port, host \}/],
    ['a port that is none', { port: 65_536 }, /port/],
    ['a port as text', { port: '22' }, /port/],
    ['a host that is none', { port: 0, host: '' }, /host/],
  ])('refuses %s, and does not listen', async (_, at, text) => {
    const server = create();
    // What JavaScript lets through.
    const refusal = await server.listen(at as never).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'X12_OPTION_INVALID', message: expect.stringMatching(text) });
    expect(server.address()).toBeUndefined();
  });

  it('says so when the port is taken', async () => {
    const one = create();
    const { port } = await one.listen({ port: 0 });
    await expect(create().listen({ port })).rejects.toMatchObject({
      code: 'X12_CONNECTION_INVALID',
      message: expect.stringContaining(`cannot listen on port ${port}`),
    });
    await one.close();
  });

  it('refuses limits that it does not know, or that are none', () => {
    expect(() => create({ limits: { connections: 5 } as never })).toThrow(/maxConnections/);
    for (const maxConnections of [0, -1, 1.5, Number.NaN, '9' as never]) {
      expect(() => create({ limits: { maxConnections } })).toThrow(/limits\.maxConnections/);
    }
  });

  it('turns away who connects too often from one address, and lets the others go on', async () => {
    const events: ReceivingEvent[] = [];
    const server = create({ limits: { maxConnectionsPerAddress: 2 }, onEvent: (event) => events.push(event) });
    const { port } = await server.listen({ port: 0, host: '0.0.0.0' });
    const [first] = [await connected(port), await connected(port)];
    await ended(await connected(port));
    if (protocol !== 'AS2') {
      const refused = { kind: 'refused', address: '127.0.0.1', text: 'too many connections' };
      expect(events).toContainEqual(expect.objectContaining(refused));
    }
    let there = true;
    const other = await connected(port, '127.0.0.2');
    other.once('close', () => {
      there = false;
    });
    const gone = ended(first as Socket);
    first?.destroy();
    await gone;
    expect(there).toBe(true);
    await server.close({ grace: 0 });
  });

  it('ends idle connections at once when it closes, however long its grace', async () => {
    const server = create();
    const { port } = await server.listen({ port: 0 });
    const socket = await connected(port);
    const over = ended(socket);
    await Promise.all([server.close({ grace: 600_000 }), over]);
  });
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { RemoteFiles } from '../../../src/transports/files/remote-files.js';
import type { ReceivingEvent } from '../../../src/transports/receiving/receiving-user.js';
import { ftpsPartner } from '../ftps/partner.js';
import { serve } from '../sftp/serve.js';

interface Served {
  readonly port: number;
  readonly events: readonly ReceivingEvent[];
  logIn(): Promise<RemoteFiles>;
}

const limits = { maxConnections: 5, maxConnectionsPerAddress: 2 };
const SERVERS: Readonly<Record<string, () => Promise<Served>>> = {
  SFTP: async () => {
    const { port, events, connect, close } = await serve({ limits });
    onTestFinished(close);
    return { port, events, logIn: () => connect() };
  },
  FTPS: async () => {
    const { port, events, connect, server } = await ftpsPartner({ server: { limits } });
    onTestFinished(() => server.close({ grace: 0 }));
    return { port, events, logIn: () => connect() };
  },
};

/** Connects, is greeted, and says nothing. */
async function stranger(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'data');
  return socket;
}

it.each(['SFTP', 'FTPS'])('who only connects keeps nobody from logging in, %s', async (protocol) => {
  const served = await SERVERS[protocol]?.();
  if (served === undefined) throw new Error('no such server');
  const { port, events, logIn } = served;
  const session = await logIn();
  const silent: Socket[] = [];
  for (const address of ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3'])
    silent.push(await stranger(port, address));
  const gone = once(silent[0] as Socket, 'close');
  const newcomer = await logIn();
  await gone;
  // Told by its own address, and only once.
  const gaveWay = events.filter(({ text }) => text?.startsWith('not logged in'));
  expect(gaveWay).toEqual([expect.objectContaining({ kind: 'refused', address: '127.0.0.2' })]);
  expect(silent.slice(1).some(({ destroyed }) => destroyed)).toBe(false);
  // Those who have logged in are where they were.
  for (const files of [session, newcomer]) expect(await files.stat('/nothing')).toBeUndefined();
  await Promise.all([session.close(), newcomer.close()]);
});

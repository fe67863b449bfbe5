import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { placeOf } from '../../../src/http/address-place.js';
import { limitConnections } from '../../../src/http/limit-connections.js';

/** A server that answers anything, and how one asks it. */
async function limited(perAddress: number, isExempt: (address: string) => boolean) {
  const server = createServer((_request, response) => response.end('ok'));
  limitConnections(server, { perAddress, isExempt });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.closeAllConnections());
  onTestFinished(() => void server.close());
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    server,
    /** `kept`: the connection is served, and stays open; `closed`: it is not. */
    open: async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      const how = await Promise.race([
        once(socket, 'data').then(() => 'kept'),
        once(socket, 'close').then(() => 'closed'),
      ]);
      return { how, socket };
    },
  };
}

describe('connections of one address', () => {
  it('are taken up to their limit, and again when one of them has ended', async () => {
    const { server, open } = await limited(3, () => false);
    const all = [await open(), await open(), await open(), await open()];
    expect(all.map(({ how }) => how)).toEqual(['kept', 'kept', 'kept', 'closed']);
    const closed = new Promise((resolve) => server.once('test-closed', resolve));
    all[0]?.socket.destroy();
    // The server sees the end a moment later than we do.
    const look = setInterval(() => server.getConnections((_, count) => count < 3 && server.emit('test-closed')), 5);
    await closed;
    clearInterval(look);
    expect((await open()).how).toBe('kept');
  });

  it('are not counted where the operator trusts the address', async () => {
    const { open } = await limited(1, (address) => address === '127.0.0.1');
    const all = await Promise.all([open(), open(), open()]);
    expect(all.map(({ how }) => how)).toEqual(['kept', 'kept', 'kept']);
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2::5', '2001:db8:1:2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (address, place) => {
    expect(placeOf(address)).toBe(place);
  });
});

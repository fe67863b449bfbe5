import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOutgoingGuard, lookupOf } from '../../src/outgoing/create-outgoing-guard.js';

const PUBLIC = { address: '198.41.0.4', family: 4 } as const;

describe('the outgoing guard', () => {
  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '[::1]',
    'fe80::1',
    'fe80::1%lo',
    'fd00:ec2::254',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:1::',
  ])('refuses %s', async (host) => {
    const guard = createOutgoingGuard({ allowedNetworks: [] });
    await expect(guard.check(host)).rejects.toMatchObject({ kind: 'invalid', code: 'ADDRESS_REFUSED' });
  });

  it.each(['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0', 'localhost'])(
    'refuses %s, which the resolver of the machine makes a loopback address of',
    async (host) => {
      const guard = createOutgoingGuard({ allowedNetworks: [] });
      await expect(guard.check(host)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    },
  );

  it('refuses a name of which one address is not public, and gives the first of one that is public', async () => {
    const names: Record<string, { address: string; family: 4 | 6 }[]> = {
      good: [PUBLIC, { address: '2606:4700::1111', family: 6 }],
      mixed: [PUBLIC, { address: '10.0.0.1', family: 4 }],
      none: [],
    };
    const guard = createOutgoingGuard({ allowedNetworks: [], resolve: async (host) => names[host] ?? [] });
    expect(await guard.check('good')).toEqual(PUBLIC);
    await expect(guard.check('mixed')).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    await expect(guard.check('none')).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it('lets through what the operator allows, and nothing beside it', async () => {
    const guard = createOutgoingGuard({ allowedNetworks: ['10.1.0.0/16', 'fd00:1::/64', '127.0.0.1'] });
    for (const host of ['10.1.2.3', 'fd00:1::5', '127.0.0.1', '::ffff:10.1.2.3']) await guard.check(host);
    for (const host of ['10.2.0.1', 'fd00:2::5', '127.0.0.2', '::ffff:10.2.0.1']) {
      await expect(guard.check(host)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    }
  });

  it.each(['10.0.0.0/33', '10.0.0/8', 'x', '10.0.0.0/8/8', '::/129', '10.0.0.0/'])(
    'knows that %s is no network',
    (network) => {
      expect(() => createOutgoingGuard({ allowedNetworks: [network] })).toThrow(RangeError);
    },
  );

  it('asks the resolver once for a connection, whatever it would say later', async () => {
    let asked = 0;
    const resolve = async () => (asked++ === 0 ? [PUBLIC] : [{ address: '127.0.0.1', family: 4 as const }]);
    const guard = createOutgoingGuard({ allowedNetworks: [], resolve });
    const lookup = lookupOf(await guard.check('rebinding.example'));
    const seen: unknown[] = [];
    lookup('rebinding.example', {}, (...all) => seen.push(all));
    lookup('rebinding.example', { all: true }, (...all) => seen.push(all));
    expect(seen).toEqual([
      [null, PUBLIC.address, 4],
      [null, [PUBLIC]],
    ]);
    expect(asked).toBe(1);
    const error = await new Promise((done) => guard.lookup('rebinding.example', {}, done));
    expect(error).toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it('connects where it may', async () => {
    const server = createServer((socket) => socket.end('hello'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const open = createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'] });
    const socket = await open.connect('127.0.0.1', port);
    const text = await new Promise((done) => socket.once('data', (bytes) => done(`${bytes}`)));
    expect(text).toBe('hello');
    socket.destroy();
    await expect(createOutgoingGuard({ allowedNetworks: [] }).connect('127.0.0.1', port)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
    await expect(open.connect('127.0.0.1', port, AbortSignal.abort())).rejects.toThrow();
  });
});

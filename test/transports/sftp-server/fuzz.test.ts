import type { ClientChannel } from 'ssh2';
import { expect, it, vi } from 'vitest';
import { serve } from '../sftp/serve.js';
import { fuzzSessions } from './fuzz-sessions.js';
import { rawClient } from './raw-client.js';

it('stands damaged sessions', async () => {
  const { answered, closed, failures } = await fuzzSessions({ runs: 100, seed: 5 });
  expect(failures).toEqual([]);
  // Most damages leave a session that can go on; some end it.
  expect(answered).toBeGreaterThan(30);
  expect(closed).toBeGreaterThan(10);
});

it('makes no room for a packet that says it is huge, whatever comes behind it', async () => {
  const served = await serve();
  const { client } = await rawClient(served);
  const rooms = vi.spyOn(Buffer, 'allocUnsafe');
  try {
    const channel = await new Promise<ClientChannel>((resolve, reject) =>
      client.subsys('sftp', (error, opened) => (error === undefined ? resolve(opened) : reject(error))),
    );
    const closed = new Promise((resolve) => channel.once('close', resolve));
    channel.write(Buffer.from('0000000501000000036e2f696e', 'hex'));
    channel.write(Buffer.alloc(5000, 'x'));
    channel.resume();
    await closed;
    expect(Math.max(...rooms.mock.calls.map(([size]) => size))).toBeLessThan(1_000_000);
  } finally {
    rooms.mockRestore();
    client.end();
    await served.close();
  }
});

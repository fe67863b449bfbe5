import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../src/delivery/payload.js';
import type { SftpOptions } from '../../../src/transports/sftp/sftp-options.js';
import { createSftpTransport } from '../../../src/transports/sftp/sftp-transport.js';
import { collect, contentOf, keyPair, PASSWORD, plant, type Served, serve } from './serve.js';

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

async function transport(more: Partial<SftpOptions> = {}) {
  served = await serve();
  await served.files.makeDirectory('/in');
  await served.files.makeDirectory('/out');
  const server = {
    host: '127.0.0.1',
    port: served.port,
    username: 'ann',
    password: PASSWORD,
    hostKeys: [served.hostKey],
    ...more,
  };
  const directories = { outbound: { directory: '/in' }, inbound: { directory: '/out', stableMs: 0 } };
  return {
    server: served,
    sftp: createSftpTransport({ connection: 'partner', journal: createMemoryJournal(), server, ...directories }),
  };
}

describe('the SFTP transport', () => {
  it('delivers once, and our server tells of one upload under the final name', async () => {
    const { server, sftp } = await transport();
    const payload = payloadOf('id-1', 'claims.edi', Buffer.from('ISA*00~'));
    expect(await sftp.deliver(payload)).toMatchObject({ name: 'claims.edi', size: 7, already: false });
    expect(await sftp.deliver(payload)).toMatchObject({ already: true });
    expect(server.uploads).toEqual([
      { user: 'ann', path: '/in/claims.edi', size: 7, protocol: 'sftp', address: '127.0.0.1' },
    ]);
    expect(String(await contentOf(server.files, '/in/claims.edi'))).toBe('ISA*00~');
    await sftp.close();
  });

  it('picks up what is there, and takes it away only when it is accepted', async () => {
    const { server, sftp } = await transport();
    await plant(server.files, '/out/999.edi', 'ISA*01~');
    await plant(server.files, '/out/.tmp-x', 'half');
    const seen: string[] = [];
    for await (const payload of sftp.receive()) {
      seen.push(`${payload.name} ${await collect(payload.open())}`);
      expect(await server.files.stat('/out/999.edi')).toBeDefined();
      await payload.accept();
    }
    expect(seen).toEqual(['999.edi ISA*01~']);
    expect((await server.files.list('/out')).map(({ name }) => name)).toEqual(['.tmp-x']);
    await sftp.close();
  });

  it('checks: says what it saw, also of a server it refuses', async () => {
    const { sftp } = await transport();
    const report = await sftp.check();
    expect(report).toMatchObject({ kind: 'sftp', ok: true });
    expect(report.facts).toMatchObject({
      hostKey: expect.stringMatching(/^ssh-ed25519 SHA256:/),
      kex: expect.any(String),
      cipher: expect.any(String),
      software: 'ediloom',
    });
    await served?.close();
    const { sftp: stranger } = await transport({ hostKeys: [keyPair().public] });
    const refused = await stranger.check();
    expect(refused).toMatchObject({ ok: false, steps: [{ name: 'connect', ok: false }] });
    expect(refused.facts.hostKey).toMatch(/^ssh-ed25519 SHA256:/);
  });
});

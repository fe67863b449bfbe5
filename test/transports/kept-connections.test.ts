import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../src/delivery/memory-journal.js';
import { payloadOf } from '../../src/delivery/payload.js';
import type { Transport } from '../../src/delivery/transport.js';
import type { SessionSettings } from '../../src/transports/files/session-settings.js';
import { createFtpsTransport } from '../../src/transports/ftps/index.js';
import { createSftpTransport } from '../../src/transports/sftp/index.js';
import { createMemoryFiles } from '../../src/transports/virtual-files/memory-files.js';
import type { VirtualFiles } from '../../src/transports/virtual-files/virtual-files.js';
import { type Breaking, breakingHome } from './files/breaking-home.js';
import { unthrottledLogins } from './files/unthrottled-logins.js';
import { arrivedIn } from './files/virtual-harness.js';
import { ftpsPartner } from './ftps/partner.js';
import { type Wire, wireTo } from './network/wire.js';
import { PASSWORD, serve } from './sftp/serve.js';

interface Partner {
  readonly files: VirtualFiles;
  readonly wire: Wire;
  readonly breaking: Breaking;
  logins(): number;
  transport(sessions?: SessionSettings): Transport;
  close(): Promise<void>;
}

type MakePartner = (home: VirtualFiles, breaking: Breaking) => Promise<Partner>;

const shared = { connection: 'partner', outbound: { directory: '/out' }, inbound: { directory: '/in', stableMs: 0 } };

const PARTNERS: Readonly<Record<string, MakePartner>> = {
  SFTP: async (home, breaking) => {
    const served = await serve({ throttle: unthrottledLogins() }, { files: breakingHome(home, breaking) });
    for (const path of ['/out', '/in']) await home.makeDirectory(path);
    const wire = await wireTo(served.port);
    const login = { username: 'ann', password: PASSWORD, hostKeys: [served.hostKey] };
    const server = { host: '127.0.0.1', port: wire.port, ...login, stallTimeout: 1500 };
    return {
      ...{ files: home, wire, breaking },
      logins: () => served.events.filter(({ kind }) => kind === 'login').length,
      transport: (sessions) => createSftpTransport({ ...shared, journal: createMemoryJournal(), server, sessions }),
      close: async () => {
        await wire.close();
        await served.close();
      },
    };
  },
  FTPS: async (home, breaking) => {
    const partner = await ftpsPartner({
      user: { files: breakingHome(home, breaking) },
      server: { throttle: unthrottledLogins() },
    });
    const wire = await wireTo(partner.port);
    const server = partner.options({ port: wire.port, replyTimeout: 1500, stallTimeout: 1500 });
    return {
      ...{ files: home, wire, breaking },
      logins: () => partner.events.filter(({ kind }) => kind === 'login').length,
      transport: (sessions) => createFtpsTransport({ ...shared, journal: createMemoryJournal(), server, sessions }),
      close: async () => {
        await wire.close();
        await partner.server.close();
      },
    };
  },
};

describe.each(Object.entries(PARTNERS))('the sessions of a transport over %s', (_, make) => {
  async function withPartner(work: (partner: Partner) => Promise<void>): Promise<void> {
    const breaking: Breaking = { fault: undefined, cut: () => {} };
    const partner = await make(createMemoryFiles(), breaking);
    breaking.cut = partner.wire.cut;
    try {
      await work(partner);
    } finally {
      await partner.close();
    }
  }

  const send = (transport: Transport, number: number, signal?: AbortSignal) =>
    transport.deliver(payloadOf(`id ${number}`, `${number}.edi`, new Uint8Array(3000).fill(number)), signal);

  it('are one login for files that are sent one after another, and taken', async () => {
    await withPartner(async ({ files, logins, transport }) => {
      const partner = transport();
      for (let i = 0; i < 10; i++) await send(partner, i);
      await files.rename('/out/1.edi', '/in/1.edi');
      for await (const payload of partner.receive()) await payload.accept();
      expect(logins()).toBe(1);
      await partner.close();
    });
  });

  it('are as many as allowed for 20 files at once, and nobody is warned of listeners', async () => {
    await withPartner(async ({ files, logins, transport }) => {
      const warnings: Error[] = [];
      const hear = (warning: Error) => warnings.push(warning);
      process.on('warning', hear);
      const [one, two] = [transport({ max: 1 }), transport({ max: 3 })];
      await Promise.all(Array.from({ length: 20 }, (_, i) => send(one, i)));
      expect(logins()).toBe(1);
      await Promise.all(Array.from({ length: 20 }, (_, i) => send(two, 20 + i)));
      expect(logins()).toBeLessThanOrEqual(4);
      // Warnings come in a turn of their own.
      await new Promise((resolve) => setImmediate(resolve));
      process.off('warning', hear);
      expect(warnings).toEqual([]);
      expect(await arrivedIn(files, '/out')).toHaveLength(40);
      await Promise.all([one.close(), two.close()]);
    });
  });

  it('are replaced where the server ended one that rested', async () => {
    await withPartner(async ({ wire, logins, transport }) => {
      const partner = transport();
      await send(partner, 1);
      wire.cut();
      expect(await send(partner, 2)).toMatchObject({ already: false });
      expect(logins()).toBe(2);
      await partner.close();
    });
  });

  it('are replaced where one that rested is not heard any more', async () => {
    await withPartner(async ({ files, wire, logins, transport }) => {
      const partner = transport();
      await send(partner, 1);
      wire.mute();
      expect(await send(partner, 2)).toMatchObject({ already: false });
      expect(logins()).toBe(2);
      expect(await arrivedIn(files, '/out')).toHaveLength(2);
      await partner.close();
    });
  });

  it('are replaced where one is cut in the middle of a second file, which arrives once', async () => {
    await withPartner(async ({ files, breaking, logins, transport }) => {
      const partner = transport();
      await send(partner, 1);
      breaking.fault = 'cut-in-transfer';
      expect(await send(partner, 2)).toMatchObject({ name: '2.edi', already: false });
      expect(breaking.fault).toBeUndefined();
      expect(logins()).toBe(2);
      expect((await arrivedIn(files, '/out')).map(({ bytes }) => bytes.length)).toEqual([3000, 3000]);
      await partner.close();
    });
  });

  it('leave it unknown where one is cut at the rename of a second file, until it is looked for', async () => {
    await withPartner(async ({ files, breaking, transport }) => {
      const partner = transport();
      await send(partner, 1);
      breaking.fault = 'cut-at-end';
      await expect(send(partner, 2)).rejects.toMatchObject({ details: { reason: 'confirmation-lost' } });
      expect(await send(partner, 2)).toMatchObject({ already: true });
      expect(await arrivedIn(files, '/out')).toHaveLength(2);
      await partner.close();
    });
  });

  it('end with the signal of a delivery, and the next has another', async () => {
    await withPartner(async ({ files, logins, transport }) => {
      const partner = transport();
      await send(partner, 1);
      const control = new AbortController();
      const bytes = new Uint8Array(3000);
      const payload = {
        id: 'aborted',
        name: 'aborted.edi',
        async *open() {
          control.abort();
          yield bytes;
        },
      };
      await expect(partner.deliver(payload, control.signal)).rejects.toMatchObject({ code: 'X12_ABORTED' });
      await send(partner, 2);
      expect(logins()).toBe(2);
      expect(await arrivedIn(files, '/out')).toHaveLength(2);
      await partner.close();
    });
  });
});

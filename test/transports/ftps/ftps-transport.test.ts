import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../src/delivery/payload.js';
import { transportContract } from '../../../src/testing/transport-contract.js';
import type { TransportHarness } from '../../../src/testing/transport-harness.js';
import {
  createFtpsTransport,
  type FtpsOptions,
  type FtpsTransportOptions,
} from '../../../src/transports/ftps/index.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import { type Breaking, breakingHome, takes } from '../files/breaking-home.js';
import { unthrottledLogins } from '../files/unthrottled-logins.js';
import { arrivedIn, virtualHarness } from '../files/virtual-harness.js';
import { wireTo } from '../network/wire.js';
import { ftpsPartner, localhostCertificate, type PartnerOptions } from './partner.js';

async function emptyPartner(options?: PartnerOptions) {
  const partner = await ftpsPartner(options);
  const journal = createMemoryJournal();
  const transport = (more: Partial<FtpsTransportOptions> = {}, server: Partial<FtpsOptions> = {}) =>
    createFtpsTransport({
      server: { ...partner.options(), ...server },
      connection: 'partner',
      journal,
      outbound: { directory: '/out' },
      inbound: { directory: '/in', stableMs: 0 },
      ...more,
    });
  return { ...partner, transport };
}

describe.each([true, false])('the FTPS transport, a server that lets files be replaced: %j', (overwriteOnRename) => {
  const make = async (): Promise<TransportHarness> => {
    const files = createMemoryFiles();
    const breaking: Breaking = { fault: undefined, cut: () => {} };
    const user = { files: breakingHome(files, breaking), overwriteOnRename };
    const { transport, server, port } = await emptyPartner({ user, server: { throttle: unthrottledLogins() } });
    // Of the control connection; data connections go to the server itself.
    const wire = await wireTo(port, { refuses: () => takes(breaking, 'unreachable') });
    breaking.cut = wire.cut;
    const harness = virtualHarness(files, ({ existing } = {}) =>
      transport({ outbound: { directory: '/out', existing } }, { port: wire.port }),
    );
    return {
      ...harness,
      fault: (kind) => {
        breaking.fault = kind;
      },
      close: async () => {
        await server.close();
        await wire.close();
      },
    };
  };
  for (const check of transportContract(make)) {
    // What a server does about a name that is taken concerns no other check.
    if (overwriteOnRename || check.needs.includes('names')) it(check.name, check.run);
  }
});

describe('the FTPS transport', () => {
  it('says what it saw, and what it refused', async () => {
    const { transport, server } = await emptyPartner();
    const report = await transport().check();
    expect(report).toMatchObject({
      kind: 'ftps',
      ok: true,
      facts: { tls: 'TLSv1.3', certificateFingerprint: localhostCertificate().fingerprint },
    });
    const refused = await transport({}, { tls: { fingerprints: ['0'.repeat(64)] } }).check();
    expect(refused.ok).toBe(false);
    expect(JSON.stringify(refused)).toContain('another fingerprint');
    await server.close();
  });

  it('delivers whole after its connection was cut in the middle, and shows no half file', async () => {
    const { transport, server, port, files } = await emptyPartner();
    const wire = await wireTo(port);
    const bytes = new Uint8Array(3_000_000).fill(7);
    const broken = transport({}, { port: wire.port, passive: { command: 'epsv' } });
    const payload = payloadOf('id', 'a.edi', bytes);
    const cutting = {
      ...payload,
      async *open() {
        yield bytes.subarray(0, 1_000_000);
        wire.cut();
        yield bytes.subarray(1_000_000);
      },
    };
    await expect(broken.deliver(cutting)).rejects.toMatchObject({ code: 'X12_TRANSPORT_UNAVAILABLE' });
    expect(await arrivedIn(files, '/out')).toEqual([]);
    expect(await transport().deliver(payload)).toMatchObject({ name: 'a.edi', size: bytes.length });
    expect(await transport().deliver(payload)).toMatchObject({ already: true });
    expect((await arrivedIn(files, '/out')).map(({ name }) => name)).toEqual(['a.edi']);
    await server.close();
    await wire.close();
  });
});

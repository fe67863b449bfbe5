import { describe, it } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { transportContract } from '../../../src/testing/transport-contract.js';
import type { TransportHarness } from '../../../src/testing/transport-harness.js';
import { createSftpTransport } from '../../../src/transports/sftp/sftp-transport.js';
import { createMemoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import { type Breaking, breakingHome, takes } from '../files/breaking-home.js';
import { unthrottledLogins } from '../files/unthrottled-logins.js';
import { virtualHarness } from '../files/virtual-harness.js';
import { wireTo } from '../network/wire.js';
import { PASSWORD, serve } from './serve.js';

async function partner(): Promise<TransportHarness> {
  const files = createMemoryFiles();
  await files.makeDirectory('/in');
  await files.makeDirectory('/out');
  const breaking: Breaking = { fault: undefined, cut: () => {} };
  const served = await serve({ throttle: unthrottledLogins() }, { files: breakingHome(files, breaking) });
  const wire = await wireTo(served.port, {
    refuses: () => takes(breaking, 'unreachable'),
  });
  breaking.cut = wire.cut;
  const journal = createMemoryJournal();
  const server = {
    host: '127.0.0.1',
    port: wire.port,
    username: 'ann',
    password: PASSWORD,
    hostKeys: [served.hostKey],
  };
  const harness = virtualHarness(files, ({ existing } = {}) =>
    createSftpTransport({
      connection: 'partner',
      server,
      journal,
      outbound: { directory: '/out', existing },
      inbound: { directory: '/in', stableMs: 0 },
    }),
  );
  return {
    ...harness,
    fault: (kind) => {
      breaking.fault = kind;
    },
    close: async () => {
      await served.close();
      await wire.close();
    },
  };
}

describe('the SFTP transport against our own server', () => {
  for (const check of transportContract(partner)) it(check.name, check.run);
});

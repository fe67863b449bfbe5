import { describe, it } from 'vitest';
import { memoryJournal } from '../../../src/delivery/memory-journal.js';
import { transportContract } from '../../../src/testing/transport-contract.js';
import type { TransportFault, TransportHarness } from '../../../src/testing/transport-harness.js';
import { sftpTransport } from '../../../src/transports/sftp/sftp-transport.js';
import { memoryFiles } from '../../../src/transports/virtual-files/memory-files.js';
import type { VirtualFiles } from '../../../src/transports/virtual-files/virtual-files.js';
import { virtualHarness } from '../files/virtual-harness.js';
import { PASSWORD, serve } from './serve.js';
import { wireTo } from './wire.js';

interface Breaking {
  fault: TransportFault | undefined;
  cut: () => void;
}

/** A home in which the line is cut when a step of a client's is half done, or done and not answered. */
function breakingFiles(files: VirtualFiles, breaking: Breaking): VirtualFiles {
  const breakAt = (kind: TransportFault) => {
    if (breaking.fault !== kind) return false;
    breaking.fault = undefined;
    breaking.cut();
    return true;
  };
  return {
    stat: (path) => files.stat(path),
    list: (path) => files.list(path),
    open: async (path, mode) => {
      const file = await files.open(path, mode);
      return {
        read: (offset, length) => file.read(offset, length),
        write: (offset, bytes) => file.write(offset, breakAt('cut-in-transfer') ? bytes.subarray(0, 1000) : bytes),
        truncate: (size) => file.truncate(size),
        stat: () => file.stat(),
        sync: () => file.sync(),
        close: () => file.close(),
      };
    },
    rename: async (from, to, options) => {
      await files.rename(from, to, options);
      breakAt('cut-at-end');
    },
    remove: (path) => files.remove(path),
    makeDirectory: (path) => files.makeDirectory(path),
    removeDirectory: (path) => files.removeDirectory(path),
    setModified: (path, modified) => files.setModified(path, modified),
  };
}

async function partner(): Promise<TransportHarness> {
  const files = memoryFiles();
  await files.makeDirectory('/in');
  await files.makeDirectory('/out');
  const breaking: Breaking = { fault: undefined, cut: () => {} };
  const served = await serve({}, { files: breakingFiles(files, breaking) });
  const wire = await wireTo(served.port, {
    refuses: () => {
      const refused = breaking.fault === 'unreachable';
      if (refused) breaking.fault = undefined;
      return refused;
    },
  });
  breaking.cut = wire.cut;
  const journal = memoryJournal();
  const server = {
    host: '127.0.0.1',
    port: wire.port,
    username: 'ann',
    password: PASSWORD,
    hostKeys: [served.hostKey],
  };
  const harness = virtualHarness(files, ({ existing } = {}) =>
    sftpTransport({
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

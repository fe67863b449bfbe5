import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../../src/delivery/memory-journal.js';
import { payloadOf } from '../../src/delivery/payload.js';
import { transportContract } from '../../src/testing/transport-contract.js';
import type { TransportFault, TransportHarness } from '../../src/testing/transport-harness.js';
import { createMemoryTransport } from '../../src/transports/memory.js';
import { createMemoryFiles } from '../../src/transports/virtual-files/memory-files.js';
import {
  type VirtualFile,
  type VirtualFiles,
  VirtualFilesError,
} from '../../src/transports/virtual-files/virtual-files.js';
import { virtualHarness } from './files/virtual-harness.js';

/** A store that fails once, where it is told to. */
function faultyFiles(files: VirtualFiles): VirtualFiles & { fault: TransportFault | undefined } {
  const failure = () => new VirtualFilesError('failed');
  const faulty: VirtualFiles & { fault: TransportFault | undefined } = {
    ...bound(files),
    fault: undefined,
    async stat(path) {
      if (faulty.fault === 'unreachable') {
        faulty.fault = undefined;
        throw failure();
      }
      return files.stat(path);
    },
    async open(path, mode) {
      const file = await files.open(path, mode);
      if (faulty.fault !== 'cut-in-transfer' || mode === 'read') return file;
      faulty.fault = undefined;
      const cut: VirtualFile = {
        ...boundFile(file),
        async write(offset, bytes) {
          await file.write(offset, bytes.subarray(0, 1000));
          throw failure();
        },
      };
      return cut;
    },
    async rename(from, to, options) {
      await files.rename(from, to, options);
      if (faulty.fault !== 'cut-at-end') return;
      faulty.fault = undefined;
      throw failure();
    },
  };
  return faulty;
}

function bound(files: VirtualFiles): VirtualFiles {
  return {
    stat: (path) => files.stat(path),
    list: (path) => files.list(path),
    open: (path, mode) => files.open(path, mode),
    rename: (from, to, options) => files.rename(from, to, options),
    remove: (path) => files.remove(path),
    makeDirectory: (path) => files.makeDirectory(path),
    removeDirectory: (path) => files.removeDirectory(path),
    setModified: (path, modified) => files.setModified(path, modified),
  };
}

function boundFile(file: VirtualFile): VirtualFile {
  return {
    read: (offset, length) => file.read(offset, length),
    write: (offset, bytes) => file.write(offset, bytes),
    truncate: (size) => file.truncate(size),
    stat: () => file.stat(),
    sync: () => file.sync(),
    close: () => file.close(),
  };
}

describe('the memory transport', () => {
  const make = async (): Promise<TransportHarness> => {
    const files = createMemoryFiles();
    const faulty = faultyFiles(files);
    await files.makeDirectory('/in');
    const journal = createMemoryJournal();
    const harness = virtualHarness(files, ({ existing } = {}) =>
      createMemoryTransport({ files: faulty, journal, outbound: { directory: '/out', existing } }),
    );
    return {
      ...harness,
      fault: (kind) => {
        faulty.fault = kind;
      },
    };
  };
  for (const check of transportContract(make)) it(check.name, check.run);

  it('needs nothing to be given', async () => {
    const transport = createMemoryTransport();
    expect((await transport.deliver(payloadOf('id', 'a.edi', new Uint8Array(3)))).size).toBe(3);
    expect((await transport.check()).steps.map(({ name }) => name)).toEqual(['connect', 'list /out', 'list /in']);
    expect((await transport.check()).facts).toMatchObject({ store: 'memory' });
  });
});

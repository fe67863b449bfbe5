import { createMemoryJournal } from '../delivery/memory-journal.js';
import type { Transport } from '../delivery/transport.js';
import { requireObject } from '../model/check-options.js';
import { defineTransport } from './define-transport.js';
import type { FileTransportSettings } from './files/file-transport.js';
import { remoteOfVirtual, storeError } from './files/remote-of-virtual.js';
import { createMemoryFiles } from './virtual-files/memory-files.js';
import { type VirtualFiles, VirtualFilesError } from './virtual-files/virtual-files.js';
import { splitPath, virtualPath } from './virtual-files/virtual-path.js';

export interface MemoryTransportOptions extends Partial<FileTransportSettings> {
  /** The partner's files, where a test looks for what arrived and puts what is to be received. Default new ones. */
  readonly files?: VirtualFiles | undefined;
}

/**
 * A partner in memory: the reference of the port, and for tests of what uses one. Delivers to `/out` and receives from `/in`
 * (without waiting for files to be stable) unless told otherwise; directories are made.
 */
export function createMemoryTransport(options: MemoryTransportOptions = {}): Transport {
  requireObject('createMemoryTransport', options);
  return overMemory({
    connection: 'memory',
    journal: createMemoryJournal(),
    outbound: { directory: '/out' },
    inbound: { directory: '/in', stableMs: 0 },
    ...options,
  });
}

const overMemory = defineTransport<Pick<MemoryTransportOptions, 'files'>>({
  kind: 'memory',
  options: { files: 'optional' },
  open: ({ files = createMemoryFiles(), outbound, inbound }) => {
    const directories = [
      outbound?.directory,
      outbound?.temporary?.directory,
      inbound?.directory,
      inbound?.archiveDirectory,
      inbound?.rejectDirectory,
    ];
    return async () => {
      for (const path of directories) if (path !== undefined) await makeDirectories(files, virtualPath(path));
      return remoteOfVirtual(files, { store: 'memory' });
    };
  },
});

async function makeDirectories(files: VirtualFiles, path: string): Promise<void> {
  try {
    if (path === '/' || (await files.stat(path)) !== undefined) return;
    await makeDirectories(files, splitPath(path).directory);
    await files.makeDirectory(path);
  } catch (error) {
    // Another session may have been first.
    if (!(error instanceof VirtualFilesError && error.code === 'exists')) throw storeError(error, path);
  }
}

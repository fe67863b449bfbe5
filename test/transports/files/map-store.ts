import type { Transport } from '../../../src/delivery/transport.js';
import { transportError } from '../../../src/delivery/transport-error.js';
import type { HarnessOptions, TransportFault, TransportHarness } from '../../../src/testing/transport-harness.js';
import type { FileStore } from '../../../src/transports/files/file-store.js';

/** A store of whole files in memory; a test changes what it does through `store`. */
export interface MapStore {
  readonly files: Map<string, { readonly bytes: Uint8Array; readonly modified: number }>;
  readonly store: FileStore;
  /** What breaks at the next call that it is about. */
  fault: TransportFault | undefined;
}

export function mapStore(): MapStore {
  const files: MapStore['files'] = new Map();
  const missing = () => transportError('file-missing');
  let clock = 0;
  const kept: MapStore = {
    files,
    fault: undefined,
    store: {
      async put(path, bytes, { replace }) {
        const fault = kept.fault;
        const chunks: Uint8Array[] = [];
        for await (const chunk of bytes) {
          chunks.push(chunk.slice());
          if (fault === 'cut-in-transfer') throw broken(kept);
        }
        if (files.has(path) && !replace) throw Object.assign(new Error('there'), { status: 412 });
        files.set(path, { bytes: new Uint8Array(Buffer.concat(chunks)), modified: ++clock });
        if (fault === 'cut-at-end') throw broken(kept);
      },
      async read(path) {
        const file = files.get(path);
        if (file === undefined) throw missing();
        return file.bytes;
      },
      list: (directory) =>
        [...files]
          .filter(([path]) => path.startsWith(`${directory}/`))
          .map(([path, { bytes, modified }]) => ({
            name: path.slice(directory.length + 1),
            size: bytes.length,
            modified,
          })),
      async stat(path) {
        if (kept.fault === 'unreachable') throw broken(kept);
        const file = files.get(path);
        return file && { size: file.bytes.length, modified: file.modified };
      },
      remove: async (path) => files.delete(path),
    },
  };
  return kept;
}

function broken(kept: MapStore): Error {
  kept.fault = undefined;
  return Object.assign(new Error('gone'), { code: 'ECONNRESET' });
}

/** The store as a partner whose files can be looked at: the outbox in `out`, the inbox in `in`. */
export function storeHarness(
  kept: MapStore,
  transport: (options?: HarnessOptions) => Transport | Promise<Transport>,
): TransportHarness {
  const namesIn = (directory: string) =>
    [...kept.files.keys()]
      .filter((path) => path.startsWith(`${directory}/`))
      .map((path) => path.slice(directory.length + 1));
  return {
    transport,
    arrived: async () =>
      namesIn('out').map((name) => ({ name, bytes: kept.files.get(`out/${name}`)?.bytes ?? new Uint8Array() })),
    place: async (name, bytes) => void kept.files.set(`in/${name}`, { bytes, modified: 1 }),
    inbox: async () => namesIn('in'),
    fault: (kind) => {
      kept.fault = kind;
    },
  };
}

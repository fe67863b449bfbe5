import type { TransportFault } from '../../../src/testing/transport-harness.js';
import type { VirtualFiles } from '../../../src/transports/virtual-files/virtual-files.js';

/** What breaks next on a server whose home this is, and how. */
export interface Breaking {
  fault: TransportFault | undefined;
  cut: () => void;
}

/** A home in which the line is cut when a step of a client's is half done, or done and not answered. */
export function breakingHome(files: VirtualFiles, breaking: Breaking): VirtualFiles {
  const breakAt = (kind: TransportFault) => {
    if (!takes(breaking, kind)) return false;
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

/** Whether that is what breaks now; it breaks once. */
export function takes(breaking: Breaking, kind: TransportFault): boolean {
  if (breaking.fault !== kind) return false;
  breaking.fault = undefined;
  return true;
}

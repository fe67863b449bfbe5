import { createReader } from '../../src/reading/create-reader.js';
import type { Reader } from '../../src/reading/reader.js';

let shared: Reader | undefined;

/**
 * A reader that all files of a test worker share, as accounts share it in a server: a process that has the engine and guides loaded takes a
 * second to make. It is not closed. For those that bring its processes to their end, or count them, `createReader` makes one of their own.
 */
export function sharedReader(): Reader {
  const reader = (): Reader => {
    shared ??= createReader({ processes: 1, silentMs: 600_000 });
    return shared;
  };
  return {
    outline: (...given) => reader().outline(...given),
    judge: (...given) => reader().judge(...given),
    read: (...given) => reader().read(...given),
    unpack: (...given) => reader().unpack(...given),
    close: async () => undefined,
  };
}

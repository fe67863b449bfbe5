import { concat } from '../cms/der.js';
import { octetsOf, type Spool } from './octets.js';

/** Keeps what comes in in memory: for small transmissions and tests. The caller limits their size. */
export function createMemorySpool(): Spool {
  return {
    async create() {
      let parts: Uint8Array[] = [];
      return {
        async write(bytes) {
          // Copied: whoever wrote it may use the room again.
          parts.push(new Uint8Array(bytes));
        },
        async finish() {
          return octetsOf(concat(parts));
        },
        async discard() {
          parts = [];
        },
      };
    },
  };
}

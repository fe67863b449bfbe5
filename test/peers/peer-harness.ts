import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryJournal } from '../../src/delivery/memory-journal.js';
import type { Transport } from '../../src/delivery/transport.js';
import type { TransportHarness } from '../../src/testing/transport-harness.js';
import type { FileTransportSettings } from '../../src/transports/files/file-transport.js';

let harnesses = 0;

/**
 * A partner on a peer: directories of its own in the home of the peer's user, which the machine sees as `home`. What is placed
 * belongs to the user, as what another client uploaded.
 */
export function peerHarness(
  home: string,
  open: (settings: FileTransportSettings) => Transport,
  settings: Partial<FileTransportSettings> = {},
): TransportHarness {
  const name = `contract-${process.pid}-${++harnesses}`;
  const { uid, gid } = statSync(join(home, 'in'));
  const place = { in: join(home, 'in', name), out: join(home, 'out', name) };
  for (const directory of Object.values(place)) {
    mkdirSync(directory);
    chownSync(directory, uid, gid);
  }
  const journal = memoryJournal();
  return {
    transport: ({ existing } = {}) =>
      open({
        connection: 'peer',
        journal,
        outbound: { directory: `/in/${name}`, existing },
        inbound: { directory: `/out/${name}`, stableMs: 0 },
        ...settings,
      }),
    async arrived() {
      const names = readdirSync(place.in).filter((one) => !one.startsWith('.tmp-'));
      return names.map((one) => ({ name: one, bytes: new Uint8Array(readFileSync(join(place.in, one))) }));
    },
    async place(file, bytes) {
      const path = join(place.out, file);
      writeFileSync(path, bytes);
      chownSync(path, uid, gid);
    },
    inbox: async () => readdirSync(place.out),
    async close() {
      for (const directory of Object.values(place)) rmSync(directory, { recursive: true, force: true });
    },
  };
}

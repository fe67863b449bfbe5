import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createMemoryJournal } from '../../src/delivery/memory-journal.js';
import type { Transport } from '../../src/delivery/transport.js';
import type { TransportFault, TransportHarness } from '../../src/testing/transport-harness.js';
import type { FileTransportSettings } from '../../src/transports/files/file-transport.js';
import { type Wire, wireTo } from '../transports/network/wire.js';

let harnesses = 0;

export interface Peer {
  /** The home of the peer's user, as the machine sees it. */
  readonly home: string;
  readonly port: number;
  /** Answers of a rename before the one that confirms it: FTP has two steps. */
  readonly renameAnswers: number;
  open(settings: FileTransportSettings, port: number): Transport;
}

/**
 * A partner on a peer: directories of its own in the home of the peer's user, and a line to it that can fail. What is placed
 * belongs to the user, as what another client uploaded.
 */
export async function peerHarness({ home, port, renameAnswers, open }: Peer): Promise<TransportHarness> {
  const name = `contract-${process.pid}-${++harnesses}`;
  const { uid, gid } = statSync(join(home, 'in'));
  const place = { in: join(home, 'in', name), out: join(home, 'out', name) };
  for (const directory of Object.values(place)) {
    mkdirSync(directory);
    chownSync(directory, uid, gid);
  }
  const journal = createMemoryJournal();
  let fault: TransportFault | undefined;
  const takes = (kind: TransportFault): boolean => {
    if (fault !== kind) return false;
    fault = undefined;
    return true;
  };
  const wire = await wireTo(port, { refuses: () => takes('unreachable') });
  let halving = false;
  const onStep = (step: string): void => {
    if (step === 'write') {
      halving = takes('cut-in-transfer');
      if (halving) void cutWhen(wire, () => hasHalf(place.in));
    }
    // A peer may be quicker than the look for half a file.
    if (step === 'check size' && halving) wire.cut();
    if (step !== 'rename' || !takes('cut-at-end')) return;
    wire.mute(renameAnswers);
    void cutWhen(wire, () => finalNames(place.in).length > 0);
  };
  return {
    transport: ({ existing } = {}) =>
      open(
        {
          connection: 'peer',
          journal,
          outbound: { directory: `/in/${name}`, existing },
          inbound: { directory: `/out/${name}`, stableMs: 0 },
          onStep,
        },
        wire.port,
      ),
    async arrived() {
      return finalNames(place.in).map((one) => ({
        name: one,
        bytes: new Uint8Array(readFileSync(join(place.in, one))),
      }));
    },
    async place(file, bytes) {
      const path = join(place.out, file);
      writeFileSync(path, bytes);
      chownSync(path, uid, gid);
    },
    inbox: async () => readdirSync(place.out),
    fault: (kind) => {
      fault = kind;
    },
    async close() {
      await wire.close();
      for (const directory of Object.values(place)) rmSync(directory, { recursive: true, force: true });
    },
  };
}

function finalNames(directory: string): readonly string[] {
  return readdirSync(directory).filter((name) => !name.startsWith('.tmp-'));
}

function hasHalf(directory: string): boolean {
  return readdirSync(directory).some((name) => statSync(join(directory, name)).size > 0);
}

async function cutWhen(wire: Wire, ready: () => boolean): Promise<void> {
  for (let look = 0; look < 10_000 && !ready(); look++) await setTimeout(1);
  wire.cut();
}

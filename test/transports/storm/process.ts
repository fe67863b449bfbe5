/**
 * A process that delivers to a partner, or picks up there, and may end itself by SIGKILL on the way. Argument: a `StormTask`. One
 * session does all of it unless the line is cut. The transport is not closed: sessions at rest must not keep a process alive.
 */
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutboundPayload } from '../../../src/delivery/payload.js';
import { mayHelpAgain } from '../../../src/delivery/retry.js';
import type { Transport } from '../../../src/delivery/transport.js';
import { createFileJournal } from '../../../src/stores/file-journal.js';
import { createDirectoryTransport } from '../../../src/transports/directory.js';
import { createFtpsTransport } from '../../../src/transports/ftps/index.js';
import { createSftpTransport } from '../../../src/transports/sftp/index.js';
import { contentOf } from './content.js';
import type { StormTask } from './task.js';

const PIECE = 8192;

// The storm wrote it.
const task: StormTask = JSON.parse(process.argv[2] ?? '');
const { what, folder, directory, payloads, kill } = task;
const taken = { step: 0, piece: 0 };
let step = '';

const transport = transportTo(task);
// From here on the storm may kill it.
process.stdout.write('.');
if (what === 'deliver') await deliver(transport);
else await untilWhole(() => receive(transport));

function transportTo({ server }: StormTask): Transport {
  const settings = {
    connection: 'partner',
    journal: createFileJournal({ directory: join(folder, `journal-${what}`) }),
    outbound: { directory },
    inbound: { directory, stableMs: 1 },
    sessions: { idleMs: 3_600_000 },
    onStep: (name: string) => {
      step = name;
      passed('step');
    },
  };
  if (server.kind === 'directory') return createDirectoryTransport({ ...settings, root: server.root });
  if (server.kind === 'sftp') return createSftpTransport({ ...settings, server: server.server });
  return createFtpsTransport({ ...settings, server: server.server });
}

async function deliver(transport: Transport): Promise<void> {
  for (let i = 0; i < payloads; i++) {
    // A receipt in the log is what the storm holds us to.
    const receipt = await untilWhole(() => transport.deliver(payloadNumber(i)));
    log('receipts.log', `${receipt.name} ${receipt.sha256}`);
    step = 'at rest';
    passed('step');
  }
}

/** The line may be cut; what looks first before it does anything may be tried again. */
async function untilWhole<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayHelpAgain(error)) throw error;
    }
  }
}

async function receive(transport: Transport): Promise<void> {
  for await (const payload of transport.receive()) {
    log('offered.log', payload.id);
    const stored = join(folder, 'stored', payload.id);
    if (!existsSync(stored)) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of payload.open()) {
        chunks.push(chunk);
        passed('piece');
      }
      store(stored, Buffer.concat(chunks));
    }
    await payload.accept();
    log('offered.log', `accepted ${payload.id}`);
  }
}

/** In pieces, so that a kill can meet it half sent. */
function payloadNumber(number: number): OutboundPayload {
  const bytes = contentOf(number);
  return {
    id: `payload ${number}`,
    name: `${number}.edi`,
    async *open() {
      for (let from = 0; from < bytes.length; from += PIECE) {
        yield bytes.subarray(from, from + PIECE);
        // Not of the reading that only hashes.
        if (step === 'write') passed('piece');
      }
    },
  };
}

function passed(at: 'step' | 'piece'): void {
  if (++taken[at] !== kill?.count || at !== kill.at) return;
  log('kills.log', `${what}: ${at === 'step' ? step : 'in the bytes'}`);
  process.kill(process.pid, 'SIGKILL');
}

function log(name: string, line: string): void {
  appendFileSync(join(folder, name), `${line}\n`);
}

/** Whole or not at all, as every caller should store what it accepts. */
function store(path: string, bytes: Uint8Array): void {
  const fresh = `${path}.new`;
  writeFileSync(fresh, bytes);
  const file = openSync(fresh, 'r');
  fsyncSync(file);
  closeSync(file);
  renameSync(fresh, path);
}

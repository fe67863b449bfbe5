/**
 * A process that delivers into, or picks up from, a shared directory, and ends itself by SIGKILL when it has taken so many steps.
 * Arguments: `deliver` or `receive`, the folder of all, how many steps (0: none kills it), how many payloads.
 */
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { payloadOf } from '../../src/delivery/payload.js';
import { createFileJournal } from '../../src/stores/file-journal.js';
import { directoryTransport } from '../../src/transports/directory.js';
import { contentOf } from './storm-content.js';

const [what = '', folder = '', steps = '0', payloads = '1'] = process.argv.slice(2);
let taken = 0;

const transport = directoryTransport({
  root: join(folder, 'shared'),
  connection: 'partner',
  journal: createFileJournal({ directory: join(folder, `journal-${what}`) }),
  outbound: { directory: '/out' },
  inbound: { directory: '/out', stableMs: 1 },
  onStep: () => {
    if (++taken === Number(steps)) process.kill(process.pid, 'SIGKILL');
  },
});

if (what === 'deliver') {
  for (let i = 0; i < Number(payloads); i++) {
    const name = `${i}.edi`;
    // A receipt in the log is what the storm holds us to.
    const receipt = await transport.deliver(payloadOf(`payload ${i}`, name, contentOf(i)));
    appendFileSync(join(folder, 'receipts.log'), `${receipt.name} ${receipt.sha256}\n`);
  }
} else {
  for await (const payload of transport.receive()) {
    const stored = join(folder, 'stored', payload.id);
    if (!existsSync(stored)) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of payload.open()) chunks.push(chunk);
      store(stored, Buffer.concat(chunks));
    }
    appendFileSync(join(folder, 'accepting.log'), `${payload.id}\n`);
    await payload.accept();
  }
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

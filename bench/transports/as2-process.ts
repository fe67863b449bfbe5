/**
 * One side of the AS2 bench, in a process of its own: `receive PORT KEYS OUT`, or `send PORT KEYS FILE...`. Prints JSON lines: the
 * time of each delivery, and the peak of memory at the end.
 */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createMemoryJournal } from '../../src/delivery/memory-journal.js';
import type { InboundPayload } from '../../src/delivery/payload.js';
import { partnershipFrom } from '../../src/transports/as2/agreement/partnership-from.js';
import { createAs2Transport } from '../../src/transports/as2/as2-transport.js';
import { readCertificates, readIdentity } from '../../src/transports/as2/certificates/read-certificates.js';
import { createAs2Endpoint } from '../../src/transports/as2/endpoint/create-as2-endpoint.js';
import { createAs2Server } from '../../src/transports/as2/endpoint/create-as2-server.js';

const [role = '', port = '', keys = '', ...paths] = process.argv.slice(2);

async function receive(out: string): Promise<void> {
  const endpoint = createAs2Endpoint({
    partnerships: [partnershipFrom(settings('THEM', 'US'))],
    journal: createMemoryJournal(),
    onEvent: (event) => tell({ ...event, cause: String(event.cause) }),
  });
  await createAs2Server(endpoint).listen({ port: Number(port) });
  process.once('SIGTERM', () => {
    tell({ peakBytes: peak() });
    process.exit(0);
  });
  tell({ listening: true });
  for await (const payload of endpoint.receive()) {
    await store(payload, out);
    await payload.accept();
  }
}

async function store(payload: InboundPayload, out: string): Promise<void> {
  const file = await open(out, 'w');
  for await (const chunk of payload.open()) await file.write(chunk);
  await file.sync();
  await file.close();
}

async function send(files: readonly string[]): Promise<void> {
  const partnership = { ...settings('US', 'THEM'), url: `http://127.0.0.1:${port}/` };
  const transport = createAs2Transport({ connection: 'bench', partnership, journal: createMemoryJournal() });
  for (const [at, path] of files.entries()) {
    const payload = {
      id: String(at),
      name: 'a.edi',
      size: statSync(path).size,
      open: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
    };
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    await transport.deliver(payload);
    const { user, system } = process.cpuUsage(cpu);
    tell({ seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6 });
  }
  tell({ peakBytes: peak() });
}

function settings(ourId: string, partnerId: string) {
  const read = (name: string): string => readFileSync(join(keys, name), 'utf8');
  const identity = readIdentity({ certificate: read(`${ourId}.crt`), privateKey: read(`${ourId}.key`) });
  const certificates = readCertificates(read(`${partnerId}.crt`)).map((certificate) => ({ certificate }));
  return { ourId, partnerId, identities: [{ identity }], certificates };
}

function tell(fact: object): void {
  console.log(JSON.stringify(fact));
}

function peak(): number {
  return process.resourceUsage().maxRSS * 1024;
}

await (role === 'receive' ? receive(paths[0] ?? '') : send(paths));

import { createMemoryJournal } from '../../src/delivery/memory-journal.js';
import { payloadOf } from '../../src/delivery/payload.js';
import type { Transport } from '../../src/delivery/transport.js';
import type { FtpsOptions } from '../../src/transports/ftps/index.js';
import { createFtpsTransport } from '../../src/transports/ftps/index.js';
import type { SftpOptions } from '../../src/transports/sftp/index.js';
import { createSftpTransport } from '../../src/transports/sftp/index.js';
import type { Seconds } from './sftp-child.js';

/** Many small files, delivered one after another and then picked up, by a process that does nothing else; `small-files.ts` starts it. */
export interface FilesJob {
  readonly server:
    | { readonly kind: 'sftp'; readonly options: SftpOptions }
    | { readonly kind: 'ftps'; readonly options: FtpsOptions };
  readonly directory: string;
  readonly files: number;
  readonly bytes: number;
}

export interface FilesTimes {
  readonly deliver: Seconds;
  readonly pickUp: Seconds;
}

const { server, directory, files, bytes }: FilesJob = JSON.parse(process.argv[2] ?? '');
const settings = {
  ...{ connection: 'bench', journal: createMemoryJournal() },
  ...{ outbound: { directory }, inbound: { directory, stableMs: 0, maxFiles: files } },
};
const transport =
  server.kind === 'sftp'
    ? createSftpTransport({ ...settings, server: server.options })
    : createFtpsTransport({ ...settings, server: server.options });

// Loads and compiles what the measured files run with, as in a process that serves for days.
await deliver(transport, 'first', 50);
await pickUp(transport);
const times: FilesTimes = {
  deliver: await timed(() => deliver(transport, 'file', files)),
  pickUp: await timed(() => pickUp(transport)),
};
await transport.close();
process.stdout.write(JSON.stringify(times));

async function deliver(to: Transport, name: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await to.deliver(payloadOf(`${name} ${i}`, `${name}-${i}.edi`, Buffer.alloc(bytes, `ISA*${i}~`)));
  }
}

async function pickUp(from: Transport): Promise<void> {
  for await (const payload of from.receive()) {
    for await (const _ of payload.open());
    await payload.accept();
  }
}

async function timed(work: () => Promise<void>): Promise<Seconds> {
  const begin = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: (performance.now() - begin) / 1000, cpu: (user + system) / 1e6 };
}

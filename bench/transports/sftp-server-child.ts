import { readFile } from 'node:fs/promises';
import { createSftpServer } from '../../src/transports/sftp-server/index.js';
import { createDirectoryFiles } from '../../src/transports/virtual-files/directory-files.js';

/** Our server in a process that does nothing else; `sftp.ts` starts it. Says its port, and after each message its CPU seconds so far. */
export interface SftpServerJob {
  readonly hostKeyFile: string;
  readonly publicKeyFile: string;
  readonly home: string;
}

const job: SftpServerJob = JSON.parse(process.argv[2] ?? '');
const publicKey = await readFile(job.publicKeyFile, 'utf8');
const server = createSftpServer({
  hostKeys: [await readFile(job.hostKeyFile, 'utf8')],
  users: async (name) => ({ name, files: createDirectoryFiles(job.home), publicKeys: [publicKey] }),
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1e6);
});
process.on('disconnect', () => server.close());
const { port } = await server.listen({ port: 0 });
process.send?.(port);

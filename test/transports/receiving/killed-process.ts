import { readFileSync } from 'node:fs';
import { createFtpsServer } from '../../../src/transports/ftps-server/index.js';
import { createSftpServer, Homes, hashPassword } from '../../../src/transports/sftp-server/index.js';
import { createDirectoryFiles } from '../../../src/transports/virtual-files/directory-files.js';

/** Both servers over one home, in a process that the test kills. Prints their ports and each upload that is complete. */
const [home = '', keys = ''] = process.argv.slice(2);
const { hostKey, certificate, privateKey, password } = JSON.parse(readFileSync(keys, 'utf8'));
const passwordHash = await hashPassword(password, { cost: 256 });
const user = { name: 'edi', passwordHash, files: createDirectoryFiles(home), quotaBytes: 1_000_000 };
const shared = {
  users: async () => user,
  uploaded: async ({ path }: { readonly path: string }) => void console.log(`uploaded ${path}`),
  homes: new Homes(),
};
const [sftp, ftps] = [
  createSftpServer({ ...shared, hostKeys: [hostKey] }),
  createFtpsServer({ ...shared, tls: { certificate, privateKey } }),
];
const ports = await Promise.all([sftp, ftps].map((server) => server.listen({ port: 0 })));
console.log(ports.map(({ port }) => port).join(' '));

import { createFtpsServer } from '../../src/transports/ftps-server/index.js';
import { hashPassword } from '../../src/transports/receiving/password.js';
import { createDirectoryFiles } from '../../src/transports/virtual-files/directory-files.js';
import { testCertificate } from '../../test/transports/certificates.js';

/** The server of the bench, in a process of its own: tells its port and certificate on one line, and ends with its standard input. */
const [root = '', password = ''] = process.argv.slice(2);
const { certificate, key } = testCertificate({ commonName: 'localhost' });
const user = { name: 'edi', passwordHash: await hashPassword(password), files: createDirectoryFiles(root) };
const server = createFtpsServer({ tls: { certificate, privateKey: key }, users: async () => user });
await server.listen({ port: 0 });
process.stdout.write(`${JSON.stringify({ port: server.address()?.port, certificate })}\n`);
process.stdin.resume().once('end', () => server.close());

import { createMemoryFiles, type VirtualFiles } from 'ediloom/transports';
import { createSftpServer, hashPassword } from 'ediloom/transports/sftp-server';
import ssh2 from 'ssh2';
import { onTestFinished } from 'vitest';

/** Of the partner's user `shop`. */
export const PASSWORD = 'CANARY-password-71';

/** A partner's home with the directory `/in`, and its user `shop`. */
export async function partnerHome() {
  const files = createMemoryFiles();
  await files.makeDirectory('/in');
  const passwordHash = await hashPassword(PASSWORD, { cost: 256 });
  const shop = { name: 'shop', passwordHash, files, overwriteOnRename: true };
  return { files, users: async (name: string) => (name === 'shop' ? shop : undefined) };
}

/** Of an SFTP server. */
export function hostKey(): { readonly private: string; readonly public: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519');
    // One in 256 that the library makes lacks a byte.
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair;
  }
}

/** A partner that takes files over SFTP. */
export async function sftpPartner() {
  const home = await partnerHome();
  const key = hostKey();
  const server = createSftpServer({ hostKeys: [key.private], users: home.users, uploaded: async () => {} });
  const { port } = await server.listen({ port: 0 });
  onTestFinished(() => server.close({ grace: 0 }));
  return { ...home, port, hostKey: key.public };
}

/** A file of a partner, as text. */
export async function textOf(files: VirtualFiles, path: string): Promise<string> {
  const file = await files.open(path, 'read');
  const { size } = await file.stat();
  const bytes = await file.read(0, size);
  await file.close();
  return Buffer.from(bytes).toString();
}

import { generateKeyPairSync } from 'node:crypto';
import ssh2, { type ServerHostKeyAlgorithm } from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';
import { createSftpServer } from '../../../src/transports/sftp-server/create-sftp-server.js';
import { keyPair, PASSWORD, type Served, serve } from '../sftp/serve.js';

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' });

/** What is agreed on with a client that takes only these, or its error. */
async function agreed(...only: readonly ServerHostKeyAlgorithm[]): Promise<string> {
  const client = new ssh2.Client();
  const port = served?.port ?? 0;
  try {
    return await new Promise<string>((resolve) => {
      let signature = '';
      client.on('handshake', ({ serverHostKey }) => {
        signature = serverHostKey;
      });
      client.on('ready', () => resolve(signature)).on('error', ({ message }) => resolve(message));
      const algorithms = { serverHostKey: [...only] };
      client.connect({ host: '127.0.0.1', port, username: 'ann', password: PASSWORD, algorithms });
    });
  } finally {
    client.end();
  }
}

describe('the signature of an RSA host key', () => {
  const hostKeys = [RSA.toString()];

  it('is never made with SHA-1, which the library would offer by itself', async () => {
    served = await serve({ hostKeys });
    expect(await agreed('ssh-rsa')).toMatch(/no matching host key format/);
    expect(await agreed('rsa-sha2-256')).toBe('rsa-sha2-256');
    expect(await agreed('ssh-rsa', 'rsa-sha2-512', 'rsa-sha2-256')).toBe('rsa-sha2-512');
  });

  it('is one of those that are listed', async () => {
    served = await serve({ hostKeys, algorithms: { serverHostKey: ['rsa-sha2-512'] } });
    expect(await agreed('rsa-sha2-256')).toMatch(/no matching host key format/);
    expect(await agreed('rsa-sha2-512')).toBe('rsa-sha2-512');
  });

  it('is made with SHA-1 for those who ask for what is old', async () => {
    served = await serve({ hostKeys, algorithms: 'legacy' });
    expect(await agreed('ssh-rsa')).toBe('ssh-rsa');
    expect(await agreed('rsa-sha2-512')).toBe('rsa-sha2-512');
  });

  it('and a key that fits no listed one is refused', async () => {
    const options = { users: async () => undefined, algorithms: { serverHostKey: ['rsa-sha2-512'] } };
    const server = createSftpServer({ hostKeys: [keyPair().private], ...options });
    await expect(server.listen({ port: 0 })).rejects.toMatchObject({
      code: 'X12_OPTION_INVALID',
      message: expect.stringContaining('ssh-ed25519'),
    });
  });
});

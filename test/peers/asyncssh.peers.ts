import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { UploadedFile } from '../../src/transports/receiving/receiving-user.js';
import { connectSftp } from '../../src/transports/sftp/connect-sftp.js';
import { createSftpServer } from '../../src/transports/sftp-server/index.js';
import { createDirectoryFiles } from '../../src/transports/virtual-files/directory-files.js';
import { runClient } from './run-client.js';

/** Bytes of the file; `EDILOOM_REKEY_BYTES=2000000000` is the long form. */
const SIZE = Number(process.env.EDILOOM_REKEY_BYTES ?? 40_000_000);
/** Bytes after which asyncssh exchanges keys anew. */
const REKEY = 1_000_000;
const PATIENCE = 60_000 + SIZE / 2_000;
// Debian's, for which the package of asyncssh is.
const PYTHON = '/usr/bin/python3';
const PEER = fileURLToPath(new URL('asyncssh_peer.py', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'asyncssh-peer-'));
const home = join(folder, 'home');
const [source, back, hostKey, clientKey] = ['source', 'back', 'host', 'client'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
  string,
];

beforeAll(async () => {
  mkdirSync(home);
  for (const key of [hostKey, clientKey]) {
    const made = await runClient('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    expect(made.status, made.stderr).toBe(0);
  }
  await pipeline(pieces(), createWriteStream(source));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Each piece has its number in it, so that one in the wrong place is seen. */
function* pieces(): Generator<Buffer> {
  for (let at = 0; at < SIZE; at += 1_000_000) {
    const piece = Buffer.alloc(Math.min(1_000_000, SIZE - at), `${at} `);
    yield piece;
  }
}

async function isSource(path: string): Promise<boolean> {
  const [one, other] = await Promise.all([open(source), open(path)]);
  try {
    const [a, b] = [Buffer.alloc(4_000_000), Buffer.alloc(4_000_000)];
    for (let at = 0; at <= SIZE; at += a.length) {
      const [read, same] = await Promise.all([one.read(a, 0, a.length, at), other.read(b, 0, b.length, at)]);
      if (read.bytesRead !== same.bytesRead || !a.equals(b)) return false;
    }
    return true;
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}

describe('asyncssh, which exchanges keys every megabyte', () => {
  it('puts to our server and gets from it', { timeout: PATIENCE }, async () => {
    const uploads: UploadedFile[] = [];
    const publicKeys = [readFileSync(`${clientKey}.pub`, 'utf8')];
    const user = { name: 'edi', files: createDirectoryFiles(home), publicKeys, maxFileBytes: SIZE };
    const server = createSftpServer({
      hostKeys: [readFileSync(hostKey, 'utf8')],
      users: async (name) => (name === 'edi' ? user : undefined),
      uploaded: async (file) => void uploads.push(file),
    });
    const { port } = await server.listen({ port: 0 });
    onTestFinished(() => server.close({ grace: 0 }));
    const known = `import asyncssh; open('${folder}/known', 'w').write('[127.0.0.1]:${port} ' + open('${hostKey}.pub').read())`;
    await runClient(PYTHON, ['-c', known]);
    const copy = (verb: string, local: string) => {
      const where = [String(port), clientKey, join(folder, 'known'), String(REKEY)];
      return runClient(PYTHON, ['-W', 'ignore', PEER, 'copy', ...where, verb, local, '/large.edi'], '', PATIENCE);
    };
    const put = await copy('put', source);
    expect(put.status, put.stderr).toBe(0);
    expect(uploads.map(({ path, size }) => `${path} ${size}`)).toEqual([`/large.edi ${SIZE}`]);
    expect(await isSource(join(home, 'large.edi'))).toBe(true);
    const got = await copy('get', back);
    expect(got.status, got.stderr).toBe(0);
    expect(await isSource(back)).toBe(true);
    rmSync(back);
    rmSync(join(home, 'large.edi'));
  });

  it('takes from our client and gives to it', { timeout: PATIENCE }, async () => {
    const args = ['serve', hostKey, `${clientKey}.pub`, String(REKEY), home];
    const peer = spawn(PYTHON, ['-W', 'ignore', PEER, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    onTestFinished(async () => {
      peer.stdin.end();
      await once(peer, 'exit');
    });
    const errors = text(peer.stderr);
    const first = await Promise.race([once(peer.stdout, 'data'), errors.then((said) => [said])]);
    const port = Number(String(first[0]));
    expect(port, String(first[0])).toBeGreaterThan(0);
    const session = await connectSftp({
      host: '127.0.0.1',
      port,
      username: 'edi',
      privateKey: readFileSync(clientKey, 'utf8'),
      hostKeys: [readFileSync(`${hostKey}.pub`, 'utf8')],
      concurrency: 16,
    })();
    await session.write('/large.edi', createReadStream(source, { highWaterMark: 256 * 1024 }));
    expect(await isSource(join(home, 'large.edi'))).toBe(true);
    await pipeline(session.read('/large.edi'), createWriteStream(back));
    expect(await isSource(back)).toBe(true);
    await session.close();
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ssh2, { type SFTPWrapper } from 'ssh2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localhostCertificate, PASSWORD } from '../ftps/partner.js';
import { RawClient } from '../ftps-server/raw-client.js';
import { keyPair } from '../sftp/serve.js';

const folder = mkdtempSync(join(tmpdir(), 'killed-server-'));
const home = join(folder, 'home');
const children: ChildProcess[] = [];

beforeAll(async () => {
  mkdirSync(home);
  const { certificate, key: privateKey } = localhostCertificate();
  const secrets = { hostKey: keyPair().private, certificate, privateKey, password: PASSWORD };
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(secrets));
  await build({
    entryPoints: [fileURLToPath(new URL('killed-process.ts', import.meta.url))],
    outfile: join(folder, 'process.mjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
  symlinkSync(modules, join(folder, 'node_modules'), 'junction');
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function start() {
  const args = [join(folder, 'process.mjs'), home, join(folder, 'keys.json')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value = '' } = await lines.next();
  const [sftp = 0, ftps = 0] = String(value).split(' ').map(Number);
  return { child, sftp, ftps, nextUpload: async () => String((await lines.next()).value) };
}

async function sftpOf(port: number): Promise<SFTPWrapper> {
  const client = new ssh2.Client().on('error', () => {});
  await new Promise<void>((resolve) => {
    client.once('ready', resolve).connect({ host: '127.0.0.1', port, username: 'edi', password: PASSWORD });
  });
  return new Promise((resolve, reject) => client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))));
}

function opened(sftp: SFTPWrapper, path: string): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    sftp.open(path, 'w', (error, handle) => (error ? reject(error) : resolve(handle))),
  );
}

function wrote(sftp: SFTPWrapper, handle: Buffer, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) =>
    sftp.write(handle, bytes, 0, bytes.length, 0, (error) => (error ? reject(error) : resolve())),
  );
}

const sizes = () => readdirSync(home).map((name) => statSync(join(home, name)).size);

it('a server that is killed leaves no part of a file under a final name, and what it left goes when it is back', async () => {
  writeFileSync(join(home, 'older.edi'), 'older');
  const first = await start();
  const sftp = await sftpOf(first.sftp);
  await wrote(sftp, await opened(sftp, '/a.edi'), Buffer.alloc(100_000));
  await wrote(sftp, await opened(sftp, '/older.edi'), Buffer.alloc(200_000));
  const ftps = await RawClient.loggedIn(first.ftps);
  const data = await ftps.data();
  await ftps.say('STOR /b.edi');
  data.on('error', () => {}).write(Buffer.alloc(300_000));
  await expect.poll(() => sizes().sort((a, b) => a - b)).toEqual([5, 100_000, 200_000, 300_000]);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(readdirSync(home).filter((name) => !name.startsWith('.'))).toEqual(['older.edi']);
  expect(readFileSync(join(home, 'older.edi'), 'utf8')).toBe('older');

  // With what was left still counted, the quota would refuse this one.
  const second = await start();
  const again = await sftpOf(second.sftp);
  const handle = await opened(again, '/a.edi');
  for (let part = 0; part < 19; part++) {
    await new Promise<void>((resolve, reject) =>
      again.write(handle, Buffer.alloc(50_000, 1), 0, 50_000, part * 50_000, (error) =>
        error ? reject(error) : resolve(),
      ),
    );
  }
  await new Promise<void>((resolve, reject) => again.close(handle, (error) => (error ? reject(error) : resolve())));
  expect(await second.nextUpload()).toBe('uploaded /a.edi');
  expect(readdirSync(home).sort()).toEqual(['a.edi', 'older.edi']);
  second.child.kill('SIGKILL');
});

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ReceivingEvent, UploadedFile } from '../../src/transports/receiving/receiving-user.js';
import { createSftpServer, type SftpServer } from '../../src/transports/sftp-server/index.js';
import { createDirectoryFiles } from '../../src/transports/virtual-files/directory-files.js';
import { pattern } from '../transports/sftp/serve.js';
import { runClient } from './run-client.js';

const folder = mkdtempSync(join(tmpdir(), 'sftp-server-peer-'));
const home = join(folder, 'home');
const key = join(folder, 'client');
const bytes = pattern(5_000_001);
const uploads: UploadedFile[] = [];
const events: ReceivingEvent[] = [];
let server: SftpServer;
let port = 0;

beforeAll(async () => {
  mkdirSync(home);
  for (const file of ['host', 'client']) {
    const made = await runClient('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, file)]);
    expect(made.status, made.stderr).toBe(0);
  }
  writeFileSync(join(folder, 'a.edi'), bytes);
  const publicKeys = [readFileSync(`${key}.pub`, 'utf8')];
  server = createSftpServer({
    hostKeys: [readFileSync(join(folder, 'host'), 'utf8')],
    users: async (name) => (name === 'edi' ? { name, files: createDirectoryFiles(home), publicKeys } : undefined),
    uploaded: async (file) => void uploads.push(file),
    onEvent: (event) => events.push(event),
  });
  ({ port } = await server.listen({ port: 0 }));
  writeFileSync(join(folder, 'known'), `[127.0.0.1]:${port} ${readFileSync(join(folder, 'host.pub'), 'utf8')}`);
});
afterEach(() => {
  uploads.length = 0;
  events.length = 0;
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
});
afterAll(async () => {
  await server.close({ grace: 200 });
  rmSync(folder, { recursive: true });
});

const options = () => [
  ...['-i', key, '-o', `UserKnownHostsFile=${join(folder, 'known')}`, '-o', 'StrictHostKeyChecking=yes'],
  ...['-o', 'BatchMode=yes'],
];

async function sftp(lines: readonly string[], more: readonly string[] = []) {
  const batch = join(folder, 'batch');
  writeFileSync(batch, lines.map((line) => `${line}\n`).join(''));
  return runClient('sftp', [...options(), ...more, '-P', String(port), '-b', batch, 'edi@127.0.0.1']);
}

describe("OpenSSH's sftp with our server", () => {
  it('puts, lists, renames, gets and removes, and ends', async () => {
    const done = await sftp([
      'mkdir in',
      `put ${folder}/a.edi in/a.tmp`,
      'rename in/a.tmp in/a.edi',
      'ls -l in',
      'pwd',
      'cd in',
      `get a.edi ${folder}/got`,
      'rename a.edi b.edi',
      'rm b.edi',
      'cd ..',
      'rmdir in',
      'ls -1',
    ]);
    expect(done.status, done.stderr).toBe(0);
    expect(done.stdout).toMatch(/-rw.* 5000001 .*a\.edi/);
    expect(done.stdout).toContain('Remote working directory: /');
    expect(readFileSync(join(folder, 'got')).equals(bytes)).toBe(true);
    expect(readdirSync(home)).toEqual([]);
    expect(uploads.map(({ path, size }) => `${path} ${size}`)).toEqual([`/in/a.edi ${bytes.length}`]);
  });

  it('puts and gets whole directories, keeping times', async () => {
    const tree = join(folder, 'tree');
    mkdirSync(join(tree, 'sub'), { recursive: true });
    writeFileSync(join(tree, 'sub', 'x.edi'), 'ISA*00*');
    const done = await sftp([`put -pR ${tree} tree`, `get -pR tree ${folder}/back`]);
    expect(done.status, done.stderr).toBe(0);
    expect(readFileSync(join(folder, 'back', 'sub', 'x.edi'), 'utf8')).toBe('ISA*00*');
  });

  it('goes on with a file that was cut', async () => {
    writeFileSync(join(home, 'a.edi'), bytes.subarray(0, 1_000_000));
    writeFileSync(join(folder, 'cut'), bytes.subarray(0, 3_000_000));
    const done = await sftp([`reput ${folder}/a.edi a.edi`, `reget a.edi ${folder}/cut`]);
    expect(done.status, done.stderr).toBe(0);
    expect(readFileSync(join(home, 'a.edi')).equals(bytes)).toBe(true);
    expect(readFileSync(join(folder, 'cut')).equals(bytes)).toBe(true);
  });

  it('fails where it must', async () => {
    for (const line of ['get none', 'rm none', 'cd none', 'ln -s /etc/passwd link', 'rmdir none']) {
      expect((await sftp([line])).status, line).toBe(1);
    }
    await sftp([`put ${folder}/a.edi one`, `put ${folder}/a.edi two`]);
    expect((await sftp(['rename one two'])).status).toBe(1);
    expect(readdirSync(home).sort()).toEqual(['one', 'two']);
  });

  it('leaves the home by no name', async () => {
    const done = await sftp([`get ../../../../../../etc/passwd ${folder}/passwd`]);
    expect(done.status).toBe(1);
    expect(readdirSync(folder)).not.toContain('passwd');
  });

  it('changes keys in the middle of a file, both ways, many times', async () => {
    const large = pattern(100_000_000);
    writeFileSync(join(folder, 'large'), large);
    const done = await sftp(
      [`put ${folder}/large large`, `get large ${folder}/large-back`],
      ['-o', 'RekeyLimit=16M', '-o', 'LogLevel=DEBUG1'],
    );
    expect(done.status, done.stderr.slice(-2000)).toBe(0);
    expect(done.stderr.match(/SSH2_MSG_NEWKEYS received/g)?.length).toBeGreaterThan(8);
    expect(readFileSync(join(home, 'large')).equals(large)).toBe(true);
    expect(readFileSync(join(folder, 'large-back')).equals(large)).toBe(true);
  });

  it('is refused with another key, and gets no shell', async () => {
    const shell = await runClient('ssh', [...options(), '-p', String(port), 'edi@127.0.0.1', 'id']);
    expect(shell.status).not.toBe(0);
    expect(shell.stdout).toBe('');
    const stranger = await runClient('ssh', [...options(), '-p', String(port), 'root@127.0.0.1', '-s', 'sftp']);
    expect(stranger.stderr).toContain('Permission denied');
  });
});

describe("OpenSSH's scp with our server", () => {
  it('copies to it and from it, and ends well', async () => {
    const common = [...options(), '-q', '-P', String(port)];
    const put = await runClient('scp', [...common, join(folder, 'a.edi'), 'edi@127.0.0.1:/a.edi']);
    expect(put.status, put.stderr).toBe(0);
    const got = await runClient('scp', [...common, 'edi@127.0.0.1:/a.edi', join(folder, 'scp-got')]);
    expect(got.status, got.stderr).toBe(0);
    expect(readFileSync(join(folder, 'scp-got')).equals(bytes)).toBe(true);
    expect(uploads.map(({ path }) => path)).toEqual(['/a.edi']);
  });
});

describe('lftp with our SFTP server', () => {
  const lftp = (...commands: readonly string[]) => {
    const program = ['ssh', '-a', '-x', ...options()].join(' ');
    const settings = [`set sftp:connect-program "${program}"`, 'set net:max-retries 1', 'set cmd:fail-exit yes'];
    const script = [...settings, `open -u edi, sftp://127.0.0.1:${port}`, ...commands].join('; ');
    return runClient('lftp', ['--norc', '-c', script]);
  };

  it('puts, renames, lists, gets and removes', async () => {
    const done = await lftp(
      'mkdir in',
      `put ${folder}/a.edi -o in/a.tmp`,
      'mv in/a.tmp in/a.edi',
      'cls -1 in',
      `get in/a.edi -o ${folder}/lftp-got`,
      'rm in/a.edi',
      'rmdir in',
    );
    expect(done.status, done.stderr).toBe(0);
    expect(done.stdout).toContain('in/a.edi');
    expect(readFileSync(join(folder, 'lftp-got')).equals(bytes)).toBe(true);
    expect(readdirSync(home)).toEqual([]);
    expect(uploads.map(({ path }) => path)).toEqual(['/in/a.edi']);
  });

  it('mirrors a directory both ways', async () => {
    const tree = join(folder, 'lftp-tree');
    mkdirSync(join(tree, 'sub'), { recursive: true });
    for (const [name, content] of [
      ['1.edi', 'ISA*1*'],
      ['sub/2.edi', 'ISA*2*'],
    ] as const) {
      writeFileSync(join(tree, name), content);
    }
    const done = await lftp(`mirror -R ${tree} tree`, `mirror tree ${folder}/lftp-back`);
    expect(done.status, done.stderr).toBe(0);
    expect(readFileSync(join(folder, 'lftp-back', 'sub', '2.edi'), 'utf8')).toBe('ISA*2*');
    expect(events.filter(({ kind }) => kind === 'fault')).toEqual([]);
  });
});

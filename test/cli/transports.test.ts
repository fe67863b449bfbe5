import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryFiles } from '../../src/transports/virtual-files/memory-files.js';
import { type VirtualFiles, VirtualFilesError } from '../../src/transports/virtual-files/virtual-files.js';
import { PASSWORD, plant, serve } from '../transports/sftp/serve.js';
import { runHere } from './run-here.js';
import { TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
let connection = '';
let shared = '';
let common: readonly string[] = [];
let round = 0;

beforeEach(() => {
  const root = join(folder.path, `round-${++round}`);
  shared = join(root, 'shared');
  for (const name of ['in', 'out']) mkdirSync(join(shared, name), { recursive: true });
  connection = join(root, 'connection.json');
  const settings = { outbound: { directory: '/in' }, inbound: { directory: '/out', stableMs: 0 } };
  writeFileSync(connection, JSON.stringify({ kind: 'directory', id: 'partner', root: 'shared', ...settings }));
  common = ['--journal', join(root, 'journal')];
});

describe('send', () => {
  it('delivers a file once, however often it is called', async () => {
    const file = folder.file('claim.edi', 'ISA*00*first');
    const first = await runHere(['send', file, '--to', connection, ...common]);
    expect([first.code, first.err]).toEqual([0, '']);
    expect(first.out).toBe('delivered claim.edi, 12 bytes, to partner\n');
    expect(readFileSync(join(shared, 'in/claim.edi'), 'utf8')).toBe('ISA*00*first');
    const second = await runHere(['send', file, '--to', connection, ...common, '--json']);
    expect(JSON.parse(second.out)).toMatchObject({ already: true, name: 'claim.edi', size: 12 });
    expect(readdirSync(join(shared, 'in'))).toEqual(['claim.edi']);
  });

  it('is refused where another file has the name, with advice and exit code 4', async () => {
    writeFileSync(join(shared, 'in/claim.edi'), 'other');
    const { code, err } = await runHere(['send', folder.file('claim.edi', 'ISA'), '--to', connection, ...common]);
    expect(code).toBe(4);
    expect(err).toMatch(/Another file has that name/);
    expect(readFileSync(join(shared, 'in/claim.edi'), 'utf8')).toBe('other');
  });

  it('says which attempt failed, and ends with 5 when none is left', async () => {
    const closed = join(folder.path, 'closed.json');
    const server = { host: '127.0.0.1', port: 1, username: 'edi', hostKeys: [`SHA256:${'a'.repeat(43)}`] };
    writeFileSync(closed, JSON.stringify({ kind: 'sftp', id: 'p', server, outbound: { directory: '/in' } }));
    const flags = ['--attempts', '2', '--delay', '0'];
    const { code, err } = await runHere(['send', folder.file('a.edi', 'ISA'), '--to', closed, ...flags, ...common]);
    expect(code).toBe(5);
    expect(err).toMatch(/^attempt 1 of 2: .*Next in 0 s\.\nediloom: .*Nothing listens/);
  });

  it.each([
    [['send', 'nowhere.edi', '--to', 'CONNECTION'], /nowhere\.edi is no file/],
    [['send', 'FILE'], /--to CONNECTION\.json/],
    [['send', 'FILE', '--to', 'CONNECTION', '--attempts', '0'], /--attempts takes a whole number from 1 to 100\./],
    [['send', 'FILE', '--to', 'CONNECTION', '--delay=-1'], /--delay takes a whole number from 0 to 86400\./],
    [['send', 'FILE', '--to', 'missing.json'], /missing\.json does not exist/],
  ])('says what is missing: %j', async (args, text) => {
    const file = folder.file('x.edi', 'ISA');
    const real = args.map((arg) => ({ FILE: file, CONNECTION: connection })[arg] ?? arg);
    const { code, err } = await runHere([...real, ...common]);
    expect(code).toBe(2);
    expect(err).toMatch(text);
  });
});

/** A home of which one file may not be read. */
function deniedFile(files: VirtualFiles, denied: string): VirtualFiles {
  return {
    stat: (path) => files.stat(path),
    list: (path) => files.list(path),
    open: async (path, mode) => {
      if (path === denied) throw new VirtualFilesError('denied');
      return files.open(path, mode);
    },
    rename: (from, to, options) => files.rename(from, to, options),
    remove: (path) => files.remove(path),
    makeDirectory: (path) => files.makeDirectory(path),
    removeDirectory: (path) => files.removeDirectory(path),
    setModified: (path, modified) => files.setModified(path, modified),
  };
}

describe('receive', () => {
  it('takes files into a directory, never over one that is there, and lets them go', async () => {
    const into = join(folder.path, `into-${round}`);
    mkdirSync(into);
    writeFileSync(join(into, 'a.edi'), 'mine');
    for (const name of ['a.edi', 'b.edi']) writeFileSync(join(shared, 'out', name), `ISA ${name}`);
    const { code, out, err } = await runHere(['receive', connection, '--into', into, ...common]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(`${join(into, 'a-2.edi')}  9 bytes\n${join(into, 'b.edi')}  9 bytes\n`);
    expect(readFileSync(join(into, 'a.edi'), 'utf8')).toBe('mine');
    expect(readFileSync(join(into, 'a-2.edi'), 'utf8')).toBe('ISA a.edi');
    expect(readdirSync(join(shared, 'out'))).toEqual([]);
    expect(readdirSync(into).sort()).toEqual(['a-2.edi', 'a.edi', 'b.edi']);
  });

  it.each([
    { watch: [], code: 4 },
    { watch: ['--watch', '0.02'], code: 0 },
  ])('takes what is behind a file that it is not let read, and says so, %j', async ({ watch, code }) => {
    const files = createMemoryFiles();
    for (const path of ['/out', '/in']) await files.makeDirectory(path);
    for (const name of ['a.edi', 'b.edi']) await plant(files, `/out/${name}`, `ISA ${name}`);
    const served = await serve({}, { files: deniedFile(files, '/out/a.edi') });
    const secret = folder.file('password', PASSWORD);
    const login = { username: 'ann', password: { file: secret }, hostKeys: [served.hostKey] };
    const server = { host: '127.0.0.1', port: served.port, ...login };
    const inbound = { directory: '/out', stableMs: 0 };
    writeFileSync(connection, JSON.stringify({ kind: 'sftp', id: 'partner', server, inbound }));
    const into = join(folder.path, `denied-${round}`);
    const running = runHere(['receive', connection, '--into', into, ...watch, ...common]);
    // Files that are being written have a name of their own, and each round tries the first again.
    const arrived = () => (existsSync(into) ? readdirSync(into).filter((name) => name.endsWith('.edi')) : []);
    if (watch.length > 0) {
      await expect.poll(arrived, { timeout: 20_000 }).toEqual(['b.edi']);
      // A further one, after a round that failed.
      await plant(files, '/out/c.edi', 'ISA c.edi');
      await expect.poll(() => arrived().sort(), { timeout: 20_000 }).toEqual(['b.edi', 'c.edi']);
      process.emit('SIGINT');
    }
    const ran = await running;
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(/ediloom: .*\/out\/a\.edi/);
    expect(arrived()).toContain('b.edi');
    expect(await files.stat('/out/a.edi')).toBeDefined();
    await served.close();
  });

  it('has nothing to say of an empty inbox', async () => {
    const ran = await runHere(['receive', connection, '--into', join(folder.path, 'empty'), ...common]);
    expect(ran).toMatchObject({ code: 0, out: '', err: '' });
  });

  it('asks where to', async () => {
    expect((await runHere(['receive', connection, ...common])).err).toMatch(/--into DIR/);
  });
});

describe('check', () => {
  it('says step by step what it saw', async () => {
    const { code, out } = await runHere(['check', connection, ...common]);
    expect(code).toBe(0);
    expect(out).toMatch(/^ok {6}connect\nok {6}list \/in\nok {6}list \/out\n/);
  });

  it('says what failed, with exit code 5', async () => {
    writeFileSync(
      connection,
      JSON.stringify({ kind: 'directory', id: 'p', root: 'shared', outbound: { directory: '/no' } }),
    );
    const { code, out } = await runHere(['check', connection, ...common]);
    expect(code).toBe(5);
    expect(out).toMatch(/failed {2}list \/no: .*directory does not exist/i);
  });

  it('prints the schema of connection files', async () => {
    const { code, out } = await runHere(['check', '--schema']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toHaveProperty('$schema');
  });
});

describe('as2 keygen', () => {
  it('writes a key for its owner only, and a certificate', async () => {
    const prefix = join(folder.path, 'acme');
    const { code, out, err } = await runHere(['as2', 'keygen', '--name', 'ACME', '--days', '10', '-o', prefix]);
    expect([code, err]).toEqual([0, '']);
    expect(statSync(`${prefix}.key.pem`).mode & 0o077).toBe(0);
    const certificate = new X509Certificate(readFileSync(`${prefix}.cert.pem`));
    expect(certificate.subject).toContain('CN=ACME');
    expect(out).toContain(certificate.fingerprint256.replaceAll(':', '').toLowerCase());
    const again = await runHere(['as2', 'keygen', '--name', 'ACME', '-o', prefix]);
    expect(again).toMatchObject({ code: 2, err: expect.stringMatching(/exists already/) });
  });
});

describe('a directory that is to be made', () => {
  it.runIf(process.platform === 'linux')('ends where the file system makes none', async () => {
    const file = folder.file('y.edi', 'ISA');
    const lines = [
      ['send', file, '--to', connection, '--journal', '/proc/ediloom/journal'],
      ['receive', connection, '--into', '/proc/ediloom/in', ...common],
    ];
    for (const line of lines) {
      const { code, err } = await runHere(line);
      expect([code, err]).toEqual([2, expect.stringMatching(/The directory \/proc\/ediloom\/\w+ cannot be made/)]);
    }
  });

  it('is not made where a file stands, which is named', async () => {
    const file = folder.file('z.edi', 'ISA');
    for (const journal of [file, join(file, 'below')]) {
      const { code, err } = await runHere(['send', file, '--to', connection, '--journal', journal]);
      expect([code, err]).toEqual([2, expect.stringContaining(`${file} is a file, where a directory is needed`)]);
    }
  });
});

describe('AS2 by the command', () => {
  it('one listens, the other sends; what is received is stored before the receipt goes out', async () => {
    const port = await freePort();
    const root = join(folder.path, 'as2');
    mkdirSync(root);
    for (const name of ['shop', 'mill']) {
      expect((await runHere(['as2', 'keygen', '--name', name, '-o', join(root, name)])).code).toBe(0);
    }
    const partner = (ours: string, theirs: string) => ({
      ...{ ourId: ours, partnerId: theirs, url: `http://127.0.0.1:${port}/` },
      identities: [{ certificate: { file: `${ours}.cert.pem` }, privateKey: { file: `${ours}.key.pem` } }],
      certificates: [{ certificate: { file: `${theirs}.cert.pem` } }],
    });
    const write = (name: string, connection: unknown): string => {
      writeFileSync(join(root, name), JSON.stringify(connection));
      return join(root, name);
    };
    const shop = write('shop.json', { kind: 'as2', id: 'mill', partnership: partner('shop', 'mill') });
    const listen = { port };
    const mill = write('mill.json', { kind: 'as2', id: 'shop', listen, partnership: partner('mill', 'shop') });
    const journals = ['a', 'b'].map((name) => ['--journal', join(root, name)]);
    const receiving = runHere(['receive', mill, '--into', join(root, 'into'), ...(journals[0] ?? [])]);
    const file = folder.file('order.edi', 'ISA*00*order');
    const flags = ['--attempts', '100', '--delay', '0', '--json'];
    const sent = await runHere(['send', file, '--to', shop, ...flags, ...(journals[1] ?? [])]);
    expect(sent.code, sent.err).toBe(0);
    expect(JSON.parse(sent.out)).toMatchObject({ name: 'order.edi', size: 12, already: false });
    expect(readFileSync(join(root, 'into', 'order.edi'), 'utf8')).toBe('ISA*00*order');
    process.emit('SIGINT');
    expect(await receiving).toMatchObject({ code: 0, err: `listening: 127.0.0.1, port ${port}; Ctrl-C ends\n` });
  });

  it('says that it listens only where the port is to be had', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const connection = { kind: 'as2', id: 'shop', listen: { port }, partnership: { ourId: 'mill', partnerId: 'shop' } };
    const file = folder.file('taken.json', JSON.stringify(connection));
    const journal = ['--journal', join(folder.path, 'taken-journal')];
    const { code, err } = await runHere(['receive', file, '--into', join(folder.path, 'taken'), ...journal]);
    taken.close();
    expect(code).not.toBe(0);
    expect(err).toContain('cannot listen on port');
    expect(err).not.toContain('listening:');
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}

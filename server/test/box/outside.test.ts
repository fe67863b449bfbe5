import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ListenOptions } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasBoxes } from '../support/boxes.js';
import { boxWorld } from './box-world.js';

let box: Awaited<ReturnType<typeof boxWorld>>;
beforeAll(async () => {
  box = await boxWorld();
});
afterAll(() => box.end());

/** What became of each attempt: a code, or what it returned. */
const TRIED = `const tried = async (work) => { try { return String(await work()); } catch (error) { return String(error.code ?? error.name); } };
  const fs = await import('node:fs'); const net = await import('node:net');
  const reached = (where) => new Promise((resolve) => net.connect(where).on('connect', () => resolve('reached')).on('error', (e) => resolve(e.code)));`;

async function listening(where: ListenOptions): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(where, resolve));
  onTestFinished(() => void server.close());
}

describe.skipIf(!(await hasBoxes()))('a function in a box does not reach', () => {
  it('files of the server, by no name', async () => {
    const secret = join(box.folder, 'master.key');
    mkdirSync(box.folder, { recursive: true });
    writeFileSync(secret, 'secret', { mode: 0o644 });
    const names = [secret, `/function/../..${secret}`, `/proc/self/root${secret}`, `/proc/1/root${secret}`];
    const body = `${TRIED}
      const all = [...event, '/etc/passwd', '/proc/${process.pid}/environ', '/proc/${process.pid}/fd/0'];
      return Promise.all(all.map((name) => tried(() => fs.readFileSync(name))));`;
    const event = Buffer.from(JSON.stringify(names));
    expect(new Set((await box.returned(body, { event })) as string[])).toEqual(new Set(['ENOENT']));
  });

  it('its own package, other devices, and what the kernel is set by, to write', async () => {
    const body = `${TRIED}
      const open = (name) => tried(() => fs.openSync(name, 'r+'));
      return [await tried(() => fs.writeFileSync('/function/index.mjs', '')), await tried(() => fs.symlinkSync('/', '/tmp/root')),
        await open('/proc/sys/kernel/core_pattern'), await open('/proc/sysrq-trigger'), await open('/dev/mem'), await open('/dev/kmsg'),
        await tried(() => process.setuid(0)), await tried(() => process.chdir('/proc/1/cwd'))];`;
    const codes = (await box.returned(body)) as string[];
    expect(codes.filter((code) => !/^(E[A-Z]+|ERR_ACCESS_DENIED)$/.test(code))).toEqual(
      // Where it is not root outside it may be whom it is already, and go where it is.
      codes.filter((code) => code === 'undefined'),
    );
    expect(codes.slice(0, 6)).not.toContain('undefined');
  });

  it('sockets of this machine, whatever kind they are of', async () => {
    const path = join(box.folder, 'database');
    const abstract = `\0box-test-${process.pid}`;
    await listening({ path });
    await listening({ path: abstract });
    const body = `${TRIED} return Promise.all(event.map((path) => reached({ path })));`;
    const event = Buffer.from(JSON.stringify([path, `/proc/1/root${path}`, abstract]));
    expect(await box.returned(body, { event })).toEqual(['ENOENT', 'ENOENT', 'ECONNREFUSED']);
  });

  it('the inspector of the server, nor lets anybody in by one of its own', async () => {
    await listening({ port: 0, host: '127.0.0.1' });
    const body = `${TRIED}
      const inspector = await import('node:inspector');
      const asked = [await tried(() => process.kill(${process.pid}, 'SIGUSR1')), await tried(() => process._debugProcess(${process.pid}))];
      await tried(() => process.kill(process.pid, 'SIGUSR1'));
      await tried(() => inspector.open(9229, '127.0.0.1'));
      return asked;`;
    const [killed, debugged] = (await box.returned(body)) as string[];
    expect([killed, debugged === 'undefined']).toEqual(['ESRCH', false]);
  });

  it('a process or a thread by whatever way there is to begin one', async () => {
    const body = `${TRIED}
      const child = await import('node:child_process'); const cluster = (await import('node:cluster')).default;
      const node = process.execPath;
      const ways = [() => child.spawnSync(node), () => child.spawn(node), () => child.fork('/box/program.mjs'), () => child.execSync('true'),
        () => child.execFileSync(node), () => cluster.fork(), () => process.binding('spawn_sync').spawn({ file: node, args: [node] }),
        () => process.binding('process_wrap').Process()];
      const all = [];
      for (let round = 0; round < 20; round++) for (const way of ways) all.push(await tried(way));
      return [...new Set(all)];`;
    const codes = (await box.returned(body)) as string[];
    expect(codes.filter((code) => !/^(ERR_ACCESS_DENIED|ERR_INVALID_MODULE|TypeError|Error)$/.test(code))).toEqual([]);
  });

  it.each([
    ['all that it sees', -1],
    ['its group', 0],
    ['itself', 'process.pid'],
  ])('others by killing %s', async (_, target) => {
    const ran = await box.run(`export const handler = async () => { process.kill(${target}, 'SIGKILL'); for (;;); };`, {
      timeoutMs: 1000,
    });
    expect(ran.how).toBe('failed');
    expect(await box.returned('return 1;')).toBe(1);
  });
});

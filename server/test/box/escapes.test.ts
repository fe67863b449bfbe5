import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBoxes } from '../support/boxes.js';
import { boxWorld } from './box-world.js';

let box: Awaited<ReturnType<typeof boxWorld>>;
beforeAll(async () => {
  box = await boxWorld();
});
afterAll(() => box.end());

/** Processes of this machine that were started with these words. */
function processesWith(words: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(words);
      } catch {
        return false;
      }
    });
}

const TRIED = `const tried = async (work) => { try { return await work(); } catch (error) { return String(error.code ?? error.name); } };`;

describe.skipIf(!(await hasBoxes()))('a function in a box', () => {
  it('sees no file but its own, those of Node.js, and what it writes to /tmp', async () => {
    const body = `const { readdirSync, writeFileSync, readFileSync } = await import('node:fs');
      writeFileSync('/tmp/own', 'x');
      return { root: readdirSync('/').sort(), tmp: readdirSync('/tmp'), function: readdirSync('/function') };`;
    const seen = (await box.returned(body)) as { root: string[] };
    expect(seen).toMatchObject({ tmp: ['own'], function: ['index.mjs'] });
    expect(seen.root.filter((name) => !/^(lib|usr|bin)/.test(name))).toEqual(['box', 'dev', 'function', 'proc', 'tmp']);
  });

  it('is written as a module, or as older examples are', async () => {
    const ran = await box.run('exports.handler = async () => require("node:path").sep;', {}, 'index.js');
    expect(ran.how === 'returned' && Buffer.from(ran.result).toString()).toBe('"/"');
    expect(await box.run('export const other = 1;')).toMatchObject({
      error: { errorType: 'Runtime.HandlerNotFound', errorMessage: expect.stringContaining('handler') },
    });
  });

  it('leaves nothing in /tmp for the next one', async () => {
    const body = `const { readdirSync } = await import('node:fs'); return readdirSync('/tmp');`;
    expect(await box.returned(body)).toEqual([]);
  });

  it('has none of the descriptors and variables of the server', async () => {
    const body = `const { readdirSync, readlinkSync } = await import('node:fs');
      const links = readdirSync('/proc/self/fd').map((fd) => { try { return readlinkSync('/proc/self/fd/' + fd); } catch { return 'gone'; } });
      return { env: process.env, links };`;
    const { env, links } = (await box.returned(body, { environment: { ONE: '1' } })) as {
      env: unknown;
      links: string[];
    };
    expect(env).toEqual({ ONE: '1' });
    expect(links.filter((link) => !/^(pipe|socket|anon_inode):|^\/dev\/null$|^gone$/.test(link))).toEqual([]);
  });

  it('starts no process, no thread and no native code', async () => {
    const body = `${TRIED}
      const { spawnSync } = await import('node:child_process'); const { Worker } = await import('node:worker_threads');
      return [
        await tried(() => spawnSync(process.execPath, ['-v'])),
        await tried(() => new Worker('1', { eval: true })),
        await tried(() => process.dlopen({ exports: {} }, '/usr/bin/setpriv')),
      ];`;
    expect(await box.returned(body)).toEqual(['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'ERR_DLOPEN_DISABLED']);
  });

  it('sends no signal to anybody but itself', async () => {
    const body = `${TRIED}
      return [await tried(() => process.ppid), await tried(() => process.kill(${process.pid}, 0)), await tried(() => process.kill(-1, 0)),
        await tried(() => process.kill(0, 'SIGCONT'))];`;
    expect(await box.returned(body)).toEqual([0, 'ESRCH', 'ESRCH', true]);
  });

  it('reaches no server of this machine', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const body = `const { connect } = await import('node:net');
      return new Promise((resolve) => connect(${port}, '127.0.0.1').on('connect', () => resolve('reached')).on('error', (e) => resolve(e.code)));`;
    expect(await box.returned(body)).toBe('ENETUNREACH');
    server.close();
  });

  it.each([
    ['a heap without an end', 'const all = []; for (;;) all.push(new Array(1000).fill(Math.random()));'],
    ['buffers without an end', 'const all = []; for (;;) all.push(Buffer.alloc(1_000_000, 1));'],
    [
      'files without an end',
      'const fs = await import("node:fs"); for (let n = 0; ; n++) fs.writeFileSync("/tmp/" + n, Buffer.alloc(8e6));',
    ],
    ['exit', 'process.exit(0);'],
    ['a result that is too large', 'return "x".repeat(7_000_000);'],
    ['a result that cannot be JSON', 'const one = {}; one.one = one; return one;'],
    ['a result that lies about its form', 'return { toJSON() { throw new Error("no"); } };'],
    [
      'words on the descriptor of results',
      'const fs = await import("node:fs"); fs.writeSync(3, "failed\\n{\\"errorType\\":{}}"); process.reallyExit(0);',
    ],
    ['signals to itself', 'process.kill(process.pid, "SIGKILL"); process.abort();'],
  ])('fails, and nothing of it is left: %s', { timeout: 60_000 }, async (_, body) => {
    const ran = await box.run(`export const handler = async () => { ${body} };`);
    expect(ran.how).toBe('failed');
    expect(processesWith(box.folder)).toEqual([]);
  });

  it('is ended after its time, however it clings to it', async () => {
    const code = `for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {});
      export const handler = () => { for (;;); };`;
    const ran = await box.run(code, { timeoutMs: 300 });
    expect(ran).toMatchObject({ how: 'failed', error: { errorMessage: 'Task timed out after 0.30 seconds' } });
    expect(processesWith(box.folder)).toEqual([]);
  });

  it('may print as much as it likes: the end of it is kept', { timeout: 60_000 }, async () => {
    const code = `export const handler = async () => { const { writeSync } = await import('node:fs');
      for (let n = 0; n < 300; n++) { const line = Buffer.from(String(n).repeat(50_000)); for (let at = 0; at < line.length;) { try { at += writeSync(1, line, at); } catch {} } }
      console.log('last'); return 1; };`;
    const { how, log } = await box.run(code, { timeoutMs: 30_000 });
    expect([how, log.bytes.length, log.left > 10_000_000]).toEqual(['returned', 256 * 1024, true]);
    expect(Buffer.from(log.bytes).toString()).toMatch(/last\n$/);
  });
});

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { boxCommand } from '../../src/box/box-command.js';
import { findBoxTools } from '../../src/box/box-tools.js';
import { watchBox } from '../../src/box/watch-box.js';
import { hasBoxes, openTestRunner } from '../support/boxes.js';

const PROGRAM = fileURLToPath(new URL('../../src/box/inside/program.mjs', import.meta.url));

/** What a function says in a box whose Node.js forbids nothing: as if it had found a way around that. */
async function runUnforbidden(body: string): Promise<string> {
  const { folder } = await openTestRunner();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const code = join(folder, 'code');
  mkdirSync(code);
  chmodSync(code, 0o755);
  writeFileSync(join(code, 'index.mjs'), `export const handler = async () => { ${body} };`);
  const place = { tools: await findBoxTools(), program: PROGRAM, root: join(folder, 'box') };
  const [command, ...args] = boxCommand(place, { folder: code, timeoutMs: 20_000, memoryMb: 64 });
  const kept = args.filter((arg) => !/^--(experimental-)?permission$|^--allow-/.test(arg));
  const child = spawn(command, kept, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'inherit', 'pipe'] });
  child.stdin?.end('{"timeoutMs":20000,"environment":{}}\n{}');
  return (await buffer(child.stdio[3] as Readable)).toString();
}

describe.skipIf(!(await hasBoxes()))('a function that could start processes', () => {
  it('starts no more of them than its box has room for', { timeout: 60_000 }, async () => {
    const said = await runUnforbidden(`
      const { spawn } = await import('node:child_process');
      let refused = 0;
      const starting = Array.from({ length: 200 }, () => new Promise((resolve) => {
        const child = spawn('/box/node', ['--version'], { stdio: 'ignore' });
        child.on('error', ({ code }) => { if (code === 'EAGAIN') refused++; resolve(); }).on('spawn', resolve);
      }));
      await Promise.all(starting);
      return refused > 0;`);
    expect(said).toBe('began\nreturned\ntrue');
  });
});

it('memory of what it has started counts, however far below', { timeout: 30_000 }, async () => {
  const grown = `const all = Buffer.alloc(150 * 1024 * 1024, 1); setInterval(() => all[0], 1000);`;
  const child = spawn('/bin/sh', ['-c', 'sh -c \'"$@" & wait\' sh "$@" & wait', 'sh', process.execPath, '-e', grown], {
    detached: true,
  });
  const onOver = vi.fn();
  const unwatch = watchBox(child.pid ?? 0, 140, onOver);
  onTestFinished(() => {
    unwatch();
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  });
  await vi.waitFor(() => expect(onOver).toHaveBeenCalled(), { timeout: 20_000 });
});

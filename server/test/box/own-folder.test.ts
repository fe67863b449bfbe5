import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openOwnFolder } from '../../src/box/own-folder.js';

it('a folder of a process that was killed is removed by the next one, those of the living stay', async () => {
  const above = mkdtempSync(join(tmpdir(), 'own-'));
  onTestFinished(() => rmSync(above, { recursive: true, force: true }));
  const living = await openOwnFolder(above, 'gates-', Date.now());
  const killed = join(above, 'gates-killed');
  const young = join(above, 'gates-young');
  const other = join(above, 'other');
  for (const path of [killed, young, other]) mkdirSync(path);
  const listens = `require('net').createServer().listen(${JSON.stringify(join(killed, 'alive'))}, () => console.log('listens'))`;
  const child = spawn(process.execPath, ['-e', listens], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  writeFileSync(join(killed, 'gate'), '');
  utimesSync(young, 1, 1);
  const next = await openOwnFolder(above, 'gates-', Date.now());
  expect([living.path, young, other, next.path, killed].map((path) => existsSync(path))).toEqual([
    ...[true, true, true, true],
    false,
  ]);
  await next.close();
  await living.close();
  expect(existsSync(living.path)).toBe(false);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildServer } from '../support/built-server.js';

let built: Awaited<ReturnType<typeof buildServer>>;

beforeAll(async () => {
  built = await buildServer();
});

afterAll(() => built.remove());

it('a command whose reader has read enough ends well, without a trace of the program', async () => {
  const child = spawn(process.execPath, [built.main, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const said = text(child.stderr);
  const [code] = await once(child, 'exit');
  expect(await said).toBe('');
  expect(code).toBe(0);
});

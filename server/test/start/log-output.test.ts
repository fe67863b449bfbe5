import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { logOutput } from '../../src/start/log-output.js';

function pipe(): number {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'log');
  execFileSync('mkfifo', [path]);
  return openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
}

it('a reader who has had no time for the log gets every line of it later', async () => {
  const fd = pipe();
  onTestFinished(() => closeSync(fd));
  const log = logOutput(fd);
  const line = `${'x'.repeat(999)}\n`;
  // Many times what a pipe holds.
  for (let n = 0; n < 500; n++) log.write(line);
  const room = Buffer.alloc(64 * 1024);
  let read = 0;
  while (read < 500_000) {
    try {
      read += readSync(fd, room);
    } catch (error) {
      expect(error).toMatchObject({ code: 'EAGAIN' });
      await after(1);
    }
  }
  expect(read).toBe(500_000);
});

it('a log that cannot be written any more ends nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // A folder cannot be written to, whatever is tried.
  const log = logOutput(openSync(folder, constants.O_RDONLY));
  for (let n = 0; n < 3; n++) {
    log.write('x\n');
    await after(5);
  }
});

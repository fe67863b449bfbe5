import { type ChildProcess, spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { StormTask } from './task.js';

/** Makes the program of the storm's processes in a folder. */
export async function programIn(folder: string): Promise<string> {
  const program = join(folder, 'process.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('process.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  // Where the program looks for the packages that it does not hold.
  symlinkSync(
    fileURLToPath(new URL('../../../node_modules', import.meta.url)),
    join(folder, 'node_modules'),
    'junction',
  );
  return program;
}

/** What befalls a process, so many milliseconds after it said that it begins. */
export interface Later {
  readonly after: number;
  act(child: ChildProcess): void;
}

/** Runs one process to its exit code or signal, and what it complained of. */
export async function runProcess(program: string, task: StormTask, laters: readonly Later[] = []): Promise<string> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.stdout.once('data', () => {
    for (const { after, act } of laters) wait(after).then(() => act(child));
  });
  child.stdout.resume();
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(`${signal ?? code}${complaint}`));
  });
}

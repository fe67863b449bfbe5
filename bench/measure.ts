import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkOrder, WorkResult } from './work.js';

/**
 * Runs one work order in a process of its own, so that no compiled code, no garbage and no peak of another stage
 * counts; resolves to the words of the error when it fails.
 */
export function measure(child: string, order: WorkOrder): Promise<WorkResult | string> {
  return new Promise((resolve) => {
    const running = spawn(process.execPath, [child, JSON.stringify(order)], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let problems = '';
    running.stdout.on('data', (text) => {
      out += text;
    });
    running.stderr.on('data', (text) => {
      problems += text;
    });
    running.on('error', (error) => resolve(error.message));
    running.on('close', (code, signal) => {
      const last = out.trimEnd().split('\n').at(-1) ?? '';
      if (code === 0 && last.startsWith('{')) resolve(JSON.parse(last));
      else resolve(problems.trim().split('\n').at(-1) || `ended with ${signal ?? `exit code ${code}`}`);
    });
  });
}

/** Millions of bytes a CPU second. */
export function rate(result: WorkResult): number {
  return result.bytes / 1e6 / Math.max(result.seconds, 1e-6);
}

/** The middle one; of an even number the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

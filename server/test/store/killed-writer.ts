import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { StorePlace } from '../support/store-factory.js';

const PROGRAM = fileURLToPath(new URL('./writer-process.ts', import.meta.url));
/** Acknowledgments that are waited for before the kill. */
const ENOUGH = 100;

/**
 * Lets a process write rows to a store that is not open here, and kills it in the midst of that.
 * @returns the names of the rows it was told are committed.
 */
export async function killedWriter(place: StorePlace, prefix: string): Promise<readonly string[]> {
  const args = ['--import', 'tsx', PROGRAM, place.dialect, place.address, prefix];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged: string[] = [];
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === ENOUGH) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  if (signal !== 'SIGKILL') throw new Error('The writer ended by itself.');
  return acknowledged;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PROGRAM = fileURLToPath(new URL('allocate.ts', import.meta.url));

/** Numbers that one process was given, as it wrote them. */
export interface GivenNumber {
  readonly scope: string;
  readonly caller: number;
  readonly number: number;
}

/** Makes one plain program of `allocate.ts`, so that a process starts in hundredths of a second. */
export async function bundleAllocate(folder: string): Promise<string> {
  const outfile = join(folder, 'allocate.mjs');
  await build({ entryPoints: [PROGRAM], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  return outfile;
}

/** A running `allocate.ts`. Its output goes to a file: a kill takes nothing of it away. */
export class AllocatingProcess {
  readonly #child: ChildProcess;
  readonly #log: string;
  /** Exit code, or the signal that ended it, with what it wrote to standard error. */
  readonly ended: Promise<string>;

  constructor(program: string, log: string, args: readonly string[]) {
    this.#log = log;
    const out = openSync(log, 'wx');
    this.#child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', out, 'pipe'] });
    closeSync(out);
    let complaint = '';
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    this.ended = new Promise((resolve, reject) => {
      this.#child.on('error', reject);
      this.#child.on('close', (code, signal) => resolve(`${signal ?? code}${complaint}`));
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** What it was given until now; a last line that is not whole does not count. */
  given(): readonly GivenNumber[] {
    const lines = readFileSync(this.#log, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => {
      const [scope = '', caller, number] = line.split(' ');
      return { scope, caller: Number(caller), number: Number(number) };
    });
  }
}

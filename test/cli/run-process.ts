import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Exited {
  readonly code: number | null;
  /** What ended it, if not itself. */
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface ProcessOptions {
  readonly input?: string | Uint8Array;
  /** Closes the reading end of its standard output once so many bytes came, as `head` does. */
  readonly hangUpAfter?: number;
  /** Keeps its standard input open, and is called behind the input. */
  readonly whileOpen?: (child: ChildProcess) => Promise<void>;
  /** Standard output is this file, on which there is room for so many blocks of 512 bytes. */
  readonly into?: { readonly file: string; readonly blocks: number };
}

/**
 * Runs the command as a process of its own: for what streams and exit codes do. Compiled once for the tests of a file, since the
 * sources take a second at every start.
 */
export function commandProcess(): (args: readonly string[], options?: ProcessOptions) => Promise<Exited> {
  // Two folders below the guides, as the sources are.
  const folder = mkdtempSync(join(ROOT, 'test/.built-'));
  const program = join(folder, 'main.js');
  beforeAll(async () => {
    const target = { format: 'esm', platform: 'node', packages: 'external', logLevel: 'error' } as const;
    await build({ entryPoints: [MAIN], outfile: program, bundle: true, ...target });
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return (args, options = {}) => runProcess(program, args, options);
}

function runProcess(
  program: string,
  args: readonly string[],
  { input = '', hangUpAfter, whileOpen, into }: ProcessOptions,
): Promise<Exited> {
  return new Promise((resolve, reject) => {
    const node = [process.execPath, program, ...args];
    // The limit of a file's size stands for a full disk: a write ends short, and the next one fails.
    const limited =
      into === undefined ? [] : ['-c', `trap '' XFSZ; ulimit -f ${into.blocks}; exec "$@" > "$0"`, into.file];
    const [command = '', ...rest] = into === undefined ? node : ['bash', ...limited, ...node];
    const child = spawn(command, rest, { cwd: ROOT });
    const [out, err] = [[] as Buffer[], [] as Buffer[]];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      out.push(chunk);
      size += chunk.length;
      if (hangUpAfter !== undefined && size >= hangUpAfter) child.stdout.destroy();
    });
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    // The command may stop before it has read all.
    child.stdin.on('error', () => undefined);
    if (whileOpen === undefined) child.stdin.end(input);
    else {
      child.stdin.write(input);
      whileOpen(child).catch(reject);
    }
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code, signal, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() });
    });
  });
}

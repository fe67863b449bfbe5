import { spawn } from 'node:child_process';

const MAIN = new URL('../../src/cli/main.ts', import.meta.url).pathname;
const ROOT = new URL('../../', import.meta.url).pathname;

export interface Exited {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs the command as a process of its own, which takes a second: for what streams and exit codes do. `hangUpAfter` closes
 * the reading end of its standard output once so many bytes came, as `head` does.
 */
export function runProcess(
  args: readonly string[],
  { input = '', hangUpAfter }: { readonly input?: string | Uint8Array; readonly hangUpAfter?: number } = {},
): Promise<Exited> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], { cwd: ROOT });
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
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() });
    });
  });
}

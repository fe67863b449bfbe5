import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a client to its end while this process serves it; one that hangs is ended, after a minute as a rule, without a status. */
export async function runClient(program: string, args: readonly string[], input = '', timeout = 60_000): Promise<Ran> {
  const child = spawn(program, args, { timeout, killSignal: 'SIGKILL' });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const status = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await status, stdout, stderr };
}

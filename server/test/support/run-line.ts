import type { Environment } from '../../src/config.js';
import { runCommandLine } from '../../src/start/run-command-line.js';

/** What a command line came to. */
export interface RanLine {
  /** Its exit status. */
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a command line in this process, and keeps what it prints. */
export async function runLine(argv: readonly string[], environment: Environment): Promise<RanLine> {
  let [out, error] = ['', ''];
  const code = await runCommandLine(argv, environment, {
    out: (text) => {
      out += text;
    },
    error: (text) => {
      error += text;
    },
  });
  return { code, out, error };
}

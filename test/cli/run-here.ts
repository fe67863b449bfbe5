import type { ExitCode } from '../../src/cli/exit.js';
import { Output } from '../../src/cli/output.js';
import { run } from '../../src/cli/run.js';

/** What a command line did. */
export interface Ran {
  readonly code: ExitCode;
  /** Standard output as UTF-8. */
  readonly out: string;
  readonly bytes: Uint8Array;
  readonly err: string;
}

/** Runs a command line in this process, away from the real streams; `terminal` makes both streams terminals. */
export async function runHere(args: readonly string[], { terminal = false } = {}): Promise<Ran> {
  const out = new Sink(terminal);
  const err = new Sink(terminal);
  const code = await run(args, new Output(out), new Output(err));
  return { code, out: out.text, bytes: out.bytes, err: err.text };
}

class Sink {
  readonly isTTY: boolean;
  readonly #parts: Uint8Array[] = [];

  constructor(terminal: boolean) {
    this.isTTY = terminal;
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  get text(): string {
    return Buffer.concat(this.#parts).toString('utf8');
  }

  write(data: string | Uint8Array): boolean {
    this.#parts.push(Buffer.from(data));
    return true;
  }

  once(): void {
    throw new Error('This stream is never slow.');
  }
}

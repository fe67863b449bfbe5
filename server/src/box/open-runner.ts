import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandAround, findBoxTools } from './box-tools.js';
import { probeBox } from './probe-box.js';
import { boxRunner, plainRunner } from './run-in-box.js';
import type { FunctionRunner } from './runner.js';

/** How functions are kept from the server and from each other on this machine. */
export type Isolation =
  | { readonly kind: 'box' }
  /** Only by what Node.js forbids: the operator has said that it is enough. */
  | { readonly kind: 'none' }
  /** Functions are off, as the operator wants it. */
  | { readonly kind: 'off' }
  /** Functions are off, as no box can be made. */
  | { readonly kind: 'unavailable'; readonly why: string };

export interface OpenedRunner {
  readonly isolation: Isolation;
  /** Absent where functions are off. */
  readonly runner?: FunctionRunner;
}

export interface RunnerOptions {
  /** Of the server, from the root on: boxes are made over a folder in it, and see none of it. */
  readonly dataFolder: string;
  /** `none`: no box, though one could be made. */
  readonly wanted: 'box' | 'none' | 'off';
}

/** Beside this module; built it is below `box/`. */
const ENDING = extname(import.meta.url);
const PROGRAM = fileURLToPath(
  new URL(ENDING === '.ts' ? './inside/program.mjs' : `./box/program${ENDING}`, import.meta.url),
);

/** Looks what this machine can do, by doing it once. */
export async function openRunner({ dataFolder, wanted }: RunnerOptions): Promise<OpenedRunner> {
  if (wanted === 'off') return { isolation: { kind: 'off' } };
  if (wanted === 'none') {
    return { isolation: { kind: 'none' }, runner: plainRunner({ program: PROGRAM, around: await commandAround() }) };
  }
  try {
    const tools = await findBoxTools();
    const root = join(dataFolder, 'box');
    await mkdir(root, { recursive: true, mode: 0o700 });
    const runner = boxRunner({ tools, program: PROGRAM, root });
    await probeBox(runner, dataFolder);
    return { isolation: { kind: 'box' }, runner };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { isolation: { kind: 'unavailable', why } };
  }
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the package's sources. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Packed {
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes. */
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs what is built in dist/ into a folder. */
export function packInto(folder: string): Packed {
  const printed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT);
  const [packed]: [Packed] = JSON.parse(printed);
  return packed;
}

/** What the command prints; when it fails, what it printed is shown. @param env set beside the environment that is there. */
export function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const options = { cwd, encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 64_000_000 } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`);
  return stdout;
}

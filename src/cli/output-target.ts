import type { Stats } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from './exit.js';
import { errorCodeOf } from './give-name.js';

/** Where `--output` leads. */
export type OutputTarget =
  /** A pipe or device, such as /dev/null: nothing there can be replaced, so it is written to as it is. */
  | { readonly kind: 'through'; readonly path: string }
  | { readonly kind: 'new'; readonly path: string }
  /** `path` is behind all links, so that these stay what they are. */
  | { readonly kind: 'replaced'; readonly path: string; readonly old: Stats };

const STANDARD_OUTPUT: ReadonlySet<string> = new Set(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

/** Whether a name means standard output. Where that leads to a file, it would look like one that is there already. */
export function isStandardOutput(file: string): boolean {
  return STANDARD_OUTPUT.has(file);
}

/** What stands under the name of an output; undefined: nothing yet. @throws CommandError where the name can never be given. */
export async function outputStats(file: string): Promise<Stats | undefined> {
  return stat(file).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'ENAMETOOLONG') return undefined;
    throw new CommandError(`${file} is a longer name than a file system takes. Name a shorter one.`);
  });
}

/**
 * Looks at the file that `--output` names.
 * @param inputs what the command reads: paths of files and folders, and words that are neither.
 * @throws CommandError where it cannot be written, or is read by the same command.
 */
export async function outputTarget(
  file: string,
  { replace, inputs }: { readonly replace: boolean; readonly inputs: readonly string[] },
): Promise<OutputTarget> {
  const there = await outputStats(file);
  if (there === undefined) {
    const isLink = await lstat(file).catch(() => undefined);
    if (isLink !== undefined) throw new CommandError(`${file} is a link that leads nowhere. Name another file.`);
    return { kind: 'new', path: file };
  }
  if (there.isDirectory()) throw new CommandError(`${file} is a folder. Name a file in it.`);
  if (there.isFIFO() || there.isCharacterDevice()) return { kind: 'through', path: file };
  if (!there.isFile()) throw new CommandError(`${file} is no file that can be written to. Name another.`);
  const path = await realpath(file);
  await refuseInput(file, { path, old: there, inputs });
  if (!replace) throw nameTaken(file);
  return { kind: 'replaced', path, old: there };
}

export function nameTaken(file: string): CommandError {
  return new CommandError(`${file} exists already. Name another file, or replace it with --force.`);
}

/** What is read cannot be written at once: a slip would cost the only copy. */
async function refuseInput(
  file: string,
  { path, old, inputs }: { readonly path: string; readonly old: Stats; readonly inputs: readonly string[] },
): Promise<void> {
  for (const input of inputs) {
    const one = await stat(input).catch(() => undefined);
    if (one === undefined) continue;
    const same = one.isDirectory() ? await sameFile(one, dirname(path)) : isSame(one, old);
    if (same) throw new CommandError(`${file} is read by this command, and would be lost. Name another file.`);
  }
}

async function sameFile(one: Stats, path: string): Promise<boolean> {
  const other = await stat(path).catch(() => undefined);
  return other !== undefined && isSame(one, other);
}

function isSame(one: Stats, other: Stats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

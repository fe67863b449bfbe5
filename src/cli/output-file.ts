import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { link, rename, rm, stat } from 'node:fs/promises';
import { type CommandInput, type OptionSpec, textOption } from './command.js';
import { CommandError, type ExitCode } from './exit.js';
import { Output } from './output.js';

/** Options of commands whose text may go to a file. */
export const OUTPUT_FILE_OPTIONS = {
  output: { type: 'string', short: 'o', value: 'FILE', help: 'write to a file instead of standard output' },
  force: { type: 'boolean', short: 'f', help: 'with --output: replace a file that is there' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/**
 * Does work whose output goes to the file that `--output` names: written beside it, and given the name when all of it is safe. What
 * throws leaves no file, and one that was there as it was.
 */
export async function toOutputFile(
  input: CommandInput,
  work: (input: CommandInput) => Promise<ExitCode>,
): Promise<ExitCode> {
  const file = textOption(input, 'output');
  const replace = input.options.force === true;
  if (file === undefined) {
    if (replace) throw new CommandError('--force needs --output FILE.');
    return work(input);
  }
  if (!replace && (await isThere(file))) throw exists(file);
  const part = `${file}.${process.pid}.part`;
  const stream = createWriteStream(part, { flags: 'wx', flush: true });
  // Whatever goes wrong with the file is told once, by what waits for it.
  const failed = once(stream, 'error').then(([error]) => Promise.reject(cannotWrite(file, error)));
  failed.catch(() => undefined);
  try {
    const output = new Output(stream);
    const code = await Promise.race([failed, work({ ...input, output })]);
    await Promise.race([failed, output.flush({ all: true })]);
    stream.end();
    await Promise.race([failed, once(stream, 'close')]);
    await name(part, file, replace);
    return code;
  } finally {
    stream.destroy();
    await rm(part, { force: true });
  }
}

// Unlike a rename, a link never replaces what is there.
async function name(part: string, file: string, replace: boolean): Promise<void> {
  try {
    await (replace ? rename(part, file) : link(part, file));
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? exists(file) : cannotWrite(file, error);
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

function exists(file: string): CommandError {
  return new CommandError(`${file} exists already. Name another file, or replace it with --force.`);
}

function cannotWrite(file: string, error: unknown): CommandError {
  return new CommandError(`${file} cannot be written (${codeOf(error) || 'unknown reason'}). Nothing was written.`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

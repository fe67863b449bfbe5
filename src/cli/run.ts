import { isX12Error, type X12ErrorCode } from '../model/error.js';
import { nearestName, quotedName } from '../model/nearest-name.js';
import { type Command, commandHelp, parseCommand, usageLine } from './command.js';
import { COMMANDS } from './commands.js';
import { CommandError, ExitCode } from './exit.js';
import type { Output } from './output.js';
import { printable } from './printable.js';
import { version } from './version.js';

/** Runs one command line, without the program's name. Whatever goes wrong ends in one line on `errors` and an exit code. */
export async function run(args: readonly string[], output: Output, errors: Output): Promise<ExitCode> {
  try {
    return await dispatch(args, output, errors);
  } catch (error) {
    errors.line(`ediloom: ${printable(explain(error))}`);
    return exitCodeOf(error);
  } finally {
    await output.flush({ all: true });
    await errors.flush({ all: true });
  }
}

async function dispatch(args: readonly string[], output: Output, errors: Output): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined) {
    errors.text(overview());
    return ExitCode.usage;
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    output.text(rest[0] === undefined ? overview() : commandHelp(commandNamed(rest[0])));
    return ExitCode.clean;
  }
  if (name === '--version' || name === '-v') {
    output.line(await version());
    return ExitCode.clean;
  }
  const command = commandNamed(name);
  const input = parseCommand(command, rest);
  if (input !== undefined) return await command.run({ ...input, output, errors });
  output.text(commandHelp(command));
  return ExitCode.clean;
}

function commandNamed(name: string): Command {
  const command = COMMANDS.find((known) => known.name === name);
  if (command !== undefined) return command;
  const nearest = nearestName(
    name,
    COMMANDS.map((known) => known.name),
  );
  const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  throw new CommandError(`There is no command "${quotedName(name)}".${meant} See: ediloom --help`);
}

/** By who is to blame: the data, what the input is, or what the command was given to work with. */
const EXIT_CODES: Readonly<Record<X12ErrorCode, ExitCode>> = {
  X12_DATA_INVALID: ExitCode.findings,
  X12_DELIMITER_IN_DATA: ExitCode.findings,
  X12_NOT_AN_INTERCHANGE: ExitCode.notX12,
  X12_ENCODING_UNSUPPORTED: ExitCode.notX12,
  X12_DOCUMENT_INVALID: ExitCode.notX12,
  X12_LIMIT_EXCEEDED: ExitCode.notX12,
  X12_GUIDE_INVALID: ExitCode.usage,
  X12_GUIDE_UNKNOWN: ExitCode.usage,
  X12_DELIMITERS_INVALID: ExitCode.usage,
  X12_PATH_INVALID: ExitCode.usage,
  X12_OPTION_INVALID: ExitCode.usage,
  X12_CONTROL_NUMBERS_EXHAUSTED: ExitCode.usage,
  X12_CONTROL_NUMBERS_WOULD_REPEAT: ExitCode.usage,
  X12_CONTROL_NUMBERS_DAMAGED: ExitCode.usage,
  X12_CONTROL_NUMBERS_UNAVAILABLE: ExitCode.usage,
  X12_TRANSPORT_REFUSED: ExitCode.refused,
  X12_TRANSPORT_UNAVAILABLE: ExitCode.unavailable,
  X12_TRANSPORT_UNKNOWN: ExitCode.unknown,
  X12_JOURNAL_DAMAGED: ExitCode.usage,
  X12_JOURNAL_UNAVAILABLE: ExitCode.usage,
  X12_CONNECTION_INVALID: ExitCode.usage,
  X12_ABORTED: ExitCode.usage,
};

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode;
  return isX12Error(error) ? EXIT_CODES[error.code] : ExitCode.usage;
}

function explain(error: unknown): string {
  if (error instanceof CommandError || isX12Error(error)) return error.message;
  // A fault of this program. Its message may quote what it worked on, so only its kind and place are reported.
  const [name, stack] = error instanceof Error ? [error.name, error.stack ?? ''] : ['error', ''];
  const place = /^\s+at (.*)$/m.exec(stack)?.[1] ?? 'unknown place';
  return `internal fault: ${name} at ${place}. Please report it, without patient data.`;
}

function overview(): string {
  const width = Math.max(...COMMANDS.map((command) => usageLine(command).length)) + 2;
  const rows = COMMANDS.map((command) => `  ${usageLine(command).padEnd(width)}${command.summary}`);
  return [
    'ediloom reads, checks and writes X12 EDI.',
    '',
    'Usage: ediloom COMMAND [options]',
    '',
    ...rows,
    '',
    'FILE is a path, or - for standard input.',
    'Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 not X12, 4 refused, 5 not available, 6 outcome unknown.',
    'Help of one command: ediloom COMMAND --help. Version: ediloom --version.',
    '',
  ].join('\n');
}

import { isX12Error } from '../model/error.js';
import { nearestName, quotedName } from '../model/nearest-name.js';
import { type Command, commandHelp, parseCommand, usageLine } from './command.js';
import { COMMANDS } from './commands.js';
import { docsPage } from './docs-page.js';
import { CommandError, ExitCode } from './exit.js';
import { exitCodeOf, faultText } from './fault.js';
import type { Output } from './output.js';
import { printable } from './printable.js';
import { version } from './version.js';

/** Runs one command line, without the program's name. Whatever goes wrong ends in one line on `errors` and an exit code. */
export async function run(args: readonly string[], output: Output, errors: Output): Promise<ExitCode> {
  try {
    const code = await dispatch(args, output, errors);
    await output.flush({ all: true });
    return code;
  } catch (error) {
    // What was said before it went wrong; where that cannot be written, it is what went wrong.
    await output.flush({ all: true }).catch(() => undefined);
    const page = isX12Error(error) ? docsPage(error.code) : undefined;
    errors.line(`ediloom: ${printable(`${faultText(error)}${page === undefined ? '' : ` See ${page}`}`)}`);
    return exitCodeOf(error);
  } finally {
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

#!/usr/bin/env node
import { isX12Error } from '../model/error.js';
import { type Command, commandHelp, parseCommand, usageLine } from './command.js';
import { COMMANDS } from './commands.js';
import { CommandError, ExitCode } from './exit.js';
import { Output } from './output.js';
import { version } from './version.js';

// A reader that went away (`| head`) is no fault: stop quietly, as other tools do.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? ExitCode.clean : ExitCode.usage);
});
process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const output = new Output();
  try {
    return await dispatch(args, output);
  } catch (error) {
    return complain(error);
  } finally {
    await output.flush({ all: true });
  }
}

async function dispatch(args: readonly string[], output: Output): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const topic = COMMANDS.find((command) => command.name === rest[0]);
    output.text(topic === undefined ? overview() : commandHelp(topic));
    return name === undefined ? ExitCode.usage : ExitCode.clean;
  }
  if (name === '--version' || name === '-v') {
    output.line(await version());
    return ExitCode.clean;
  }
  const command = COMMANDS.find((known) => known.name === name);
  if (command === undefined) throw new CommandError(`There is no command "${name}". See: ediloom --help`);
  return await runCommand(command, rest, output);
}

async function runCommand(command: Command, args: readonly string[], output: Output): Promise<number> {
  const input = parseCommand(command, args);
  if (input !== undefined) return await command.run({ ...input, output });
  output.text(commandHelp(command));
  return ExitCode.clean;
}

function complain(error: unknown): number {
  if (error instanceof CommandError) {
    process.stderr.write(`ediloom: ${error.message}\n`);
    return error.exitCode;
  }
  if (isX12Error(error)) {
    process.stderr.write(`ediloom: ${error.message}\n`);
    return NOT_X12.has(error.code) ? ExitCode.notX12 : ExitCode.usage;
  }
  throw error;
}

const NOT_X12: ReadonlySet<string> = new Set(['X12_NOT_AN_INTERCHANGE', 'X12_ENCODING_UNSUPPORTED', 'X12_DOCUMENT_INVALID', 'X12_DELIMITERS_INVALID']);

function overview(): string {
  const width = Math.max(...COMMANDS.map((command) => usageLine(command).length)) + 2;
  const rows = COMMANDS.map((command) => `  ${usageLine(command).padEnd(width)}${command.summary}`);
  return [
    'ediloom reads, checks and writes X12 EDI.',
    '',
    'Usage: ediloom COMMAND [options]',
    '',
    'FILE is a path, or - for standard input.',
    '',
    ...rows,
    '',
    'Exit codes: 0 clean, 1 findings, 2 wrong usage, 3 not X12.',
    'Help of one command: ediloom COMMAND --help. Version: ediloom --version.',
    '',
  ].join('\n');
}

import { parseArgs } from 'node:util';
import { type AnyCommand, type Arguments, type Here, isLocal, UsageError } from '../commands/command.js';
import { COMMAND_GROUPS, COMMANDS } from '../commands/commands.js';
import { generalHelp, helpOf, helpOfGroup } from '../commands/help.js';
import { type Config, ConfigError, type Environment } from '../config.js';
import { Problem } from '../problems.js';
import { VERSION } from '../version.js';
import { fileErrorText } from './file-error-text.js';
import { problemText } from './problem-text.js';
import { readConfig } from './read-config.js';
import { runWhereTheStoreIs } from './run-command.js';
import { serve } from './serve.js';
import { demandNoOtherCommand, familyOf, noCommand } from './unknown-command.js';

export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Columns; default 80. */
  readonly width?: number | undefined;
}

/** 0 done · 1 it failed, with the reason · 2 the command line or the configuration cannot be understood. */
export type ExitCode = 0 | 1 | 2;

/** Runs one command line; without a command the server starts. */
export async function runCommandLine(argv: readonly string[], env: Environment, terminal: Terminal): Promise<ExitCode> {
  try {
    if (argv.includes('--version') || argv.includes('-v')) return said(terminal, `ediloom-server ${VERSION}\n`);
    const called = commandOf(argv);
    const command = called?.command;
    if (argv.includes('--help') || argv.includes('-h') || argv[0] === 'help') {
      return said(terminal, helpFor(argv, command));
    }
    const config = readConfig(env);
    if (argv.length === 0 || (argv[0] === 'start' && argv.length === 1)) return await serve(config, terminal, env);
    if (command === undefined) throw noCommand(argv);
    const { args, json } = argumentsOf(command, argv, called?.words ?? 0);
    if (called?.words === command.name.split(' ').length) demandNoOtherCommand(command, argv);
    const result = isLocal(command)
      ? await command.runHere(args, hereOf(config, env, terminal))
      : await runWhereTheStoreIs(command, await command.prepare(args, env), config);
    // Standard output is the result's alone: it may go into a file that a program reads.
    for (const line of command.warn?.(result as never) ?? []) terminal.error(`${line}\n`);
    return said(
      terminal,
      json ? `${JSON.stringify(result, undefined, 2)}\n` : shown(command, result, terminal.width ?? 80),
    );
  } catch (error) {
    const usage = error instanceof UsageError || error instanceof ConfigError;
    terminal.error(`${textOf(error)}\n${error instanceof UsageError ? `${adviceFor(argv)}\n` : ''}`);
    return usage ? 2 : 1;
  }
}

function said(terminal: Terminal, text: string): ExitCode {
  terminal.out(text);
  return 0;
}

function helpFor(argv: readonly string[], command: AnyCommand | undefined): string {
  const group = familyOf(argv.filter((word) => !word.startsWith('-') && word !== 'help'));
  const isLonger = group !== undefined && group.words.length > (command?.name.length ?? 0);
  if (command !== undefined && !isLonger) return helpOf(command, COMMANDS);
  return group === undefined ? generalHelp(COMMAND_GROUPS) : helpOfGroup(group.words, group.commands);
}

function adviceFor(argv: readonly string[]): string {
  const command = commandOf(argv)?.command;
  return command === undefined
    ? 'ediloom-server --help lists the commands.'
    : `ediloom-server ${command.name} --help tells more.`;
}

interface Called {
  readonly command: AnyCommand;
  /** How many words the name has that it was called by. */
  readonly words: number;
}

/** The longest name that the words begin with: `keys create` before `keys`. */
function commandOf(argv: readonly string[]): Called | undefined {
  const given = argv.filter((word) => !word.startsWith('-'));
  const found = COMMANDS.flatMap((command): readonly Called[] =>
    [command.name, command.alias ?? command.name].flatMap((name) => {
      const words = name.split(' ');
      return words.every((word, index) => given[index] === word) ? { command, words: words.length } : [];
    }),
  );
  return found.sort((a, b) => b.words - a.words)[0];
}

/** @param words how many the command's name has. */
function argumentsOf(command: AnyCommand, argv: readonly string[], words: number) {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
    });
    const { json, ...given } = values;
    const options: Record<string, string | boolean | undefined> = {};
    const lists: Record<string, readonly string[]> = {};
    for (const [name, value] of Object.entries(given)) {
      // Only those of texts may stand several times.
      if (Array.isArray(value)) lists[name] = value.map(String);
      else if (typeof value === 'string' || typeof value === 'boolean') options[name] = value;
    }
    demandFilled(options);
    return { args: { positionals: positionals.slice(words), options, lists }, json: json === true };
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
      throw new UsageError(parseWords(error.message));
    }
    throw error;
  }
}

/** An empty text comes of a variable that is not set, and as "all of them" would do more than anybody meant. @throws UsageError. */
function demandFilled(options: Arguments['options']): void {
  const empty = Object.keys(options).find((name) => options[name] === '');
  if (empty === undefined) return;
  throw new UsageError(`--${empty} is empty: perhaps a variable is not set. Give it a value, or leave the option out.`);
}

/** What the parser says, in a sentence of ours. */
function parseWords(message: string): string {
  const [, option = ''] = /'(-[^' ]*)/.exec(message) ?? [];
  if (message.includes('is ambiguous')) return `${option} wants a value that does not begin with a dash.`;
  if (message.startsWith('Unknown option')) return `There is no option "${option}" here.`;
  return message.endsWith('argument missing') ? `${option} wants a value.` : message;
}

/** Progress goes to standard error: standard output is the result's. */
function hereOf(config: Config, environment: Environment, terminal: Terminal): Here {
  return {
    config,
    environment,
    progress: (line) => terminal.error(`${line}\n`),
    ask: (command, input) => runWhereTheStoreIs(command, input, config),
  };
}

function shown(command: AnyCommand, result: unknown, width: number): string {
  // A command is shown what its own `run` gave, or the same as JSON.
  const text = command.show(result as never, width);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function textOf(error: unknown): string {
  if (error instanceof Problem) return problemText(error);
  if (error instanceof Error) return fileErrorText(error) ?? error.message;
  return 'It failed for a reason that is not known.';
}

import { parseArgs } from 'node:util';
import { nearestName } from '../model/nearest-name.js';
import { CommandError, type ExitCode } from './exit.js';
import type { Output } from './output.js';

/** One option of a command, as its help shows it. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Name of the value in the help: `PATH`. */
  readonly value?: string;
  /** May be given more than once: see {@link listOption}. */
  readonly multiple?: true;
  readonly help: string;
}

export interface CommandInput {
  /** Positional arguments behind the command's name. */
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly output: Output;
  /** For what is said about the work, not for its result. */
  readonly errors: Output;
}

export interface Command {
  readonly name: string;
  /** What stands behind the name in the help: `FILE`. */
  readonly arguments: string;
  readonly summary: string;
  /** How many positional arguments it takes. */
  readonly files: { readonly min: number; readonly max: number };
  readonly options: Readonly<Record<string, OptionSpec>>;
  /** Further lines of its help. */
  readonly notes?: readonly string[];
  run(input: CommandInput): Promise<ExitCode>;
}

/** For commands that take as many files as the shell gives. */
export const MOST_FILES = Number.POSITIVE_INFINITY;

const HELP: OptionSpec = { type: 'boolean', short: 'h', help: 'show this help' };

/** Splits the arguments of one command; undefined when its help is asked for. */
export function parseCommand(
  command: Command,
  args: readonly string[],
): Omit<CommandInput, 'output' | 'errors'> | undefined {
  const { values, positionals } = split(command, args);
  if (values.help === true) return undefined;
  if (positionals.length < command.files.min || positionals.length > command.files.max) {
    const problem = positionals.length < command.files.min ? 'An argument is missing' : 'There are too many arguments';
    throw new CommandError(`${problem}: ${usageLine(command)}`);
  }
  return { files: positionals, options: values };
}

function split(command: Command, args: readonly string[]): { values: CommandInput['options']; positionals: string[] } {
  const specs = { ...command.options, help: HELP };
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { type, short, multiple = false }]) => [
      name,
      { type, multiple, ...(short === undefined ? {} : { short }) },
    ]),
  );
  try {
    const { values, positionals, tokens } = parseArgs({
      ...{ args: [...args], options, allowPositionals: true, strict: true, tokens: true },
    });
    if (values.help !== true) refuseRepeated(specs, tokens);
    return { values, positionals };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const text = error instanceof Error ? error.message.replace(/\. To specify.*$/s, '') : String(error);
    // Its three lines would be one, and its example is none of a value.
    const option = /argument is ambiguous.*'(--[\w-]+)=-XYZ'/s.exec(text)?.[1];
    if (option !== undefined)
      throw new CommandError(
        `${option} needs a value. One that begins with - is written behind =, as in ${option}=-1.`,
      );
    throw new CommandError(`${text}.${meantBy(text, Object.keys(specs))} See: ediloom ${command.name} --help`);
  }
}

/** Of two values the first would be passed over in silence, and may be the one that was meant. */
function refuseRepeated(
  specs: Readonly<Record<string, OptionSpec>>,
  tokens: readonly { readonly kind: string; readonly name?: string }[],
): void {
  const given = new Set<string>();
  for (const { kind, name } of tokens) {
    const spec = kind === 'option' && name !== undefined ? specs[name] : undefined;
    if (spec === undefined || name === undefined || spec.type !== 'string' || spec.multiple === true) continue;
    if (given.has(name))
      throw new CommandError(`--${name} takes one value, and is given more than once. Give it once.`);
    given.add(name);
  }
}

// Node's error has the option in its words alone.
function meantBy(text: string, options: readonly string[]): string {
  const given = /^Unknown option '--?([^']+)'/.exec(text)?.[1];
  const nearest = given === undefined || given.length === 1 ? undefined : nearestName(given, options);
  return nearest === undefined ? '' : ` Did you mean --${nearest}?`;
}

/** An option that holds text; undefined when it was not given. */
export function textOption(input: Pick<CommandInput, 'options'>, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === 'string' ? value : undefined;
}

/** What an option holds that may be given more than once. */
export function listOption(input: Pick<CommandInput, 'options'>, name: string): readonly string[] {
  const value = input.options[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

export function usageLine(command: Command): string {
  return `ediloom ${command.name} ${command.arguments}`.trimEnd();
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const rows = Object.entries({ ...command.options, help: HELP }).map(([name, option]) => {
    const short = option.short === undefined ? '    ' : `-${option.short}, `;
    return [`  ${short}--${name}${option.value === undefined ? '' : ` ${option.value}`}`, option.help] as const;
  });
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  const options = rows.map(([left, right]) => `${left.padEnd(width)}${right}`);
  const notes = command.notes === undefined ? [] : ['', ...command.notes];
  return [
    `${command.summary}.`,
    '',
    `Usage: ${usageLine(command)} [options]`,
    '',
    'Options:',
    ...options,
    ...notes,
    '',
  ].join('\n');
}

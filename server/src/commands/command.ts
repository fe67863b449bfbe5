import type { Config, Environment } from '../config.js';
import type { Services } from '../exchange/services.js';

/** What a command's `prepare` gives to its `run`; it may go over HTTP in between, so each member is looked at once more. */
export type Input = Readonly<Record<string, unknown>>;

/** What the command line says, split. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Values of those that may stand several times, in their order. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
}

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** It may stand several times. Default false. */
  readonly multiple?: boolean;
  readonly help: string;
}

/**
 * A command of the operator. What it needs from this machine it reads itself; the work is done where the store is: in the running
 * server, reached by its admin route, or here when none runs.
 */
export interface Command {
  /** `accounts create`. */
  readonly name: string;
  /** Another name that people try: `accounts list`. */
  readonly alias?: string;
  /** What follows the name: `NAME [--limit N]`. */
  readonly usage: string;
  readonly summary: string;
  /** Another command asks it by itself, where the store is; people need it seldom. Default false. */
  readonly isInner?: boolean;
  readonly options?: Readonly<Record<string, Option>>;
  /** What its help says below the options, in two columns. */
  readonly table?: { readonly title: string; readonly rows: readonly (readonly [string, string])[] };
  /** Reads arguments, files and variables into JSON. @throws UsageError. */
  prepare(args: Arguments, environment: Environment): Promise<Input>;
  /** The work; its input may come over HTTP. */
  run(services: Services, input: Input): Promise<unknown>;
  /** What a person is shown of the result; `--json` prints the result itself. @param width columns of the terminal. */
  show(result: never, width: number): string;
  /** What a person is told of the result beside it, on standard error: lines, with `--json` too. */
  warn?(result: never): readonly string[];
}

/** Where the command line was entered. */
export interface Here {
  readonly config: Config;
  readonly environment: Environment;
  /** Tells the person who waits how far it is. */
  readonly progress: (line: string) => void;
  /** Runs another command, where the store is. */
  readonly ask: (command: Command, input: Input) => Promise<unknown>;
}

/** A command whose work is done in the process of the command line, whether a server runs or not: it may take hours. */
export interface LocalCommand
  extends Pick<Command, 'name' | 'alias' | 'usage' | 'summary' | 'isInner' | 'options' | 'table' | 'show' | 'warn'> {
  runHere(args: Arguments, here: Here): Promise<unknown>;
}

export type AnyCommand = Command | LocalCommand;

export function isLocal(command: AnyCommand): command is LocalCommand {
  return 'runHere' in command;
}

/** Whether a command's name has these words at its beginning: `keys create` those of `keys`. */
export function startsWithWords(name: string, words: string): boolean {
  return name === words || name.startsWith(`${words} `);
}

/** The command line cannot be understood; the text says what it takes. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError for words after the name of a command that takes none. */
export function demandNoWords(name: string, { positionals: [word] }: Arguments): void {
  if (word !== undefined) throw new UsageError(`${name} takes no "${word}".`);
}

/** A text of the input. @throws UsageError. */
export function textIn(input: Input, name: string): string {
  const value = input[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`${name} is missing.`);
}

/** An option that must be given. @throws UsageError that says what it is. */
export function neededOption({ options }: Arguments, name: string, what: string): string {
  const value = options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`--${name} is missing: ${what}.`);
}

/** A text of the input that may be absent. */
export function optionalText(input: Input, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

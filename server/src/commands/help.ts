import { type AnyCommand, startsWithWords } from './command.js';
import type { CommandGroup } from './commands.js';

/** Columns of the narrowest terminal that help is made for. */
const COLUMNS = 80;

/** What `--help` prints: names and what they do, by what somebody wants; how each is called its own help says. */
export function generalHelp(groups: readonly CommandGroup[]): string {
  const shown = groups.map(({ title, commands }) => ({ title, commands: commands.filter((one) => !one.isInner) }));
  const inner = groups.flatMap(({ commands }) => commands.filter((one) => one.isInner));
  const all = [{ title: '', commands: [START] }, ...shown, { title: 'Asked by other commands', commands: inner }];
  const width = widthOf(all.flatMap(({ commands }): readonly Listed[] => commands));
  return `${[
    'ediloom-server: X12 EDI over HTTP: JSON in, files delivered to partners',
    '',
    'Usage: ediloom-server [COMMAND] [OPTIONS]',
    ...all.flatMap(({ title, commands }) => ['', ...(title === '' ? [] : [`${title}:`]), ...listOf(commands, width)]),
    '',
    ...wrapped('ediloom-server COMMAND --help tells how one is called.', COLUMNS),
    ...wrapped('Commands work on the running server, or on the store when none runs.', COLUMNS),
    ...wrapped('--json prints results as JSON. Settings are environment variables; the README lists them.', COLUMNS),
  ].join('\n')}\n`;
}

type Listed = Pick<AnyCommand, 'name' | 'summary'>;

const START: Listed = { name: 'start', summary: 'Starts the server; so does no command at all.' };

/** What `COMMAND --help` prints; of one whose name others begin with, these too. */
export function helpOf(command: AnyCommand, commands: readonly AnyCommand[]): string {
  const options = Object.entries(command.options ?? {});
  const width = Math.max(0, ...options.map((option) => optionName(option).length));
  const { title, rows } = command.table ?? { title: '', rows: [] };
  const first = Math.max(0, ...rows.map(([name]) => name.length));
  const longer = commands.filter(({ name }) => name !== command.name && startsWithWords(name, command.name));
  return `${[
    ...usageOf(command),
    '',
    ...wrapped(command.summary, COLUMNS),
    ...(options.length > 0 ? [''] : []),
    ...options.flatMap((option) => row(optionName(option), width, option[1].help)),
    ...(rows.length > 0 ? ['', ...wrapped(title, COLUMNS)] : []),
    ...rows.flatMap(([name, text]) => row(name, first, text)),
    ...(longer.length > 0 ? ['', ...listOf(longer)] : []),
  ].join('\n')}\n`;
}

/** What `audit --help` prints: commands that begin with a word which is none itself. */
export function helpOfGroup(word: string, commands: readonly AnyCommand[]): string {
  return `${[`Usage: ediloom-server ${word} COMMAND`, '', ...listOf(commands)].join('\n')}\n`;
}

function widthOf(commands: readonly Listed[]): number {
  return Math.max(...commands.map(({ name }) => name.length));
}

/** @param width of the longest name, of this list or of others beside it. */
function listOf(commands: readonly Listed[], width = widthOf(commands)): readonly string[] {
  return commands.flatMap(({ name, summary }) => row(name, width, summary));
}

/** A name, and beside it a text of as many lines as it needs. */
function row(name: string, width: number, text: string): readonly string[] {
  const [first = '', ...more] = wrapped(text, COLUMNS - width - 4);
  return [`  ${name.padEnd(width)}  ${first}`, ...more.map((line) => `${' '.repeat(width + 4)}${line}`)];
}

function optionName([name, { short }]: readonly [string, { readonly short?: string }]): string {
  return short === undefined ? `--${name}` : `--${name}, -${short}`;
}

function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** How it is called; what does not fit the line goes on below the first word behind the name. */
function usageOf({ name, usage }: Pick<AnyCommand, 'name' | 'usage'>): readonly string[] {
  const begin = `Usage: ediloom-server ${name}`;
  // An option and its value stay together.
  const words = usage.match(/\[[^\]]*\]|--\S+ [^\s[|]+(?:\|\S+)?|\S+/g) ?? [];
  const lines: string[] = [];
  let line = begin;
  for (const word of words) {
    if (line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = ' '.repeat(begin.length);
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

import { nearestName } from 'ediloom/words';
import { type AnyCommand, startsWithWords, UsageError } from '../commands/command.js';
import { COMMANDS } from '../commands/commands.js';

/** Commands that begin with the same words. */
export interface CommandFamily {
  readonly words: string;
  readonly commands: readonly AnyCommand[];
}

/** Commands that begin with as many of the words as any does, be these one themselves or not: `audit`, `enrollments tasks`. */
export function familyOf(given: readonly string[]): CommandFamily | undefined {
  for (let count = given.length; count > 0; count--) {
    const words = given.slice(0, count).join(' ');
    const commands = COMMANDS.filter(({ name }) => startsWithWords(name, words));
    if (commands.length > 0) return { words, commands };
  }
  return undefined;
}

/** Words that no command begins with, or that want another: what was meant, or what there is. */
export function noCommand(argv: readonly string[]): UsageError {
  const [first = ''] = argv;
  if (first.startsWith('-')) {
    return new UsageError(
      `The server takes no option "${first}": settings are environment variables, such as PORT=8480.`,
    );
  }
  const given = wordsOf(argv);
  const family = familyOf(given);
  if (family !== undefined) return noMember(family, given);
  const names = ['start', ...COMMANDS.map(({ name }) => name)];
  // Words before names of several: `key` is `keys`, and not the first command that begins so.
  const nearest = nearestName(first, [...new Set(names.map((name) => name.split(' ')[0] ?? name))]);
  return new UsageError(`There is no command "${given.slice(0, 2).join(' ')}".${meant(nearest)}`);
}

/** A word behind a command that takes none, but with which other commands begin: `inbound foo`. @throws UsageError that lists them. */
export function demandNoOtherCommand({ name, usage }: AnyCommand, argv: readonly string[]): void {
  const given = wordsOf(argv);
  const own = name.split(' ').length;
  const family = familyOf(given);
  // What it takes is written in capitals, and may be any word.
  if (given.length <= own || family === undefined || family.commands.length < 2 || /^\[?[A-Z]/.test(usage)) return;
  throw noMember(family, given);
}

/** Words before the first option: behind it, one may be its value. */
function wordsOf(argv: readonly string[]): readonly string[] {
  const end = argv.findIndex((word) => word.startsWith('-'));
  return argv.slice(0, end === -1 ? argv.length : end);
}

/** The next word of these commands is missing, or is none. */
function noMember({ words, commands }: CommandFamily, given: readonly string[]): UsageError {
  const names = commands.filter(isForPeople).map(({ name }) => name);
  const count = words.split(' ').length;
  const word = given[count];
  if (word === undefined) return new UsageError(`"${words}" wants one more word: ${names.join(', ')}.`);
  const next = new Set(names.flatMap((name) => name.split(' ')[count] ?? []));
  const nearest = nearestName(word, [...next]);
  const advice = meant(nearest && `${words} ${nearest}`);
  return new UsageError(`There is no command "${words} ${word}".${advice} There are: ${names.toSorted().join(', ')}.`);
}

function meant(name: string | undefined): string {
  return name === undefined ? '' : ` Did you mean "${name}"?`;
}

/** Others are asked by these. */
function isForPeople({ isInner }: AnyCommand): boolean {
  return isInner !== true;
}

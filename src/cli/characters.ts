import type { CharacterSetName } from '../charset/character-set.js';
import { REPAIR_NAMES, type RepairName, type Repairs } from '../charset/repairs.js';
import { nearestName, quotedName } from '../model/nearest-name.js';
import { type CommandInput, type OptionSpec, textOption } from './command.js';
import { CommandError } from './exit.js';

type Flags = Pick<CommandInput, 'options'>;

const SETS: readonly CharacterSetName[] = ['Basic', 'Extended', 'ExtendedHipaa'];

/** For commands that read. */
export const READ_CHARSET_OPTION = {
  charset: {
    type: 'string',
    value: 'NAME|none',
    help: 'characters that data may hold: Basic, Extended, ExtendedHipaa; others are errors',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** For commands that write. */
export const CHARACTER_OPTIONS = {
  ...READ_CHARSET_OPTION,
  repair: { type: 'string', value: 'NAMES|all', help: 'repairs to make first, such as: removeDiacritical,uppercase' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export const REPAIR_NOTES: readonly string[] = [
  'Repairs, in the order they are made; stderr lists what they changed:',
  `  ${REPAIR_NAMES.slice(0, 4).join(', ')},`,
  `  ${REPAIR_NAMES.slice(4).join(', ')}`,
];

export function charsetOption(flags: Flags): CharacterSetName | 'none' | undefined {
  return charset(flags, [...SETS, 'none']);
}

/** The repairs of a list of names; small and capital letters are alike. */
export function repairsOption(flags: Flags): Repairs | undefined {
  const text = textOption(flags, 'repair');
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  const chosen = names.length === 1 && alike('all', names[0] ?? '') ? REPAIR_NAMES : names.map(repairNamed);
  return Object.fromEntries(chosen.map((name) => [name, true]));
}

function repairNamed(text: string): RepairName {
  const name = REPAIR_NAMES.find((known) => alike(known, text));
  if (name !== undefined) return name;
  const what = text === '' ? '--repair holds an empty name' : `There is no repair ${quotedName(text)}`;
  throw new CommandError(`${what}.${meant(text, REPAIR_NAMES)} Name some of ${REPAIR_NAMES.join(', ')}, or: all`);
}

function charset<Name extends string>(flags: Flags, names: readonly Name[]): Name | undefined {
  const text = textOption(flags, 'charset');
  if (text === undefined) return undefined;
  const name = names.find((known) => alike(known, text));
  if (name === undefined) throw new CommandError(`--charset takes one of ${names.join(', ')}.${meant(text, names)}`);
  return name;
}

function meant(text: string, names: readonly string[]): string {
  const nearest = nearestName(text, names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

function alike(name: string, text: string): boolean {
  return name.toLowerCase() === text.toLowerCase();
}

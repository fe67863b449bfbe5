import { stat } from 'node:fs/promises';
import type { DocumentInput, GroupInput, InterchangeInput } from '../engine/document.js';
import type { NumberingOptions } from '../engine/number-document.js';
import type { ControlNumbers } from '../envelope/control-numbers.js';
import { createFileControlNumbers } from '../stores/file-control-numbers.js';
import { type CommandInput, type OptionSpec, textOption } from './command.js';
import { CommandError } from './exit.js';

export const CONTROL_NUMBER_OPTIONS = {
  'control-numbers': {
    type: 'string',
    value: 'DIR',
    help: 'take ISA13 and GS06 from the counters in this directory',
  },
  'separate-usage': { type: 'boolean', help: 'with --control-numbers: test and production (ISA15) count apart' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/**
 * The counters that `--control-numbers` names. A missing directory is never made: where it should be a mounted volume,
 * counting would begin again at 1, and partners refuse numbers they have seen.
 */
export async function openControlNumbers(input: Pick<CommandInput, 'options'>): Promise<ControlNumbers | undefined> {
  const directory = textOption(input, 'control-numbers');
  if (directory === undefined) {
    const alone = ['separate-usage', 'renumber'].find((name) => input.options[name] === true);
    if (alone !== undefined) throw new CommandError(`--${alone} needs --control-numbers DIR.`);
    return undefined;
  }
  const stats = await stat(directory).catch(() => undefined);
  if (stats === undefined) {
    const lost = 'If it should, look for its volume: new counters would give numbers a second time';
    throw new CommandError(`${directory} does not exist. ${lost}. For new counters: mkdir -p ${quoted(directory)}`);
  }
  if (!stats.isDirectory()) throw new CommandError(`${directory} is a file. --control-numbers takes a directory.`);
  return createFileControlNumbers({ directory });
}

export function numberingOptions({ options }: Pick<CommandInput, 'options'>): NumberingOptions {
  return { separateUsage: options['separate-usage'] === true, renumber: options.renumber === true };
}

/** Says which numbers were taken: they are spent, so they should not be lost sight of. */
export function tellNumbers({ errors }: Pick<CommandInput, 'errors'>, before: DocumentInput, after: DocumentInput) {
  const texts = after.interchanges.map((interchange, at) => takenText(before.interchanges[at], interchange));
  const taken = texts.filter((text) => text !== '');
  for (const text of taken) errors.line(errors.paint('dim', `Control numbers taken: ${text}`));
  if (taken.length > 0) return;
  errors.line('No control number was taken: the input has its own. To give it new ones: --renumber');
}

function takenText(before: InterchangeInput | undefined, after: InterchangeInput): string {
  const isa = taken(before, after);
  const groups = (after.groups ?? []).flatMap((group, at) => taken(before?.groups?.[at], group));
  const numbers = [...isa.map((number) => `ISA13 ${number.padStart(9, '0')}`), ...groups.map((one) => `GS06 ${one}`)];
  return numbers.join(', ');
}

function taken(before: Numbered | undefined, after: Numbered): readonly string[] {
  const number = after.header?.controlNumber;
  return number === undefined || number === before?.header?.controlNumber ? [] : [String(number)];
}

type Numbered = Pick<InterchangeInput | GroupInput, 'header'>;

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

import type { Identity, OneSetEnvelope } from '../envelope/one-set.js';
import { type CommandInput, type OptionSpec, textOption } from './command.js';
import { CommandError } from './exit.js';
import { delimitersOption } from './generate.js';
import { identity } from './generate-input.js';

/** Options of commands that write one request as an interchange of its own. */
export const ONE_SET_OPTIONS = {
  sender: { type: 'string', value: 'ZZ:ID', help: 'ISA05 and ISA06 (and GS02); needed to write' },
  receiver: { type: 'string', value: 'ZZ:ID', help: 'ISA07 and ISA08 (and GS03); needed to write' },
  usage: { type: 'string', value: 'T|P|I', help: 'ISA15; P by default' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** How that interchange is laid out. */
export const LAYOUT_OPTIONS = {
  delimiters: {
    type: 'string',
    short: 'd',
    value: '*>^~',
    help: 'element, component and repetition separator and terminator',
  },
  newline: { type: 'string', value: 'lf|crlf|none', help: 'line break behind each segment' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** The envelope, and the moment, that the options ask for. */
export function oneSetOptions(
  input: CommandInput,
): OneSetEnvelope & { readonly now: number; readonly timeZone: string } {
  const usage = textOption(input, 'usage') ?? 'P';
  if (usage !== 'T' && usage !== 'P' && usage !== 'I') throw new CommandError('--usage takes T, P or I.');
  const delimiters = delimitersOption(textOption(input, 'delimiters'));
  if (delimiters === 'choose') throw new CommandError('--delimiters takes four characters, such as "*>^~".');
  return {
    sender: needed(input, 'sender'),
    receiver: needed(input, 'receiver'),
    usage,
    now: Date.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(delimiters === undefined ? {} : { delimiters }),
  };
}

function needed(input: CommandInput, name: 'sender' | 'receiver'): Identity {
  const found = identity(input, name);
  if (found === undefined) throw new CommandError('The envelope needs --sender ZZ:ID and --receiver ZZ:ID.');
  return found;
}

/** An option that nothing reads would look as if it had been heeded. @param names what only X12 that is written has. @param why what they are for, and what has none. */
export function refuseUnread({ options }: Pick<CommandInput, 'options'>, names: readonly string[], why: string): void {
  const unread = names.find((name) => options[name] !== undefined);
  if (unread !== undefined) throw new CommandError(`--${unread} is for ${why}`);
}

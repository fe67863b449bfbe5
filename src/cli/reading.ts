import { decodeEbcdic, type EbcdicCodePage } from '../encodings/ebcdic.js';
import { encodingNamed } from '../encodings/encoding-named.js';
import type { ReadOptions } from '../engine/engine-options.js';
import { isX12Error } from '../model/error.js';
import { nearestName } from '../model/nearest-name.js';
import { type Encoding, latin1 } from '../syntax/encoding.js';
import { charsetOption } from './characters.js';
import { type CommandInput, type OptionSpec, textOption } from './command.js';
import { CommandError } from './exit.js';
import { readInput } from './input.js';
import type { Input } from './inputs.js';
import { Progress } from './progress.js';

/** Options of every command that reads X12 through the engine. */
export const READING_OPTIONS = {
  encoding: {
    type: 'string',
    value: 'NAME',
    help: 'encoding of the values, such as latin1, or cp037 and cp1047 (EBCDIC)',
  },
  scan: { type: 'boolean', help: 'skip other text in front of the first ISA' },
  unwrap: { type: 'boolean', help: 'drop line breaks inside segments: for files wrapped at a column' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** What somebody who misspells a name most likely means. */
const COMMON = ['utf8', 'latin1', 'ascii', 'windows-1252', 'iso-8859-15', 'cp037', 'cp1047'] as const;

const EBCDIC: ReadonlySet<string> = new Set<EbcdicCodePage>(['cp037', 'cp1047']);

/** The input of a command as the engine takes it, by the command's options. */
export async function openReading(
  input: Pick<CommandInput, 'options'>,
  one: string | Input,
): Promise<{ readonly source: AsyncIterable<Uint8Array>; readonly options: ReadOptions }> {
  const { scan, unwrap } = input.options;
  const switches = { scan: scan === true, unwrap: unwrap === true, characterSet: charsetOption(input) };
  const source = typeof one === 'string' ? readInput(one, new Progress()) : one.read(new Progress());
  const name = textOption(input, 'encoding');
  if (name === undefined) return { source, options: switches };
  if (!isEbcdic(name)) return { source, options: { ...switches, encoding: await encodingOption(name) } };
  // Converted one byte for one byte, so that declared binary lengths still hold.
  return { source: decodeEbcdic(source, name), options: { ...switches, encoding: latin1 } };
}

/** The file may be sound: it is the option that nobody can follow. */
async function encodingOption(name: string): Promise<Encoding> {
  try {
    return await encodingNamed(name);
  } catch (error) {
    if (!isX12Error(error, 'X12_ENCODING_UNSUPPORTED')) throw error;
    const nearest = nearestName(name, COMMON);
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    throw new CommandError(`--encoding: ${error.message.replace(/ EBCDIC is converted.*$/, '')}${meant}`);
  }
}

function isEbcdic(name: string): name is EbcdicCodePage {
  return EBCDIC.has(name);
}

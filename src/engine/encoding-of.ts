import { X12Error } from '../model/error.js';
import { ascii, type Encoding, latin1, utf8 } from '../syntax/encoding.js';

const BUILT_IN: readonly Encoding[] = [utf8, latin1, ascii];

/**
 * The encoding that a document names; UTF-8 where it names none.
 * @throws X12Error `X12_ENCODING_UNSUPPORTED` when it is neither built in nor given.
 */
export function encodingOf(name: string | undefined, given: readonly Encoding[]): Encoding {
  if (name === undefined) return utf8;
  const known = [...given, ...BUILT_IN];
  const found = known.find((encoding) => encoding.name === name);
  if (found !== undefined) return found;
  const names = known.map((encoding) => encoding.name).join(', ');
  throw new X12Error(
    'X12_ENCODING_UNSUPPORTED',
    `The encoding of an interchange is none of ${names}. Name one of them, or pass it to createEngine as an encoding.`,
  );
}

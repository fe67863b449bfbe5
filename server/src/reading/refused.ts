import { isX12Error, type X12Error } from 'ediloom';
import { PatternRefused } from '../patterns/pattern-refused.js';
import { Problem } from '../problems.js';
import { type ReadingRefusal, ReadingRefused } from './reader.js';

export function limitReached(most: number, what: string): ReadingRefused {
  return new ReadingRefused('limit', `The file has more than ${most} ${what}. Send it in parts.`);
}

export function setTooLarge(): ReadingRefused {
  const text =
    'A transaction set is too large to be read as one. Have its setting take it apart (fragmentConfig), or send less in each.';
  return new ReadingRefused('limit', text);
}

export function tooManyParts(most: number): ReadingRefused {
  const text = `A transaction set comes to more than ${most} parts. Raise batchSizeKb in the fragmentConfig of its setting.`;
  return new ReadingRefused('limit', text);
}

export function packedRefused(text: string, cause?: unknown): ReadingRefused {
  return new ReadingRefused('packed', text, { cause });
}

/** What an error of reading says of the file; `undefined`: it is a fault of ours. */
export function refusalOf(error: unknown): ReadingRefused | undefined {
  if (error instanceof ReadingRefused) return error;
  if (isX12Error(error))
    return new ReadingRefused(REFUSALS[error.code] ?? 'not-x12', refusalText(error), { cause: error });
  if (error instanceof Problem && error.code === 'GUIDES_TOO_SLOW') {
    const text = "The patterns and rules of the account's guides take too much time. Make them simpler.";
    return new ReadingRefused('slow-guide', text, { cause: error });
  }
  if (error instanceof PatternRefused || error instanceof Problem) {
    return new ReadingRefused('guide', error.message, { cause: error });
  }
  // More text than one string may have.
  if (error instanceof RangeError && error.message.startsWith('Invalid string length')) {
    return setTooLarge();
  }
  return undefined;
}

const REFUSALS: Readonly<Partial<Record<X12Error['code'], ReadingRefusal>>> = {
  X12_LIMIT_EXCEEDED: 'limit',
  X12_GUIDE_INVALID: 'guide',
  X12_GUIDE_UNKNOWN: 'guide',
};

/** The engine speaks to whoever writes a program with it, and of an option that is not here. */
export function refusalText({ code, message, details }: X12Error): string {
  if (code === 'X12_LIMIT_EXCEEDED')
    return `${message.split('. ')[0]}. No file may have more: ask the partner what it is.`;
  if (code !== 'X12_NOT_AN_INTERCHANGE' || details?.looksLike !== undefined) return message;
  return 'The file does not begin with a whole ISA, which is 106 bytes wide. Send it from its ISA on, as it was received.';
}

import { X12Error } from './error.js';

/** Characters of the longest text: so many V8 has room for, and others for more. */
const MOST_CHARACTERS = 2 ** 29 - 24;

/** @throws X12Error `X12_LIMIT_EXCEEDED` for more characters than a text can have. */
export function requireTextRoom(characters: number): void {
  if (characters > MOST_CHARACTERS) throw tooLong();
}

/** The JSON of a value. @throws X12Error `X12_LIMIT_EXCEEDED` where it is longer than a text can be. */
export function jsonTextOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw error instanceof RangeError ? tooLong() : error;
  }
}

function tooLong(): X12Error {
  const most = `${MOST_CHARACTERS} characters`;
  const text = `The JSON is longer than a text of JavaScript can be (${most}). Read it set by set, by parseLines or stream.`;
  return new X12Error('X12_LIMIT_EXCEEDED', text, { details: { value: MOST_CHARACTERS } });
}

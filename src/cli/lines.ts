import { CommandError, ExitCode } from './exit.js';

/** Far above any real transaction set, and below what one JavaScript string can hold. */
const MOST_CHARACTERS = 256 * 1024 * 1024;

export interface Line {
  /** Counts from 1. */
  readonly number: number;
  readonly text: string;
}

/** The lines of UTF-8 input that hold something, one at a time. */
export async function* readLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<Line, void, undefined> {
  const decoder = new TextDecoder();
  // A line may come in many chunks: joined once, at its end.
  let parts: string[] = [];
  let length = 0;
  let number = 1;
  for await (const chunk of input) {
    const pieces = decoder.decode(chunk, { stream: true }).split('\n');
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) {
        yield* line(number++, parts);
        parts = [];
        length = 0;
      }
      parts.push(piece);
      length += piece.length;
      if (length > MOST_CHARACTERS) throw new CommandError(`Line ${number} is too long to be read.`, ExitCode.notX12);
    }
  }
  parts.push(decoder.decode());
  yield* line(number, parts);
}

function* line(number: number, parts: readonly string[]): Generator<Line> {
  const text = parts.join('');
  if (text.trim() !== '') yield { number, text };
}

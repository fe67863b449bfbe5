import { stat } from 'node:fs/promises';
import { CommandError } from './exit.js';

const MB = 1_000_000;

/**
 * Bytes of X12 whose JSON surely is no longer than a text of JavaScript can be (some 536 million characters): JSON has about 8 times as many
 * characters as X12, and 17 times with line breaks and blanks; of short elements half as many more.
 */
const MOST = { compact: 40 * MB, spaced: 20 * MB } as const;

/** How the JSON of a document is written. */
export type JsonForm = keyof typeof MOST;

/**
 * The source of what is to become one JSON text. @param file a path, or `-` for standard input.
 * @throws CommandError before anything is read, where the file is too large; of what has no size as soon as it is.
 */
export async function forOneText(
  source: AsyncIterable<Uint8Array>,
  file: string,
  form: JsonForm,
): Promise<AsyncIterable<Uint8Array>> {
  // What cannot be looked at is told when it is opened.
  const stats = file === '-' ? undefined : await stat(file).catch(() => undefined);
  if (stats?.isFile() === true && stats.size > MOST[form]) throw tooLarge(form);
  return counted(source, form);
}

async function* counted(source: AsyncIterable<Uint8Array>, form: JsonForm): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of source) {
    total += chunk.length;
    if (total > MOST[form]) throw tooLarge(form);
    yield chunk;
  }
}

function tooLarge(form: JsonForm): CommandError {
  const compact = form === 'spaced' ? ' (or --compact to 40 MB)' : '';
  return new CommandError(
    `More than ${MOST[form] / MB} MB of X12 are too much for one JSON text. Use --ndjson for a set a line${compact}, or --loop for a loop a line.`,
  );
}

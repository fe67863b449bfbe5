import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { invalid } from './problems.js';

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The text of a file that the operator names, without a byte order mark.
 * @throws Problem `invalid` also for what is not UTF-8: letters of another encoding would be stored as other letters.
 */
export async function readTextFile(path: string): Promise<string> {
  // One byte more than may be there: a file of any size, or one without an end, is not read for its size alone.
  const bytes = await buffer(createReadStream(path, { end: MAX_BYTES })).catch((cause: NodeJS.ErrnoException) => {
    throw invalid(`The file ${path} cannot be read (${cause.code}).`, { cause });
  });
  if (bytes.length > MAX_BYTES) throw invalid(`The file ${path} has more than ${MAX_BYTES} bytes: divide it.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalid(`The file ${path} is not UTF-8. Save it as UTF-8 (in a spreadsheet: "CSV UTF-8").`, { cause });
  }
}

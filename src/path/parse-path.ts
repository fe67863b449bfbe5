import { parse } from '../generated/element-path.js';
import { requireForm } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import type { ElementPath } from './element-path.js';
import { grammarComplaint } from './grammar-complaint.js';

/**
 * Reads an element path: `2110C/EB[01=1]/03-2`, `2110[CD]/EB/03:2`, `NM109`.
 * @throws X12Error `X12_PATH_INVALID` with the 1-based column in `details.column`.
 */
export function parsePath(text: string): ElementPath {
  requireForm('parsePath', 'text', text, 'text');
  try {
    return parse(text);
  } catch (cause) {
    const { column, expected } = grammarComplaint(cause);
    throw new X12Error(
      'X12_PATH_INVALID',
      `The element path is wrong at column ${column}: ${expected}. ${advice(text)}`,
      { cause, details: { column } },
    );
  }
}

/** The slips that a list of expected characters does not explain. */
function advice(text: string): string {
  if (/\[0\d*\]/.test(text)) return 'Write [1] for the first occurrence, [01=*] for one whose element 01 is present.';
  if (/\d\d-\d+:\d/.test(text)) return 'Write the repetition before the component: EB03:2-1.';
  if (/^[a-z]/.test(text))
    return 'Write loop ids and segment tags in capitals; sections are heading, detail and summary.';
  if (/(?:^|\/)\d(?:$|[-:])/.test(text)) return 'Write element positions with two digits: EB/03.';
  if (/00(?:$|[-:])/.test(text)) return 'Count elements from 01.';
  return 'Write loops, segment and element separated by slashes, such as 2110C/EB[01=1]/03-2.';
}

import { invalid } from '../for-kinds.js';

/**
 * The path of directories below each other, without a slash at either end; `''`: none of them names one. Checked here, as they come
 * from settings, expressions and files.
 * @throws Problem `invalid` for `.`, `..` and backslashes.
 */
export function joinDirectories(...directories: readonly (string | undefined)[]): string {
  const segments = directories.flatMap((directory) => (directory ?? '').split('/')).filter((segment) => segment !== '');
  for (const segment of segments) {
    if (segment !== '.' && segment !== '..' && !segment.includes('\\')) continue;
    throw invalid(
      'A directory of the connection or of the transaction setting has ".", ".." or a backslash. Correct it.',
      {
        code: 'INVALID_CONFIGURATION',
      },
    );
  }
  return segments.join('/');
}

import { invalidRequest } from '../../schemas/check-shape.js';

/**
 * All that follows a path's fixed beginning, whatever it is made of, as the client has meant it: the address is taken as it was sent, as an HTTP layer that
 * decodes first, or makes one of two slashes, would know `a%2Fb` from `a/b` by nothing. A plus is a plus.
 * @param url the address as it was sent, from its first slash.
 * @param segments that stand before, without the empty one before the first slash.
 * @throws Problem `invalid` for escapes that are none, or whose bytes are not UTF-8.
 */
export function restOf(url: string, segments: number, name: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  let from = 0;
  for (let count = 0; count <= segments; count++) from = path.indexOf('/', from) + 1;
  try {
    return decodeURIComponent(path.slice(from));
  } catch {
    const message = `The path parameter "${name}" has escapes that name no character. Escape each byte of its UTF-8 as % and two hexadecimal digits.`;
    throw invalidRequest([{ message, path: `/${name}`, code: 'INVALID_PARAMETER' }]);
  }
}

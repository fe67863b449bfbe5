import { invalidRequest } from '../../schemas/check-shape.js';

/**
 * A parameter that is all that follows the fixed beginning of a path. It is decoded once, from the address as it was sent: the HTTP layer may join slashes
 * or decode in another order. A plus is a plus.
 * @param url the address as it was sent, from its first slash.
 * @param segments how many stand before it, without the empty one before the first slash.
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

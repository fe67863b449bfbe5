import { S3Error } from './s3-error.js';

/** A request as it stands on the wire, as signatures are made over that. */
export interface RawRequest {
  readonly method: string;
  /** Percent-encoded, from the first slash on. */
  readonly path: string;
  /** Percent-encoded, without the question mark. */
  readonly query: string;
  /** By names in small letters. Values as HTTP has them: a character a byte. Those that came several times are joined by commas. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Headers that must not stand twice: a proxy might go by the second one, and this server by the first. */
const ONCE = new Set([
  'authorization',
  'content-encoding',
  'content-length',
  'content-md5',
  'host',
  'range',
  'x-amz-content-sha256',
  'x-amz-copy-source',
  'x-amz-date',
  'x-amz-decoded-content-length',
]);

/**
 * @param rawHeaders names and values in turn, as `node:http` has them.
 * @throws S3Error `InvalidURI` for an address that is no path, `InvalidRequest` for a header that must stand once and does not.
 */
export function rawRequest(method: string, url: string, rawHeaders: readonly string[]): RawRequest {
  if (!url.startsWith('/')) throw new S3Error('InvalidURI');
  const headers = new Map<string, string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const value = (rawHeaders[at + 1] ?? '').trim();
    const before = headers.get(name);
    if (before !== undefined && ONCE.has(name)) {
      throw new S3Error('InvalidRequest', `The header ${name} stands more than once in the request.`);
    }
    headers.set(name, before === undefined ? value : `${before},${value}`);
  }
  const mark = url.indexOf('?');
  return mark < 0
    ? { method, path: url, query: '', headers }
    : { method, path: url.slice(0, mark), query: url.slice(mark + 1), headers };
}

/** Decodes percent-encoded text. @throws S3Error `InvalidURI`. */
export function decodedText(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw new S3Error('InvalidURI', undefined, { cause });
  }
}

/** Percent-encodes text as RFC 3986 and signatures do: letters, digits and `-._~` stand for themselves. */
export function encodedText(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Names and values of a query, in their order; a name without `=` has an empty value. @throws S3Error `InvalidURI`. */
export function queryPairs(query: string): readonly (readonly [name: string, value: string])[] {
  if (query === '') return [];
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      // As in forms a plus is a space; a plus itself comes as %2B.
      const [name = '', ...value] = pair.replaceAll('+', '%20').split('=');
      return [decodedText(name), decodedText(value.join('='))] as const;
    });
}

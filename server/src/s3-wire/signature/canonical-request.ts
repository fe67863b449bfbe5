import { decodedText, encodedText, queryPairs, type RawRequest } from '../raw-request.js';
import type { Signature } from './signature.js';

/**
 * The texts that a request may have been signed as. Its path counts as it came, nothing of it is taken away or joined. Clients encode more or
 * fewer characters than RFC 3986 has, and some sign another encoding than they send: both name the same object, so both are tried.
 * @param payload what the request says of its body: a hash, or the name of a form.
 */
export function canonicalRequests(request: RawRequest, signature: Signature, payload: string): readonly string[] {
  const { method, path, headers } = request;
  const tail = [
    canonicalQuery(request.query, signature.form),
    ...signature.signedHeaders.map((name) => `${name}:${canonicalValue(headers.get(name) ?? '')}`),
    '',
    signature.signedHeaders.join(';'),
    payload,
  ].join('\n');
  const paths = new Set([canonicalPath(path), path]);
  return [...paths].map((one) => `${method}\n${one}\n${tail}`);
}

function canonicalPath(path: string): string {
  return path
    .split('/')
    .map((part) => encodedText(decodedText(part)))
    .join('/');
}

function canonicalQuery(query: string, form: Signature['form']): string {
  const pairs = queryPairs(query)
    .filter(([name]) => form === 'header' || name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodedText(name), encodedText(value)] as const);
  // By code points, which of ASCII are its bytes; not as people sort.
  const before = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
  pairs.sort(([leftName, left], [rightName, right]) => before(leftName, rightName) || before(left, right));
  return pairs.map(([name, value]) => `${name}=${value}`).join('&');
}

function canonicalValue(value: string): string {
  return value.trim().replace(/ +/g, ' ');
}

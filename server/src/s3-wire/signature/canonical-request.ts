import { decodedText, encodedText, queryPairs, type RawRequest } from '../raw-request.js';
import type { Signature } from './signature.js';

/**
 * The canonical requests of a request: its signature may be of any of them. The path is not normalised: `//` and `..` stay. Some clients encode more or
 * fewer characters than RFC 3986 says, and sign the path as they have sent it, others sign it encoded by the rule: both name the same object, so both
 * are tried. For services other than S3 the path is encoded once more than it is sent; not all who sign by hand do so.
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
  const twice =
    signature.scope.service === 's3'
      ? []
      : [canonicalPath(path, encodedText), path.split('/').map(encodedText).join('/')];
  const paths = new Set([...twice, canonicalPath(path), path]);
  return [...paths].map((one) => `${method}\n${one}\n${tail}`);
}

function canonicalPath(path: string, again = (part: string) => part): string {
  return path
    .split('/')
    .map((part) => again(encodedText(decodedText(part))))
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

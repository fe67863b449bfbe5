import { createHash, createHmac } from 'node:crypto';
import type { CreatedS3Key } from '../../src/resources/s3-keys/rows.js';

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they are sent, percent-encoded. */
  readonly url: string;
  readonly host: string;
  /** With `x-amz-content-sha256`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers with a signature that is written here, for requests that no client would send. */
export function signedHeaders(
  { accessKeyId, secretAccessKey }: CreatedS3Key,
  { method, url, host, headers }: SignedRequest,
): Record<string, string> {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const all: Record<string, string> = { ...headers, host, 'x-amz-date': time };
  const names = Object.keys(all).sort();
  const [path = '', query = ''] = url.split('?');
  const strict = (text: string) =>
    encodeURIComponent(decodeURIComponent(text)).replace(
      /[!'()*]/g,
      (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const pairs = query === '' ? [] : query.split('&').map((pair) => pair.split('=').map(strict) as [string, string]);
  const inOrder = pairs.sort(([a, b], [c, d]) => (a < c || (a === c && b < d) ? -1 : 1)).map((pair) => pair.join('='));
  const lines = names.map((name) => `${name}:${all[name]?.trim().replace(/ +/g, ' ')}`);
  const canonical = [method, path, inOrder.join('&'), ...lines, '', names.join(';'), all['x-amz-content-sha256']].join(
    '\n',
  );
  const hash = createHash('sha256').update(canonical, 'latin1').digest('hex');
  const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const signingKey = scope.split('/').reduce<string | Buffer>(mac, `AWS4${secretAccessKey}`);
  const signature = mac(signingKey, ['AWS4-HMAC-SHA256', time, scope, hash].join('\n')).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...all, authorization };
}

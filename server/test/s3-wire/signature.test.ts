import { describe, expect, it } from 'vitest';
import { encodedText, type RawRequest } from '../../src/s3-wire/raw-request.js';
import { headersWithin, requestTarget } from '../../src/s3-wire/request-target.js';
import { checkSignature, checkTerms } from '../../src/s3-wire/signature/check-signature.js';
import { payloadForm } from '../../src/s3-wire/signature/payload-form.js';
import { readSignature } from '../../src/s3-wire/signature/read-signature.js';
import { EMPTY_HASH, EXAMPLE_KEY, EXAMPLE_TIME, raw, signer } from './signed-request.js';

const HOST = 'examplebucket.s3.amazonaws.com';
const TIME = '20130524T000000Z';

function check(request: RawRequest, { now = EXAMPLE_TIME, secret = EXAMPLE_KEY.secretAccessKey } = {}): void {
  const signature = readSignature(request);
  checkTerms(request, signature, now);
  checkSignature(request, signature, { secret, payload: payloadForm(request, signature).payload });
}

function authorization(signedHeaders: string, signature: string): string {
  return `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`;
}

describe('signatures of the published examples', () => {
  const common = { host: HOST, 'x-amz-content-sha256': EMPTY_HASH, 'x-amz-date': TIME };

  it('of a read of some bytes', () => {
    const headers = { ...common, range: 'bytes=0-9' };
    const signed = authorization(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
    check(raw('GET', '/test.txt', { ...headers, authorization: signed }));
  });

  it('of a write under a key with a sign that is encoded', () => {
    const request = raw('PUT', '/test%24file.text', {
      host: HOST,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-date': TIME,
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      authorization: authorization(
        'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      ),
    });
    check(request);
  });

  it('of queries, with a value and without', () => {
    const names = 'host;x-amz-content-sha256;x-amz-date';
    const lifecycle = 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543';
    check(raw('GET', '/?lifecycle', { ...common, authorization: authorization(names, lifecycle) }));
    const list = '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7';
    check(raw('GET', '/?max-keys=2&prefix=J', { ...common, authorization: authorization(names, list) }));
    check(raw('GET', '/?prefix=J&max-keys=2', { ...common, authorization: authorization(names, list) }));
  });

  it('of a presigned URL', () => {
    const query =
      'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
      '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
    const request = raw('GET', `/test.txt?${query}`, { host: HOST });
    check(request, { now: EXAMPLE_TIME + 86_400_000 });
    expect(() => check(request, { now: EXAMPLE_TIME + 86_400_001 })).toThrow('expired');
    expect(() => check(request, { now: EXAMPLE_TIME - 16 * 60_000 })).toThrow('not good yet');
    expect(() => check(raw('GET', `/other.txt?${query}`, { host: HOST }))).toThrow('not the one');
  });
});

describe('signatures of another implementation', () => {
  const keys = ['a b+c', 'ä/日本', "!'()*~", '//', './../x', 'a%2Fb', 'dir/', '$&,:;=@', '100%'];

  it.each(keys)('are right for the key %s, and wrong for another', async (key) => {
    const path = `/bucket/${key.split('/').map(encodedText).join('/')}`;
    const headers = { host: '127.0.0.1:9000', 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-amz-meta-note': 'a   b ' };
    const signed = await signer('eu-west-1').sign(
      { method: 'PUT', protocol: 'http:', hostname: '127.0.0.1', path, query: { 'x-id': 'PutObject' }, headers },
      { signingDate: new Date(EXAMPLE_TIME) },
    );
    check(raw('PUT', `${path}?x-id=PutObject`, signed.headers));
    for (const wrong of [
      raw('PUT', `${path}z?x-id=PutObject`, signed.headers),
      raw('GET', `${path}?x-id=PutObject`, signed.headers),
      raw('PUT', `${path}?x-id=PutObject&acl`, signed.headers),
      raw('PUT', `${path}?x-id=PutObject`, { ...signed.headers, host: 'other' }),
      raw('PUT', `${path}?x-id=PutObject`, { ...signed.headers, 'x-amz-meta-note': 'a c' }),
    ]) {
      expect(() => check(wrong)).toThrow('signature is not');
    }
  });

  it('is right where a client sends signs as they are and signs them encoded', async () => {
    const request = {
      method: 'GET',
      protocol: 'http:',
      hostname: 'h',
      path: '/b/%28a%29',
      headers: { host: 'h', 'x-amz-content-sha256': EMPTY_HASH },
    };
    const { headers } = await signer().sign(request, { signingDate: new Date(EXAMPLE_TIME) });
    check(raw('GET', '/b/(a)', headers));
  });

  it('of presigned URLs are right', async () => {
    const request = {
      method: 'GET',
      protocol: 'http:',
      hostname: 'h',
      path: '/b/a%20b',
      query: { 'response-content-type': 'text/plain; a=b+c' },
      headers: { host: 'h', 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-amz-meta-note': 'a b' },
    };
    // What it signs of a query is what stands in it.
    const { query = {} } = await signer().presign(request, { signingDate: new Date(EXAMPLE_TIME), expiresIn: 60 });
    const text = Object.entries(query).map(([name, value]) => `${encodedText(name)}=${encodedText(String(value))}`);
    const presigned = raw('GET', `/b/a%20b?${text.join('&')}`, { host: 'h' });
    check(presigned);
    expect(headersWithin(presigned, true).get('x-amz-meta-note')).toBe('a b');
    expect(headersWithin(presigned, false).has('x-amz-meta-note')).toBe(false);
    expect([...requestTarget(presigned).query.keys()]).toEqual(['response-content-type']);
  });
});

describe('a request is refused', () => {
  const headers = { host: 'h', 'x-amz-content-sha256': EMPTY_HASH };

  async function signed(more: Record<string, string> = {}) {
    const request = { method: 'GET', protocol: 'http:', hostname: 'h', path: '/b/k', headers: { ...headers, ...more } };
    return (await signer().sign(request, { signingDate: new Date(EXAMPLE_TIME) })).headers;
  }

  function codeOf(request: () => RawRequest, now = EXAMPLE_TIME): string {
    try {
      check(request(), { now });
    } catch (error) {
      return (error as { readonly code: string }).code;
    }
    return 'none';
  }

  it('that is signed by the wrong secret, at the wrong time, or for another service', async () => {
    const right = await signed();
    expect(() => check(raw('GET', '/b/k', right), { secret: 'other' })).toThrow('signature');
    expect(codeOf(() => raw('GET', '/b/k', right), EXAMPLE_TIME + 15 * 60_000)).toBe('none');
    expect(codeOf(() => raw('GET', '/b/k', right), EXAMPLE_TIME + 15 * 60_000 + 1)).toBe('RequestTimeTooSkewed');
    expect(codeOf(() => raw('GET', '/b/k', right), EXAMPLE_TIME - 15 * 60_000 - 1)).toBe('RequestTimeTooSkewed');
    const service = { ...right, authorization: right.authorization?.replace('/s3/', '/sqs/') ?? '' };
    expect(codeOf(() => raw('GET', '/b/k', service))).toBe('AuthorizationHeaderMalformed');
    const day = { ...right, authorization: right.authorization?.replace('20130524', '20130525') ?? '' };
    expect(codeOf(() => raw('GET', '/b/k', day))).toBe('AuthorizationHeaderMalformed');
  });

  it('whose headers are not all signed, or stand twice', async () => {
    const right = await signed();
    expect(codeOf(() => raw('GET', '/b/k', { ...right, 'x-amz-acl': 'public-read' }))).toBe('AccessDenied');
    const twice = Object.entries(right).flat();
    expect(codeOf(() => raw('GET', '/b/k', Object.fromEntries([['Host', 'x'], ...Object.entries(right)])))).toBe(
      'InvalidRequest',
    );
    expect(twice.length).toBeGreaterThan(6);
    const withoutHost = { ...right, authorization: right.authorization?.replace('host;', '') ?? '' };
    expect(codeOf(() => raw('GET', '/b/k', withoutHost))).toBe('SignatureDoesNotMatch');
  });

  it('that is not signed, or by an old version, or in both places', async () => {
    expect(codeOf(() => raw('GET', '/b/k', headers))).toBe('AccessDenied');
    expect(codeOf(() => raw('GET', '/b/k', { ...headers, authorization: 'AWS key:signature' }))).toBe('InvalidRequest');
    expect(codeOf(() => raw('GET', '/b/k?AWSAccessKeyId=a&Signature=b&Expires=1', headers))).toBe('InvalidRequest');
    expect(codeOf(() => raw('GET', '/b/k', { ...headers, authorization: 'Bearer x' }))).toBe(
      'AuthorizationHeaderMalformed',
    );
    expect(codeOf(() => raw('GET', '/b/k?X-Amz-Signature=a', { ...headers, authorization: 'x' }))).toBe(
      'InvalidArgument',
    );
    expect(codeOf(() => raw('GET', '/b/k?X-Amz-Signature=a', headers))).toBe('AuthorizationQueryParametersError');
    const named = { ...(await signed()), 'x-amz-content-sha256': 'toString' };
    expect(codeOf(() => raw('GET', '/b/k', named))).toBe('InvalidArgument');
    const { 'x-amz-content-sha256': _, ...without } = await signed();
    expect(codeOf(() => raw('GET', '/b/k', without))).toBe('MissingSecurityHeader');
    const { 'x-amz-date': __, ...dateless } = await signed();
    expect(codeOf(() => raw('GET', '/b/k', dateless))).toBe('MissingSecurityHeader');
    expect(codeOf(() => raw('GET', '/b/%zz', headers))).toBe('AccessDenied');
    expect(codeOf(() => raw('GET', 'http://h/b', headers))).toBe('InvalidURI');
  });
});

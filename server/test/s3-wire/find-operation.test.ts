import { expect, it } from 'vitest';
import { judgeConditions } from '../../src/http/conditions.js';
import { askedRange, copiedRange } from '../../src/s3-wire/byte-range.js';
import { demandServed } from '../../src/s3-wire/demand-served.js';
import { nameEncoding } from '../../src/s3-wire/encoding-type.js';
import { findOperation } from '../../src/s3-wire/find-operation.js';
import { copySource, requestTarget } from '../../src/s3-wire/request-target.js';
import { writeCondition } from '../../src/s3-wire/write-condition.js';
import { raw } from './signed-request.js';

function codeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

function operation(method: string, url: string, headers: Record<string, string> = {}): unknown {
  const request = raw(method, url, headers);
  return codeOf(() => findOperation(method, requestTarget(request), request.headers));
}

it.each([
  ['GET', '/', 'ListBuckets'],
  ['GET', '/b', 'ListObjects'],
  ['GET', '/b/', 'ListObjects'],
  ['GET', '/b?list-type=2&prefix=a', 'ListObjectsV2'],
  ['GET', '/b?list-type=3', 'InvalidArgument'],
  ['GET', '/b?location', 'GetBucketLocation'],
  ['GET', '/b?versioning', 'GetBucketVersioning'],
  ['GET', '/b?uploads', 'ListMultipartUploads'],
  ['GET', '/b?policy', 'NoSuchBucketPolicy'],
  ['GET', '/b?tagging', 'NoSuchTagSet'],
  ['GET', '/b?notification', 'GetUnset'],
  ['GET', '/b?versions', 'NotImplemented'],
  ['HEAD', '/b', 'HeadBucket'],
  ['PUT', '/b', 'CreateBucket'],
  ['PUT', '/b?policy', 'NotImplemented'],
  ['PUT', '/b?x-id=CreateBucket', 'CreateBucket'],
  ['DELETE', '/b', 'DeleteBucket'],
  ['DELETE', '/b?lifecycle', 'NotImplemented'],
  ['POST', '/b?delete', 'DeleteObjects'],
  ['POST', '/b', 'NotImplemented'],
  ['GET', '/b/k', 'GetObject'],
  ['GET', '/b/k?response-content-type=a', 'GetObject'],
  ['GET', '/b/k?tagging', 'GetUnset'],
  ['GET', '/b/k?versionId=null', 'GetObject'],
  ['GET', '/b/k?versionId=3', 'NoSuchVersion'],
  ['GET', '/b/k?uploadId=u', 'ListParts'],
  ['HEAD', '/b/k?partNumber=1', 'NotImplemented'],
  ['PUT', '/b/k?x-id=PutObject', 'PutObject'],
  ['PUT', '/b/k?partNumber=1&uploadId=u', 'UploadPart'],
  ['PUT', '/b/k?uploadId=u', 'NotImplemented'],
  ['PUT', '/b/k?acl', 'NotImplemented'],
  ['PUT', '/b/k?anything', 'NotImplemented'],
  ['POST', '/b/k?uploads', 'CreateMultipartUpload'],
  ['POST', '/b/k?uploadId=u', 'CompleteMultipartUpload'],
  ['POST', '/b/k', 'NotImplemented'],
  ['DELETE', '/b/k', 'DeleteObject'],
  ['DELETE', '/b/k?tagging', 'NotImplemented'],
  ['DELETE', '/b/k?uploadId=u', 'AbortMultipartUpload'],
  ['PATCH', '/b/k', 'MethodNotAllowed'],
  ['PUT', '/', 'MethodNotAllowed'],
  ['GET', '//k', 'InvalidBucketName'],
])('%s %s is %s', (method, url, expected) => {
  expect(operation(method, url)).toBe(expected);
});

it('a source makes a copy of a write', () => {
  expect(operation('PUT', '/b/k', { 'x-amz-copy-source': 'b/l' })).toBe('CopyObject');
  expect(operation('PUT', '/b/k?partNumber=1&uploadId=u', { 'x-amz-copy-source': 'b/l' })).toBe('UploadPartCopy');
  expect(copySource('/b/a%20b%2Bc/d')).toEqual({ bucket: 'b', key: 'a b+c/d' });
  expect(copySource('b%2Fk?versionId=null')).toEqual({ bucket: 'b', key: 'k' });
  expect(codeOf(() => copySource('b'))).toBe('InvalidArgument');
  expect(codeOf(() => copySource('b/k?versionId=1'))).toBe('NoSuchVersion');
});

it.each(['//', '.', '../a', 'a//b', 'dir/', '%', '+', 'a?b', 'ä'])('the key %s is taken as it is', (key) => {
  const path = `/b/${key.split('/').map(encodeURIComponent).join('/')}`;
  expect(requestTarget({ path, query: '' })).toMatchObject({ bucket: 'b', key });
});

it('a range is of bytes that there are', () => {
  expect(askedRange(undefined, 10)).toBeUndefined();
  expect(askedRange('bytes=0-4', 10)).toEqual({ from: 0, length: 5 });
  expect(askedRange('bytes=5-', 10)).toEqual({ from: 5, length: 5 });
  expect(askedRange('bytes=-3', 10)).toEqual({ from: 7, length: 3 });
  expect(askedRange('bytes=-30', 10)).toEqual({ from: 0, length: 10 });
  expect(askedRange('bytes=8-99', 10)).toEqual({ from: 8, length: 2 });
  expect(askedRange('bytes=5-4', 10)).toBeUndefined();
  expect(askedRange('bytes=0-1,3-4', 10)).toBeUndefined();
  for (const range of ['bytes=10-', 'bytes=-0']) expect(codeOf(() => askedRange(range, 10))).toBe('InvalidRange');
  expect(codeOf(() => askedRange('bytes=-1', 0))).toBe('InvalidRange');
  expect(copiedRange('bytes=0-9', 10)).toEqual({ from: 0, length: 10 });
  expect(codeOf(() => copiedRange('bytes=0-10', 10))).toBe('InvalidRange');
  expect(codeOf(() => copiedRange('bytes=1-', 10))).toBe('InvalidArgument');
});

it('conditions hold, or do not', () => {
  const object = { etag: 'e', modified: Date.parse('2026-01-31T12:00:00.700Z') };
  const of = (headers: Record<string, string>) => judgeConditions((name) => headers[name], object);
  const [before, same, after] = [
    'Sat, 31 Jan 2026 11:59:59 GMT',
    'Sat, 31 Jan 2026 12:00:00 GMT',
    'Sat, 31 Jan 2026 12:00:01 GMT',
  ];
  expect(of({})).toBe('met');
  expect(of({ 'if-match': '"e"' })).toBe('met');
  expect(of({ 'if-match': '"x", *' })).toBe('met');
  expect(of({ 'if-match': '"x"' })).toBe('failed');
  expect(of({ 'if-none-match': '"e"' })).toBe('not-modified');
  expect(of({ 'if-none-match': 'W/"x"' })).toBe('met');
  expect(of({ 'if-modified-since': before })).toBe('met');
  expect(of({ 'if-modified-since': same })).toBe('not-modified');
  expect(of({ 'if-unmodified-since': same })).toBe('met');
  expect(of({ 'if-unmodified-since': before })).toBe('failed');
  expect(of({ 'if-match': '"e"', 'if-unmodified-since': before })).toBe('met');
  expect(of({ 'if-none-match': '"x"', 'if-modified-since': after })).toBe('met');
  const write = (headers: Record<string, string>) => codeOf(() => writeCondition(new Map(Object.entries(headers))));
  expect(write({})).toBeUndefined();
  expect(write({ 'if-none-match': '*' })).toEqual({ ifNoneMatch: '*' });
  expect(write({ 'if-match': '"e"' })).toEqual({ ifMatch: 'e' });
  for (const headers of [
    { 'if-none-match': '"e"' },
    { 'if-match': '*' },
    { 'if-match': '"a","b"' },
    { 'if-modified-since': before },
    { 'if-match': '"a"', 'if-none-match': '*' },
  ]) {
    expect(write(headers as Record<string, string>)).toBe('NotImplemented');
  }
});

it('what headers ask for that is not served is not left out in silence', () => {
  const served = (headers: Record<string, string>) => codeOf(() => demandServed(new Map(Object.entries(headers))));
  expect(served({ 'x-amz-acl': 'private', 'x-amz-storage-class': 'STANDARD', 'x-amz-tagging': '' })).toBeUndefined();
  for (const [name, value, code = 'NotImplemented'] of [
    ['x-amz-acl', 'public-read'],
    ['x-amz-storage-class', 'GLACIER', 'InvalidStorageClass'],
    ['x-amz-tagging', 'a=b'],
    ['x-amz-server-side-encryption', 'AES256'],
    ['x-amz-server-side-encryption-customer-key', 'x'],
    ['x-amz-object-lock-mode', 'GOVERNANCE'],
    ['x-amz-grant-read', 'x'],
    ['x-amz-write-offset-bytes', '1'],
  ]) {
    expect(served({ [name ?? '']: value ?? '' })).toBe(code);
  }
});

it('names in lists are encoded where that is asked for', () => {
  expect(nameEncoding(undefined)('a b')).toBe('a b');
  expect(nameEncoding('url')('a b/+ä')).toBe('a%20b/%2B%C3%A4');
  expect(codeOf(() => nameEncoding('x'))).toBe('InvalidArgument');
});

import { expect, it } from 'vitest';
import { keptHeaders } from '../../../src/resources/buckets/object-headers.js';

const kept = (headers: Record<string, string>) => keptHeaders(Object.entries(headers));

it('headers that describe an object are kept, and no others', () => {
  const headers = { 'x-amz-meta-a': 'b', 'cache-control': 'no-cache', 'content-type': 'x', expires: '' };
  expect(kept(headers)).toEqual({ 'x-amz-meta-a': 'b', 'cache-control': 'no-cache' });
});

it('how the body came is no property of the object', () => {
  expect(kept({ 'content-encoding': 'aws-chunked' })).toEqual({});
  expect(kept({ 'content-encoding': 'aws-chunked,gzip' })).toEqual({ 'content-encoding': 'gzip' });
  expect(kept({ 'content-encoding': 'gzip,br' })).toEqual({ 'content-encoding': 'gzip,br' });
});

it('metadata has 2,048 characters at most', () => {
  expect(kept({ 'x-amz-meta-a': 'b'.repeat(2047) })).toBeDefined();
  expect(() => kept({ 'x-amz-meta-a': 'b'.repeat(2048) })).toThrow(
    expect.objectContaining({ code: 'METADATA_TOO_LARGE' }),
  );
});

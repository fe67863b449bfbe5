import { describe, expect, it } from 'vitest';
import { s3PlaceOf } from '../../src/objects/s3-place.js';

describe('the URL of a bucket', () => {
  it('names bucket, prefix, region, endpoint and key', () => {
    expect(s3PlaceOf('s3://bucket')).toEqual({
      bucket: 'bucket',
      prefix: '',
      region: 'us-east-1',
      endpoint: undefined,
      pathStyle: false,
      credentials: undefined,
    });
    expect(s3PlaceOf('s3://id:se%2Fcret@b/a/b/?region=eu-west-1&endpoint=https://minio.local:9000')).toEqual({
      bucket: 'b',
      prefix: 'a/b/',
      region: 'eu-west-1',
      endpoint: 'https://minio.local:9000',
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'se/cret' },
    });
    expect(s3PlaceOf('s3://b?endpoint=https://s3.local&pathStyle=0').pathStyle).toBe(false);
  });

  it.each([
    ['bucket', /no URL/],
    ['https://bucket', /begin with s3:/],
    ['s3://', /begin with s3:|no URL/],
    ['s3://id:canary@b?regoin=x', /regoin, which is unknown/],
  ])('is refused when it is %s, without its secret', (url, words) => {
    expect(() => s3PlaceOf(url)).toThrow(words);
    expect(() => s3PlaceOf(url)).not.toThrow(/canary/);
  });
});

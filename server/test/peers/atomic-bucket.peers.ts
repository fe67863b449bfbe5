import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { s3Objects } from '../../src/objects/s3-objects.js';
import { atomicBucket } from './atomic-bucket.js';

it('the bucket of the storm keeps an object whole when the sender of the next one goes at any instant', async () => {
  const bucket = await atomicBucket({ slowMs: 5 });
  const objects = s3Objects(bucket.url);
  try {
    for (let tries = 0; tries < 50; tries++) {
      await objects.put('order.edi', Buffer.from('the first'));
      const gone = new AbortController();
      setTimeout(() => gone.abort(), tries % 10);
      await objects.put('order.edi', Buffer.from('and another'), { signal: gone.signal }).catch(() => {});
      const stored = await objects.get('order.edi');
      expect(['the first', 'and another']).toContain(stored === undefined ? undefined : await text(stored));
    }
    expect(bucket.abandoned()).toBeGreaterThan(0);
    expect(bucket.read('order.edi')).toBeDefined();
    expect(await objects.get('missing.edi')).toBeUndefined();
  } finally {
    await objects.close();
    await bucket.close();
  }
});

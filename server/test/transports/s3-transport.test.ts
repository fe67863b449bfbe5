import { readFileSync } from 'node:fs';
import { transportContract } from 'ediloom/testing';
import { describe, expect, it } from 'vitest';
import { bucketInMemory } from './bucket-in-memory.js';
import { s3Harness } from './s3-harness.js';

describe('a transport over a bucket', () => {
  const make = () => {
    const bucket = bucketInMemory();
    return s3Harness(bucket.client, 'edi', 'partner', (kind) => {
      bucket.fault = kind;
    });
  };
  for (const check of transportContract(make)) it(check.name, check.run);

  it('is the example of the README', () => {
    const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
    expect(text('../../../src/transports/README.md')).toContain(
      `\`\`\`typescript\n${text('./s3-transport.ts')}\`\`\`\n`,
    );
  });
});

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3Client } from '@aws-sdk/client-s3';
import type { TransportFault } from 'ediloom/testing';
import { transportContract } from 'ediloom/testing';
import { describe, inject, it } from 'vitest';
import { s3Harness } from '../transports/s3-harness.js';

describe('a transport over a bucket of s3rver', () => {
  const { username, password, hostname, searchParams } = new URL(inject('s3Url'));
  const endpoint = searchParams.get('endpoint') ?? '';
  let places = 0;
  const make = () => {
    let fault: TransportFault | undefined;
    const client = new S3Client({
      region: 'us-east-1',
      endpoint,
      forcePathStyle: true,
      credentials: { accessKeyId: username, secretAccessKey: password },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      maxAttempts: 1,
    });
    const lost = (code: string) => {
      fault = undefined;
      return Object.assign(new Error('lost'), { code });
    };
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (fault === 'unreachable') throw lost('ECONNREFUSED');
          if (commandName !== 'PutObjectCommand') return next(args);
          if (fault === 'cut-in-transfer') throw lost('ECONNRESET');
          await holdWhole(args.request);
          const result = await next(args);
          if (fault === 'cut-at-end') throw lost('ECONNRESET');
          return result;
        },
      { step: 'build' },
    );
    return s3Harness(client, hostname, `transport-${++places}`, (kind) => {
      fault = kind;
    });
  };
  for (const check of transportContract(make)) it(check.name, check.run);
});

/** s3rver shows an object while it is written, which S3 does not: it is given all at once. */
async function holdWhole(request: unknown): Promise<void> {
  if (typeof request !== 'object' || request === null || !('body' in request)) return;
  if (request.body instanceof Readable) request.body = await buffer(request.body);
}

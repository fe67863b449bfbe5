import { type RequestOptions, request } from 'node:http';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { onTestFinished } from 'vitest';
import { createS3Listener, type S3ListenerOptions } from '../../src/exchange/s3/create-s3-listener.js';
import type { Services } from '../../src/exchange/services.js';
import { createBucket } from '../../src/resources/buckets/rows.js';
import { type CreatedS3Key, createS3Key, type NewS3Key } from '../../src/resources/s3-keys/rows.js';
import { addAccount, writeAs } from './accounts.js';
import { type TestServices, type TestServicesOptions, testServices } from './test-services.js';

export const S3_ACCOUNT = 'account-1';

export interface S3World extends TestServices {
  readonly endpoint: string;
  readonly port: number;
  key(options?: Partial<NewS3Key>, accountId?: string): Promise<CreatedS3Key>;
  client(key: CreatedS3Key, options?: S3ClientConfig): S3Client;
}

/** Services with an S3 listener, an account and its bucket `files`. */
export async function s3World(options: TestServicesOptions = {}, listener: S3ListenerOptions = {}): Promise<S3World> {
  const world = await testServices(options);
  onTestFinished(() => world.close());
  const { services } = world;
  // The clients of tests sign by the clock of the machine.
  world.clock.advance(Date.now() - world.clock.now());
  await addAccount(services.store, S3_ACCOUNT);
  await writeAs(services.store, S3_ACCOUNT, (queries) => createBucket(queries, world.clock, { name: 'files' }));
  const server = createS3Listener(services, { port: 0, tls: undefined }, listener);
  await server.start();
  const { port } = server.address ?? { port: 0 };
  const endpoint = `http://127.0.0.1:${port}`;
  onTestFinished(() => server.stop(0));
  return {
    ...{ ...world, endpoint, port },
    key: (key = {}, accountId = S3_ACCOUNT) => s3Key(services, accountId, key),
    client: ({ accessKeyId, secretAccessKey }, more = {}) => {
      const client = new S3Client({
        ...{ endpoint, region: 'us-east-1', forcePathStyle: true, maxAttempts: 1 },
        credentials: { accessKeyId, secretAccessKey },
        ...more,
      });
      onTestFinished(() => client.destroy());
      return client;
    },
  };
}

function s3Key(services: Services, accountId: string, key: Partial<NewS3Key>): Promise<CreatedS3Key> {
  return writeAs(services.store, accountId, (queries) =>
    createS3Key(services, queries, { name: 'test', mode: 'live', access: 'write', ...key }),
  );
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** The server has asked for the body. */
  readonly wasAsked: boolean;
}

/** A request as it stands, without a client that helps it. @param body sent at once; with `expect` once it is asked for. */
export function rawS3(port: number, options: RequestOptions, body?: string | Uint8Array): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let wasAsked = false;
    const sent = request({ host: '127.0.0.1', port, agent: false, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, wasAsked });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    const waits = Object.keys(options.headers ?? {}).some((name) => name.toLowerCase() === 'expect');
    if (!waits) sent.end(body);
    else {
      sent.on('continue', () => {
        wasAsked = true;
        sent.end(body);
      });
      sent.flushHeaders();
    }
  });
}

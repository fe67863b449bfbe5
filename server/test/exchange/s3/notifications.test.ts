import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as tls } from 'node:tls';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { generateIdentity } from 'ediloom/transports/as2';
import { describe, expect, it, onTestFinished } from 'vitest';
import { wayOut } from '../../../src/exchange/functions/way-out.js';
import { createS3Listener } from '../../../src/exchange/s3/create-s3-listener.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import { notificationsColumn } from '../../../src/resources/buckets/notifications.js';
import { eventOf } from '../../../src/resources/functions/invocation-rows.js';
import { createFunction } from '../../../src/resources/functions/rows.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { S3_ACCOUNT, s3World } from '../../support/s3-world.js';
import type { TestServicesOptions } from '../../support/test-services.js';

const Bucket = 'files';

/** Whose bucket tells a function. */
async function tellingWorld(options?: TestServicesOptions) {
  const world = await s3World(options);
  const { services } = world;
  const queries = <Result>(work: (queries: AccountQueries) => Promise<Result>): Promise<Result> =>
    services.store.write((tx) => work(new AccountQueries(tx, S3_ACCOUNT)));
  await queries(async (own) => {
    const settings = { source: { code: '' }, timeout: 3, logRetention: 'one_day' };
    await createFunction({ queries: own, clock: services.clock, mode: 'live' }, 'told', settings);
    const notifications = notificationsColumn({ functions: [{ functionName: 'told' }] });
    await own.update('buckets').set({ notifications }).where('name', '=', Bucket).execute();
  });
  return { world, services, queries };
}

it('functions hear of what clients of S3 put, copy and upload in parts, as S3 says it', async () => {
  const { world, services, queries } = await tellingWorld();
  const client = world.client(await world.key());
  await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'abc' }));
  await client.send(new CopyObjectCommand({ Bucket, Key: 'b', CopySource: `${Bucket}/a` }));
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'c' }));
  const part = { Bucket, Key: 'c', UploadId, PartNumber: 1 };
  const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: 'abc' }));
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await client.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'c', UploadId, MultipartUpload }));

  const rows = await queries((own) => own.from('invocations').selectAll().execute());
  const records = rows.map((row) => JSON.parse(eventOf(services, row)).Records[0]);
  const told = records.map(({ eventName, s3 }) => [s3.object.key, eventName, s3.object.size, s3.object.eTag]);
  const md5 = '900150983cd24fb0d6963f7d28e17f72';
  expect(told.sort()).toEqual([
    ['a', 'ObjectCreated:Put', 3, md5],
    ['b', 'ObjectCreated:Copy', 3, md5],
    ['c', 'ObjectCreated:CompleteMultipartUpload', 3, expect.stringMatching(/^[0-9a-f]{32}-1$/)],
  ]);
});

describe.each(['http', 'https'] as const)('over %s', (protocol) => {
  it('what a function puts is known as its own, and one too many is not run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 's3-notifications-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    const made = await generateIdentity({ commonName: 'localhost', hosts: ['localhost'], days: 2, key: 'ec' });
    writeFileSync(files.certFile, made.certificatePem);
    writeFileSync(files.keyFile, made.privateKeyPem);
    const functions = { isolation: 'box', places: 4, allowedHosts: ['127.0.0.1'], delaysMs: [] } as const;
    const parts = () => ({ outgoing: createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'] }) });
    const { world, services, queries } = await tellingWorld({ config: { functions }, parts });
    const listener = createS3Listener(services, { port: 0, tls: protocol === 'https' ? files : undefined });
    onTestFinished(() => listener.stop(0));
    await listener.start();
    const port = listener.address?.port ?? 0;
    const key = await world.key();
    for (const depth of [1, 4, 5]) {
      const connect = wayOut(services, { accountId: S3_ACCOUNT, depth, ownAddress: () => undefined });
      const open = await connect('127.0.0.1', port);
      // As a function has it: its own client over the connection that is made for it.
      const agent = protocol === 'https' ? new SecureAgent() : new Agent();
      const createConnection = () => (protocol === 'https' ? tls({ socket: open, rejectUnauthorized: false }) : open);
      Object.assign(agent, { createConnection });
      const client = world.client(key, {
        endpoint: `${protocol}://127.0.0.1:${port}`,
        requestHandler: { httpAgent: agent, httpsAgent: agent as SecureAgent },
      });
      await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'abc' }));
    }
    const rows = await queries((own) => own.from('invocations').select(['depth', 'state']).orderBy('depth').execute());
    expect(rows.map(({ depth, state }) => [Number(depth), state])).toEqual([
      [1, 'waiting'],
      [4, 'waiting'],
      [5, 'failed'],
    ]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  ListBucketsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { generateIdentity } from 'ediloom/transports/as2';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createS3Listener } from '../../../src/exchange/s3/create-s3-listener.js';
import { createMetrics } from '../../../src/metrics.js';
import { Problem } from '../../../src/problems.js';
import { StoreError } from '../../../src/store/store.js';
import { readAs } from '../../support/accounts.js';
import { addConnection } from '../../support/deliveries.js';
import { failingStore } from '../../support/failing-store.js';
import { rawS3, S3_ACCOUNT, s3World } from '../../support/s3-world.js';
import { signedHeaders } from '../../support/signed-s3.js';

describe('the S3 listener', () => {
  it('says that it is to be asked again where the store does not answer', async () => {
    let trouble: Error | undefined;
    const world = await s3World({ parts: ({ store }) => ({ store: failingStore(store, () => trouble) }) });
    const client = world.client(await world.key());
    const list = () => client.send(new ListBucketsCommand({}));
    await list();
    trouble = new StoreError('unavailable', 'The database cannot be reached.');
    await expect(list()).rejects.toMatchObject({ name: 'ServiceUnavailable', $metadata: { httpStatusCode: 503 } });
    trouble = undefined;
    await list();
  });

  it('audits the address of who stands before a proxy that is trusted, and of nobody else', async () => {
    for (const [trustedProxies, address] of [
      [['127.0.0.0/8', '10.0.0.0/8'], '203.0.113.9'],
      [['10.0.0.0/8'], '127.0.0.1'],
    ] as const) {
      const world = await s3World({ config: { trustedProxies: [...trustedProxies] } });
      const key = await world.key();
      const headers = signedHeaders(key, {
        ...{ method: 'PUT', url: '/files/k', host: `127.0.0.1:${world.port}` },
        headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
      });
      const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9, 10.1.2.3', 'content-length': '1' };
      const put = { method: 'PUT', path: '/files/k', headers: { ...headers, ...forwarded } };
      expect((await rawS3(world.port, put, 'x')).status).toBe(200);
      const rows = await readAs(world.services.store, S3_ACCOUNT, (queries) =>
        queries.from('audit').select('address').where('action', '=', 'put').execute(),
      );
      expect(rows.map((row) => row.address)).toEqual([address]);
    }
  });

  it('tells clients and the operator that the disk is full', async () => {
    const full = new Problem('unavailable', 'The disk is full.', { code: 'DISK_FULL' });
    const errors: unknown[] = [];
    const world = await s3World({
      parts: ({ log }) => ({
        room: { open: () => Promise.reject(full) },
        log: Object.assign(Object.create(log), { error: (said: unknown) => void errors.push(said) }),
      }),
    });
    const put = world.client(await world.key()).send(new PutObjectCommand({ Bucket: 'files', Key: 'a', Body: 'x' }));
    await expect(put).rejects.toMatchObject({ name: 'ServiceUnavailable', message: 'The disk is full.' });
    expect(errors).toEqual([{ error: expect.stringContaining('The disk is full.') }]);
  });

  it('puts what has come in where a connection looks for it, whole and in parts, and as events', async () => {
    const world = await s3World();
    const client = world.client(await world.key());
    await addConnection(world.services, 'bucket', { bucketName: 'files' }, { inbound_place: 'files/in/' });
    const Bucket = 'files';
    await client.send(new PutObjectCommand({ Bucket, Key: 'in/a.edi', Body: 'ISA' }));
    await client.send(new CopyObjectCommand({ Bucket, Key: 'in/b.edi', CopySource: 'files/in/a.edi' }));
    const place = { Bucket, Key: 'in/c.edi' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
    const { ETag } = await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: 'ISA' }));
    const Parts = [{ PartNumber: 1, ETag }];
    await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }));
    const [executions, events] = await readAs(world.services.store, S3_ACCOUNT, async (queries) => [
      await queries.from('executions').select('name').orderBy('name').execute(),
      await queries.from('events').select('type').execute(),
    ]);
    expect(executions.map(({ name }) => name)).toEqual(['a.edi', 'b.edi', 'c.edi']);
    expect(events.map(({ type }) => type)).toEqual(['file.created', 'file.created', 'file.created']);
  });

  it('speaks TLS by its certificate, and by a renewed one', async () => {
    const world = await s3World();
    const folder = mkdtempSync(join(tmpdir(), 's3-listener-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const tls = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    const write = async (commonName: string) => {
      const made = await generateIdentity({ commonName, hosts: ['localhost'], days: 2, key: 'ec' });
      writeFileSync(tls.certFile, made.certificatePem);
      writeFileSync(tls.keyFile, made.privateKeyPem);
    };
    await write('first');
    const listener = createS3Listener(world.services, { port: 0, tls }, { everyMs: 20 });
    onTestFinished(() => listener.stop(0));
    await listener.start();
    const shown = () =>
      new Promise<string>((resolve, reject) => {
        const options = { host: 'localhost', port: listener.address?.port, rejectUnauthorized: false, agent: false };
        get(options, (answer) => {
          const { subject } = (answer.socket as import('node:tls').TLSSocket).getPeerCertificate();
          answer.resume().on('end', () => resolve(String(subject.CN)));
        }).on('error', reject);
      });
    expect(await shown()).toBe('first');
    await write('second');
    await expect.poll(shown).toBe('second');
  });

  it('lets what is under way end when it stops', async () => {
    const world = await s3World();
    const listener = createS3Listener(world.services, { port: 0, tls: undefined });
    await listener.start();
    const port = listener.address?.port;
    const client = world.client(await world.key(), { endpoint: `http://127.0.0.1:${port}` });
    const Body = new Readable({ read: () => undefined });
    Body.push('a');
    const put = client.send(new PutObjectCommand({ Bucket: 'files', Key: 'k', Body, ContentLength: 2 }));
    // Its head has come once the key was used.
    await expect
      .poll(() => world.services.store.read((db) => db.selectFrom('s3_keys').select('last_used_at').executeTakeFirst()))
      .not.toEqual({ last_used_at: null });
    const stopped = listener.stop(60_000);
    Body.push('b');
    Body.push(null);
    await put;
    await stopped;
    await expect(client.send(new ListBucketsCommand({}))).rejects.toThrow();
  });

  it('counts requests by operation and status', async () => {
    const metrics = createMetrics({ process: false });
    const world = await s3World({ parts: () => ({ metrics }) });
    const client = world.client(await world.key());
    await client.send(new ListBucketsCommand({}));
    await rawS3(world.port, { method: 'GET', path: '/files/k' });
    const counted = (await metrics.text()).match(/^ediloom_s3_request_seconds_count.*$/gm);
    expect(counted).toEqual([
      'ediloom_s3_request_seconds_count{operation="ListBuckets",status="200"} 1',
      'ediloom_s3_request_seconds_count{operation="none",status="403"} 1',
    ]);
  });

  it('answers whatever is asked of it, and never with an error of its own', async () => {
    const world = await s3World();
    const key = await world.key();
    const name = fc.constantFrom(
      ...['list-type', 'uploads', 'uploadId', 'partNumber', 'prefix', 'delimiter', 'marker', 'max-keys', 'delete'],
      ...['acl', 'versionId', 'encoding-type', 'continuation-token', 'response-expires', 'x-id', 'max-parts', 'any'],
    );
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('', '1', '2', 'url', '/', '\0', '\u{10FFFF}', '%', '1001'),
    );
    const header = fc.constantFrom(
      ...['range', 'if-match', 'if-none-match', 'if-modified-since', 'x-amz-copy-source', 'x-amz-copy-source-range'],
      ...[
        'content-md5',
        'x-amz-checksum-crc32',
        'x-amz-metadata-directive',
        'x-amz-acl',
        'x-amz-meta-a',
        'x-amz-trailer',
      ],
      ...['x-amz-decoded-content-length', 'content-encoding', 'x-amz-checksum-mode', 'x-amz-expected-bucket-owner'],
    );
    const value = fc.oneof(
      fc.stringMatching(/^[!-~]{0,8}$/),
      fc.constantFrom('*', '"a"', 'bytes=0-1', 'bytes=-', 'files/k', '/files/%', '-1', '0', 'REPLACE', 'gzip'),
    );
    const asked = fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH'),
      path: fc.constantFrom(
        '/',
        '/files',
        '/files/',
        '/files/k',
        '/none/k',
        '/files//',
        '/No_Name',
        '/files/%00',
        '/files/%F4%8F%BF%BF',
      ),
      query: fc.array(fc.tuple(name, odd), { maxLength: 3 }),
      headers: fc.dictionary(header, value, { maxKeys: 3 }),
      form: fc.constantFrom('UNSIGNED-PAYLOAD', 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', 'a'.repeat(64), 'other'),
      body: fc.constantFrom(
        '',
        'abc',
        '<a/>',
        '3\r\nabc\r\n0\r\n\r\n',
        '<Delete><Object><Key>k</Key></Object></Delete>',
      ),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ method, path, query, headers, form, body }) => {
        const text = query.map(
          ([left, right]) => `${encodeURIComponent(left)}=${encodeURIComponent(right.toWellFormed())}`,
        );
        const url = text.length === 0 ? path : `${path}?${text.join('&')}`;
        const given = { ...headers, 'content-length': String(body.length), 'x-amz-content-sha256': form };
        const signed = signedHeaders(key, { method, url, host: `127.0.0.1:${world.port}`, headers: given });
        const answer = await rawS3(world.port, { method, path: url, headers: signed }, body);
        expect([200, 204, 206, 304, 400, 403, 404, 405, 409, 411, 412, 416, 501]).toContain(answer.status);
        expect(answer.text).not.toContain('SignatureDoesNotMatch');
      }),
      { numRuns: 400 },
    );
  });
});

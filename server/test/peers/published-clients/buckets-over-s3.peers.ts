import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { s3World } from '../../support/s3-world.js';
import { type Answer, installPublished, made } from './published-client.js';

const PACKAGE = '@stedi/sdk-client-buckets';
const KEYS = ['a/b c.txt', 'a//é+%.edi', 'x/../up', 'plain'];
const bucketName = 'files';

/** Where such a client finds its keys and its endpoint when it runs in a function: nothing of it is changed. */
function inFunction(env: Readonly<Record<string, string>>): void {
  const before = { ...process.env };
  Object.assign(process.env, { AWS_LAMBDA_FUNCTION_NAME: 'x', REGION: 'us-east-1', ...env });
  delete process.env.AWS_CA_BUNDLE;
  onTestFinished(() => {
    process.env = before;
  });
}

describe.each(['0.0.15', '0.0.18', '0.0.23'])(`${PACKAGE} %s, unpatched`, (version) => {
  it('puts, reads, lists, copies and deletes objects over S3', async (context) => {
    const published = await installPublished(context, PACKAGE, version);
    const world = await s3World();
    const { accessKeyId, secretAccessKey } = await world.key();
    inFunction({
      ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
      AWS_ENDPOINT_URL_S3: world.endpoint,
    });
    const client = made(published, 'BucketsClient', { region: 'us' }) as { send(command: object): Promise<Answer> };
    const send = (command: string, input: object) => client.send(made(published, `${command}Command`, input));
    for (const key of KEYS) await send('PutObject', { bucketName, key, body: Buffer.from(`in ${key}`) });
    for (const key of KEYS) {
      const { body } = await send('GetObject', { bucketName, key });
      expect(await text(body as Readable)).toBe(`in ${key}`);
    }
    const listed: string[] = [];
    let pageToken: unknown;
    do {
      const page = await send('ListObjects', { bucketName, pageSize: 3, pageToken });
      listed.push(...(page.items as readonly Answer[]).map(({ key }) => String(key)));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    expect(listed.sort()).toEqual([...KEYS].sort());
    if (version === '0.0.23') {
      await send('CopyObject', { bucketName, key: 'copy', copySource: `${bucketName}/plain` });
      expect(await text((await send('GetObject', { bucketName, key: 'copy' })).body as Readable)).toBe('in plain');
    }
    for (const key of [...KEYS, 'copy', 'none']) await send('DeleteObject', { bucketName, key });
    await expect(send('GetObject', { bucketName, key: 'plain' })).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(send('GetObject', { bucketName: 'none', key: 'plain' })).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
  });
});

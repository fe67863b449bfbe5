import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasBoxes } from '../support/boxes.js';
import { launchServer } from '../support/built-server.js';
import {
  type Ask,
  type Circle,
  functionCircle,
  invocationsOf,
  OWN_ORDER,
  SENT_ORDER,
} from '../support/function-circle.js';
import { sharedServer } from '../support/shared-server.js';

const WAIT = { timeout: 60_000 };

const BUCKET = 'mill-files';
const OBJECTS = `/2022-05-05/buckets/${BUCKET}/objects`;

/** A built server with a bucket that partners' files are delivered to, and that tells the function of what is put into it. */
async function opened(circle: Pick<Circle, 'source'> = {}): Promise<Ask> {
  const built = await sharedServer();
  const home = mkdtempSync(join(tmpdir(), 'function-circle-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const env = { SFTP_PORT: 'off', AS2_PORT: 'off', FUNCTIONS_ISOLATION: 'box' };
  const server = await launchServer(built.main, home, env).ready;
  if (server === undefined) throw new Error('It did not start.');
  onTestFinished(async () => void (await server.stop()));
  const key = readFileSync(join(home, 'live-key'), 'utf8').trim();
  const url = readFileSync(join(home, 'url'), 'utf8').trim();
  const ask: Ask = (method, path, body) =>
    fetch(`${url}${path}`, {
      ...{ method, headers: { authorization: key, ...(body && { 'content-type': 'application/json' }) } },
      ...(body && { body: JSON.stringify(body) }),
    });
  expect((await ask('POST', '/2022-05-05/buckets', { bucketName: BUCKET })).status).toBe(201);
  const connection = { bucketName: BUCKET, outboundSubdirectory: 'out' };
  await functionCircle(ask, key, { bucketName: BUCKET, kind: 'buckets', connection, ...circle });
  return ask;
}

describe.skipIf(!(await hasBoxes()))('an order that is put into a bucket', { timeout: 120_000 }, () => {
  it('is mapped by a function, and delivered as an 850', async () => {
    const ask = await opened();
    expect((await ask('PUT', `${OBJECTS}/order%201.json`, OWN_ORDER)).status).toBe(200);
    const delivered = await vi.waitFor(async () => {
      const answer = await ask('GET', `${OBJECTS}/${encodeURIComponent('out/order-1.edi')}`);
      if (!answer.ok) throw new Error(JSON.stringify(await invocationsOf(ask)));
      return answer.text();
    }, WAIT);
    for (const segment of SENT_ORDER) expect(delivered).toMatch(segment);
    // What was delivered was told as well.
    const done = { status: 'succeeded', source: 'bucket', attempts: 1 };
    await vi.waitFor(async () => expect(await invocationsOf(ask)).toMatchObject([done, done]), WAIT);
  });

  it('is sent five times by a function that sends it again whenever it is told of what it has sent, and then no more', async () => {
    const ask = await opened({ source: 'order 1.json' });
    expect((await ask('PUT', `${OBJECTS}/order%201.json`, OWN_ORDER)).status).toBe(200);
    const refused = { status: 'failed', attempts: 0, error: { errorType: 'NotRun' } };
    await vi.waitFor(async () => {
      const [last, ...others] = await invocationsOf(ask);
      expect(last).toMatchObject(refused);
      expect(others).toMatchObject(Array.from({ length: 5 }, () => ({ status: 'succeeded', attempts: 1 })));
    }, WAIT);
  });
});

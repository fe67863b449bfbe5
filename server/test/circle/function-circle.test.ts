import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { hasBoxes } from '../support/boxes.js';
import { launchServer } from '../support/built-server.js';
import { type Ask, functionCircle, invocationsOf, OWN_ORDER, SENT_ORDER } from '../support/function-circle.js';
import { sharedServer } from '../support/shared-server.js';

const WAIT = { timeout: 60_000 };

it.skipIf(!(await hasBoxes()))(
  'an order that is put into a bucket is mapped by a function, and delivered as an 850',
  { timeout: 120_000 },
  async () => {
    const built = await sharedServer();
    const home = mkdtempSync(join(tmpdir(), 'function-circle-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const env = { SFTP_PORT: 'off', AS2_PORT: 'off', FUNCTIONS_ISOLATION: 'box' };
    const server = await launchServer(built.main, home, env).ready;
    if (server === undefined) throw new Error('It did not start.');
    const key = readFileSync(join(home, 'live-key'), 'utf8').trim();
    const url = readFileSync(join(home, 'url'), 'utf8').trim();
    const ask: Ask = (method, path, body) =>
      fetch(`${url}${path}`, {
        ...{ method, headers: { authorization: key, ...(body && { 'content-type': 'application/json' }) } },
        ...(body && { body: JSON.stringify(body) }),
      });
    const bucketName = 'mill-files';
    expect((await ask('POST', '/2022-05-05/buckets', { bucketName })).status).toBe(201);
    const connection = { bucketName, outboundSubdirectory: 'out' };
    await functionCircle(ask, key, { bucketName, kind: 'buckets', connection });

    const objects = `/2022-05-05/buckets/${bucketName}/objects`;
    expect((await ask('PUT', `${objects}/order%201.json`, OWN_ORDER)).status).toBe(200);
    const delivered = await vi.waitFor(async () => {
      const answer = await ask('GET', `${objects}/${encodeURIComponent('out/order-1.edi')}`);
      if (!answer.ok) throw new Error(JSON.stringify(await invocationsOf(ask)));
      return answer.text();
    }, WAIT);
    for (const segment of SENT_ORDER) expect(delivered).toMatch(segment);
    // What was delivered was told as well.
    const done = { status: 'succeeded', source: 'bucket', attempts: 1 };
    await vi.waitFor(async () => expect(await invocationsOf(ask)).toMatchObject([done, done]), WAIT);
    await server.stop();
  },
);

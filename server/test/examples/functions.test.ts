import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/start/read-config.js';
import { type RunningServer, startServer } from '../../src/start/start-server.js';
import { hasBoxes } from '../support/boxes.js';
import { runLine } from '../support/run-line.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/functions/', import.meta.url));
const textOf = (example: string, file: string) => readFileSync(join(EXAMPLES, example, file), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'examples-'));
const env = {
  ...{ DATA_DIR: join(folder, 'data'), PORT: '0', SFTP_PORT: 'off', AS2_PORT: 'off', LOG_LEVEL: 'silent' },
  ...{ FUNCTIONS_ALLOWED_HOSTS: '127.0.0.1', ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', SHUTDOWN_MS: '1000' },
};

let server: RunningServer;
let key: string;
beforeAll(async () => {
  server = await startServer(readConfig(env), pino({ level: 'silent' }));
  key = readFileSync(join(env.DATA_DIR, 'test-key'), 'utf8').trim();
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: string) {
  const headers = { authorization: key, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const answer = await fetch(server.url + path, { method, headers, ...(body !== undefined && { body }) });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Hands an example to the server as it stands, and invokes it with its event. */
async function ran(
  example: string,
  environmentVariables: Record<string, string>,
  event = textOf(example, 'event.json'),
) {
  const at = '/2021-11-16/functions';
  const made = { functionName: example, code: textOf(example, 'index.mjs'), timeout: 20, environmentVariables };
  expect((await ask('POST', at, JSON.stringify(made))).text).toContain(example);
  const answer = await ask('POST', `${at}/${example}/invocations`, event);
  return { failed: answer.headers.get('x-stedi-invocationerror') !== null, result: JSON.parse(answer.text) };
}

/** An API of somebody's own, and what it was sent. */
async function someApi(status: number) {
  const heard: unknown[] = [];
  const api = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push([request.headers.authorization, JSON.parse(Buffer.concat(chunks).toString())]);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void api.close());
  return { heard, url: `http://127.0.0.1:${(api.address() as AddressInfo).port}/orders` };
}

const BUCKET = '/2022-05-05/buckets/mill-orders';

describe.skipIf(!(await hasBoxes()))('the example', () => {
  it('rename-file moves what was put', async () => {
    await ask('POST', '/2022-05-05/buckets', '{ "bucketName": "mill-orders" }');
    await ask('PUT', `${BUCKET}/objects/in/order%207.edi`, 'ISA');
    const { failed, result } = await ran('rename-file', { KEY: key });
    const moved = { from: 'in/order 7.edi', to: 'done/2026-03-02/order 7.edi' };
    expect([failed, result]).toEqual([false, { moved: [moved] }]);
    const { items } = JSON.parse((await ask('GET', `${BUCKET}/objects`)).text);
    expect(items.map((item: { key: string }) => item.key)).toEqual([moved.to]);
    // As it may be invoked a second time.
    const again = await ask(
      'POST',
      '/2021-11-16/functions/rename-file/invocations',
      textOf('rename-file', 'event.json'),
    );
    expect(JSON.parse(again.text)).toEqual({ moved: [] });
  });

  it('post-to-api hands its event to a host that is allowed, and fails where that refuses it', async () => {
    const { heard, url } = await someApi(201);
    const event = textOf('post-to-api', 'event.json');
    const { failed, result } = await ran('post-to-api', { API_URL: url, API_TOKEN: 'some-token' });
    expect([failed, result, heard]).toEqual([false, { status: 201 }, [['Bearer some-token', JSON.parse(event)]]]);
    const refusing = await someApi(503);
    const variables = { environmentVariables: { API_URL: refusing.url, API_TOKEN: '********' } };
    await ask('PUT', '/2021-11-16/functions/post-to-api', JSON.stringify(variables));
    const refused = await ask('POST', '/2021-11-16/functions/post-to-api/invocations', event);
    expect(JSON.parse(refused.text)).toMatchObject({ errorMessage: 'The API answered 503' });
    expect(refusing.heard).toHaveLength(1);
  });

  it('order-to-850 sends an order to the demo partner, once', async () => {
    const { failed, result } = await ran('order-to-850', { KEY: key });
    expect([failed, result]).toMatchObject([false, { number: 'PO-3001', fileExecutionId: expect.any(String) }]);
    expect(result.edi).toMatch(
      /~\s*BEG\*00\*SA\*PO-3001\*\*20260302~\s*PO1\*1\*12\*EA\*9\.75\*\*VP\*MUG-GRN~\s*PO1\*2\*6\*EA\*9\.5\*\*VP\*MUG-RED~/,
    );
    const again = await ask(
      'POST',
      '/2021-11-16/functions/order-to-850/invocations',
      textOf('order-to-850', 'event.json'),
    );
    expect(JSON.parse(again.text)).toEqual(result);
  });

  it.each(readdirSync(EXAMPLES))('%s runs by functions dev against a running server', async (example) => {
    const { url } = await someApi(200);
    const at = join(EXAMPLES, example);
    const variables = [`KEY=${key}`, `API_URL=${url}`, 'API_TOKEN=x'].flatMap((one) => ['--env', one]);
    const reach = ['--url', server.url, '--allow-host', '127.0.0.1', '--timeout', '20'];
    const line = ['functions', 'dev', at, '--event', join(at, 'event.json'), ...variables, ...reach];
    const { code, out, error } = await runLine(line, env);
    expect([code, error]).toEqual([0, expect.stringContaining('in a box.')]);
    expect(Object.keys(JSON.parse(out))).not.toEqual([]);
  });
});

import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coreRoutes } from '../../../src/operations/healthcare/caqh-core.js';
import { elements, FORM_TYPE, form, REQUEST, SOAP_TYPE, soap, token } from '../../caqh-core/fixtures.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const KB = 1024;
let app: TestApp;
let port: number;

beforeAll(async () => {
  // One sender has an eighth: one body.
  app = await testApp(coreRoutes, { config: { bodyMemoryBytes: 512 * KB } });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

it('a body without a key takes the memory of its address alone, and keeps nobody waiting elsewhere', async () => {
  const holding = await beginBody('127.0.0.2', 64 * KB - 500);
  let isHeld = true;
  holding.once('data', () => {
    isHeld = false;
  });
  const payload = soap(elements(REQUEST, { CORERuleVersion: '1.1.0' }), { header: token(app.accountId, app.liveKey) });
  const answer = await fetch(`http://127.0.0.1:${port}/protocols/caqh-core`, {
    method: 'POST',
    headers: { 'content-type': SOAP_TYPE },
    body: payload,
  });
  expect(await answer.text()).toContain('VersionMismatch');
  // Else it was waited for until it was given up as too slow.
  expect(isHeld).toBe(true);
  holding.destroy();
});

/** A body that does not end. Resolves when its head was read. */
async function beginBody(localAddress: string, length: number): Promise<Socket> {
  const read = new Promise<void>((resolve) => app.app.server.once('request', () => resolve()));
  const socket = connect({ host: '127.0.0.1', port, localAddress });
  const begin = form({ ...REQUEST }).slice(0, 100);
  socket.write(
    `POST /protocols/caqh-core HTTP/1.1\r\nhost: x\r\ncontent-type: ${FORM_TYPE}\r\ncontent-length: ${length}\r\n\r\n${begin}`,
  );
  await read;
  return socket;
}

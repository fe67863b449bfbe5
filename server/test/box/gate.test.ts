import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCertificate } from '../../../test/transports/certificates.js';
import { openGate } from '../../src/box/open-gate.js';
import { hasBoxes } from '../support/boxes.js';
import { boxWorld } from './box-world.js';

let box: Awaited<ReturnType<typeof boxWorld>>;
let gate: Awaited<ReturnType<typeof openGate>>;
const asked: string[] = [];
/** Ports of servers by the host and port that functions know them by. */
const over = new Map<string, number>();
const server = createServer((request, response) => {
  request.resume().on('end', () => response.end(`${request.method} ${request.url}`));
});
beforeAll(async () => {
  box = await boxWorld();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  gate = await openGate(join(box.folder, 'gate'), async (host, at) => {
    asked.push(`${host} ${at}`);
    const to = host === 'allowed.example' ? port : over.get(`${host} ${at}`);
    if (to === undefined) throw new Error('Refused.');
    return connect(to, '127.0.0.1');
  });
});
afterAll(async () => {
  await gate.close();
  server.close();
  box.end();
});

describe.skipIf(!(await hasBoxes()))('the way out of a box', () => {
  it('leads to what is allowed, by fetch and by http', async () => {
    const body = `const http = await import('node:http');
      const one = await (await fetch('http://allowed.example/fetched', { method: 'POST', body: 'x'.repeat(1_000_000) })).text();
      const two = await new Promise((resolve, reject) => http.get('http://allowed.example:8080/got', (answer) => {
        let text = ''; answer.on('data', (chunk) => { text += chunk; }).on('end', () => resolve(text));
      }).on('error', reject));
      return [one, two];`;
    expect(await box.returned(body, { gate: gate.path })).toEqual(['POST /fetched', 'GET /got']);
    expect(asked).toEqual(['allowed.example 80', 'allowed.example 8080']);
  });

  it('leads to what speaks TLS, and whose certificate the function judges itself', async () => {
    const { certificate, key } = testCertificate({ commonName: 'secure.example', names: ['secure.example'] });
    const secure = createSecureServer({ cert: certificate, key }, (request, response) => {
      request.resume().on('end', () => response.end(`${request.url} of ${request.headers.host}`));
    });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    over.set('secure.example 443', (secure.address() as AddressInfo).port);
    const body = `const https = await import('node:https');
      const get = (options) => new Promise((resolve) => https.request({ host: 'secure.example', path: '/got', method: 'POST', ...options }, (answer) => {
        let text = ''; answer.on('data', (chunk) => { text += chunk; }).on('end', () => resolve(text));
      }).on('error', (error) => resolve(error.code)).end(Buffer.alloc(1_000_000)));
      const fetched = await fetch('https://secure.example/').catch((error) => error.cause.code);
      return [await get({}), await get({ ca: event.ca }), fetched];`;
    const event = Buffer.from(JSON.stringify({ ca: certificate }));
    const self = 'DEPTH_ZERO_SELF_SIGNED_CERT';
    expect(await box.returned(body, { gate: gate.path, event })).toEqual([self, '/got of secure.example', self]);
    secure.close();
  });

  it('does not lead elsewhere', async () => {
    const body = `return fetch('http://127.0.0.1:${(server.address() as AddressInfo).port}/').then(() => 'reached', (error) => error.cause?.code ?? error.message);`;
    expect(await box.returned(body, { gate: gate.path })).toBe('ECONNREFUSED');
  });
});

import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import Fastify from 'fastify';
import Type from 'typebox';
import type { AnyRoute } from '../src/gateway/route.js';
import { createMetrics } from '../src/metrics.js';
import { route } from '../src/operations/route.js';
import { testApp } from '../test/support/test-app.js';

/**
 * What the gateway costs: an authenticated POST of 2 KB with an Idempotency-Key and an empty handler, beside a bare Fastify route
 * called by the same client of the same process. Prints microseconds of CPU a request. `npx tsx server/bench/gateway.ts`
 */
const REQUESTS = 5000;
const CONNECTIONS = 50;
const BODY = JSON.stringify({ count: 1, text: 'x'.repeat(2000) });

const routes: readonly AnyRoute[] = Array.from({ length: 100 }, (_, index) =>
  route({
    operation: `Empty${index}`,
    family: 'core',
    method: 'POST',
    path: `/empty-${index}/:name`,
    summary: 'Does nothing.',
    schemas: {
      params: Type.Object({ name: Type.String() }),
      body: Type.Object({ count: Type.Integer(), text: Type.String() }),
      response: { 200: Type.Object({ count: Type.Integer() }) },
    },
    idempotent: true,
    handle: (call) => call.commit(async () => ({ body: { count: call.body.count } })),
  }),
);

const begun = performance.now();
const test = await testApp(routes, { parts: () => ({ metrics: createMetrics() }) });
console.log(`start with ${routes.length} routes, store and keys: ${Math.round(performance.now() - begun)} ms`);

const bare = Fastify();
bare.post('/empty', async () => ({ count: 1 }));
const bareMicros = await measure(`${await bare.listen({ port: 0 })}/empty`);
const gatewayMicros = await measure(`${await test.app.listen({ port: 0 })}/2023-08-01/empty-5/anna`);
console.log(`client and bare Fastify: ${bareMicros} us of CPU a request`);
console.log(`client and gateway: ${gatewayMicros} us; the gateway adds ${gatewayMicros - bareMicros} us`);
await bare.close();
await test.close();

async function measure(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let sent = 0;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: test.liveKey,
        'content-type': 'application/json',
        'idempotency-key': `${url} ${sent++}`,
      };
      request(url, { method: 'POST', agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end(BODY);
    });
  const run = async (total: number): Promise<void> => {
    let left = total;
    const line = async (): Promise<void> => {
      while (left-- > 0) await one();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, line));
  };
  await run(REQUESTS / 5);
  const before = process.cpuUsage();
  await run(REQUESTS);
  const { user, system } = process.cpuUsage(before);
  agent.destroy();
  return Math.round((user + system) / REQUESTS);
}

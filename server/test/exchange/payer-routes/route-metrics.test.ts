import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAccount } from '../../../src/accounts/accounts.js';
import { RoutedPayers } from '../../../src/exchange/payer-routes/routed-payers.js';
import { createMetrics } from '../../../src/metrics.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import { createRoute } from '../../../src/resources/payer-routes/save-route.js';
import { soundRoute } from '../../../src/resources/payer-routes/sound-route.js';
import { insertPayers } from '../../support/eligibility.js';
import { type TestServices, testServices } from '../../support/test-services.js';

let test: TestServices;
let exchange: RoutedPayers;
let server: Server;
let waiting: ServerResponse[];

beforeEach(async () => {
  waiting = [];
  server = createServer((request, response) => {
    request.resume().on('end', () => waiting.push(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const outgoing = createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'] });
  test = await testServices({ parts: () => ({ outgoing, metrics: createMetrics({ process: false }) }) });
  await test.services.store.write((tx) => createAccount(tx, test.clock, 'first'));
  await insertPayers(test.services.store, [{ id: 'LAKES', primary: '1' }]);
  exchange = new RoutedPayers(test.services);
  const sound = await soundRoute({
    name: 'lake',
    kind: 'x12-post',
    sender: { qualifier: 'ZZ', id: 'CLEARING' },
    receiver: { qualifier: 'ZZ', id: 'UPSTREAM' },
    connection: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` },
    breaker: { failures: 2, openMs: 30_000 },
    payers: [{ payer: '1' }],
  });
  await test.services.store.write((tx) => createRoute(test.services, tx, sound));
});

afterEach(async () => {
  await exchange.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await test.close();
});

const figure = async (name: string): Promise<string | undefined> => {
  const text = await test.services.metrics.text();
  return text.split('\n').find((line) => line.startsWith(`ediloom_payer_route_${name}{`));
};

async function ask() {
  const [serving] = await exchange.serving('LAKES', 'eligibility');
  if (serving === undefined) throw new Error('No route serves the payer.');
  return exchange.ask(serving, { accountId: 'acct', x12: Buffer.from('ISA'), payloadId: 'p', onSending: () => {} });
}

it('shows what is under way while it hangs, and a breaker that closes by the clock though nobody asks', async () => {
  const asked = [ask(), ask(), ask()];
  await expect.poll(() => waiting.length).toBe(3);
  expect(await figure('under_way')).toBe('ediloom_payer_route_under_way{route="lake"} 3');
  expect(await figure('breaker')).toBe('ediloom_payer_route_breaker{route="lake"} 0');
  for (const response of waiting) response.writeHead(503).end();
  await Promise.all(asked);
  expect(await figure('under_way')).toBe('ediloom_payer_route_under_way{route="lake"} 0');
  expect(await figure('breaker')).toBe('ediloom_payer_route_breaker{route="lake"} 2');
  test.clock.advance(30_001);
  expect(await figure('breaker')).toBe('ediloom_payer_route_breaker{route="lake"} 1');
});

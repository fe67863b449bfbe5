import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAccount } from '../../../src/accounts/accounts.js';
import { isoTime } from '../../../src/clock.js';
import { PAYER_ROUTE_COMMANDS } from '../../../src/commands/payer-routes.js';
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
let url: string;

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
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sound = await soundRoute({
    name: 'lake',
    kind: 'x12-post',
    sender: { qualifier: 'ZZ', id: 'CLEARING' },
    receiver: { qualifier: 'ZZ', id: 'UPSTREAM' },
    connection: { url },
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

async function listed(): Promise<string> {
  const list = PAYER_ROUTE_COMMANDS.find(({ name }) => name === 'payer-routes');
  if (list === undefined) throw new Error('There is no list.');
  const routes = await list.run({ ...test.services, payerExchange: exchange }, {});
  return list.show(routes as never, 80);
}

it('lists a breaker that is open, until when, and one that lets a check try; and nothing of a route that was not asked', async () => {
  const line = ` 100  enabled   x12-post     1 payer  lake  ${url}`;
  expect(await listed()).toBe(line);
  const asked = [ask(), ask()];
  await expect.poll(() => waiting.length).toBe(2);
  expect(await listed()).toBe(line);
  for (const response of waiting) response.writeHead(503).end();
  await Promise.all(asked);
  const until = isoTime(test.clock.now() + 30_000);
  expect(await listed()).toBe(`${line}  breaker open until ${until} (this process)`);
  test.clock.advance(30_001);
  expect(await listed()).toBe(`${line}  breaker half open: one check tries (this process)`);
});

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

import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import type {
  PayerExchange,
  PayerQuestion,
  PayerReply,
  ServingRoute,
} from '../../src/exchange/payer-routes/payer-exchange.js';
import { readConfig } from '../../src/start/read-config.js';
import { startServer } from '../../src/start/start-server.js';

/** The server with one payer, `BENCH`, which it asks by plain HTTP at `BENCH_PAYER`: what checks are beside whatever a route is. */
const payerUrl = process.env.BENCH_PAYER ?? '';
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

const route: ServingRoute = {
  ...{ routeId: 'bench', name: 'bench', kind: 'x12-post', payerId: 'BENCH', payerName: 'Bench Payer' },
  ...{ sender: { qualifier: 'ZZ', id: 'BENCHSENDER' }, receiver: { qualifier: 'ZZ', id: 'BENCHPAYER' } },
  ...{ applicationSender: 'BENCHSENDER', applicationReceiver: 'BENCHPAYER', traceOriginator: '9BENCH0000' },
  ...{ serviceTypes: 'together', dependents: true, answerMs: 60_000 },
};

function ask(_: ServingRoute, { x12, onSending }: PayerQuestion): Promise<PayerReply> {
  return new Promise((resolve) => {
    const failed = (): void => resolve({ kind: 'none', failure: 'broken-off', wasSent: true });
    onSending();
    const headers = { 'content-type': 'application/EDI-X12', 'content-length': x12.length };
    const asked = request(payerUrl, { method: 'POST', headers, agent }, (answer) => {
      if (answer.statusCode !== 200) resolve({ kind: 'none', failure: 'http-status', wasSent: true });
      buffer(answer).then((bytes) => resolve({ kind: 'answer', x12: bytes }), failed);
    });
    asked.on('error', failed);
    asked.end(x12);
  });
}

const config = readConfig(process.env);
const server = await startServer(config, pino({ level: config.logLevel }));
const payerExchange: PayerExchange = {
  serving: async () => [route],
  ask,
  check: async () => ({ ok: true, text: '' }),
  close: async () => agent.destroy(),
};
Object.assign(server.services, { payerExchange });
await server.services.store.write(async (tx) => {
  const now = Date.now();
  const row = {
    id: 'BENCH',
    display_name: 'Bench Payer',
    primary_payer_id: 'BENCH',
    details: '{}',
    us_only: 0,
    enrollment_policy: 'warn' as const,
  };
  const support = JSON.stringify({ eligibilityCheck: 'SUPPORTED' });
  await tx
    .insertInto('payers')
    .values({ ...row, transaction_support: support, created_at: now, updated_at: now })
    .onConflict((on) => on.doNothing())
    .execute();
});
console.log(server.greeting);
process.once('SIGTERM', () => void server.close().then(() => process.exit()));

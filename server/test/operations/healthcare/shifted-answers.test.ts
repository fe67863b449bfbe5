import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openCaqhCore } from '../../../src/exchange/payer-routes/open-caqh-core.js';
import { openX12Post } from '../../../src/exchange/payer-routes/open-x12-post.js';
import type { RouteClient } from '../../../src/exchange/payer-routes/route-kind.js';
import { eligibilityRoutes } from '../../../src/operations/healthcare/eligibility.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { ANSWER, FORM_TYPE, form } from '../../caqh-core/fixtures.js';
import { readRequest } from '../../caqh-core/foreign-reader.js';
import { answerTo, CHECK, fakeExchange, insertPayers, ROUTE } from '../../support/eligibility.js';
import { ENGINES } from '../../support/shared-engines.js';
import { type TestApp, testApp } from '../../support/test-app.js';

const URL = '/2024-04-01/change/medicalnetwork/eligibility/v3';
const STRANGER = { memberId: 'S999', lastName: 'STRANGER', firstName: 'IRMA', dateOfBirth: '19440606' };
const asStranger = (x12: Uint8Array) => answerTo(x12, (answer) => ({ ...answer, subscriber: STRANGER }));

interface Sent {
  readonly type: string;
  readonly body: string;
}

/** What a payer answers to a question, and what it has answered to one about a stranger before. */
type Payer = (body: Uint8Array, type: string) => Promise<{ readonly right: Sent; readonly before: Sent }>;

const posted: Payer = async (body, type) => {
  const sent = async (x12: Promise<Uint8Array>) => ({ type, body: Buffer.from(await x12).toString() });
  return { right: await sent(answerTo(body)), before: await sent(asStranger(body)) };
};
const inEnvelope: Payer = async (body, type) => {
  const { texts } = await readRequest(body, type);
  const x12 = Buffer.from(texts.Payload ?? '');
  const sent = (payload: Uint8Array, PayloadID: string | undefined) => ({
    type: FORM_TYPE,
    body: form(ANSWER, { PayloadID, Payload: Buffer.from(payload).toString() }),
  });
  return {
    right: sent(await answerTo(x12), texts.PayloadID),
    before: sent(await asStranger(x12), '00000000-0000-4000-8000-000000000000'),
  };
};

let app: TestApp;
let client: RouteClient;
let server: Server;
let payer: Payer;
/** Connections, in the order in which they were made. */
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  // What the next question over the first connection is answered.
  let late: Sent | undefined;
  server = createServer(async (request, response) => {
    const { right, before } = await payer(await buffer(request), request.headers['content-type'] ?? '');
    const isShifted = request.socket === sockets[0];
    const { type, body } = isShifted ? (late ?? before) : right;
    if (isShifted) late = right;
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  app = await testApp(eligibilityRoutes, {
    parts: ({ store, clock }) => ({
      controlNumbers: createControlNumberTable({ store, clock }),
      payerExchange: fakeExchange([ROUTE], (question) => client.ask(question, new AbortController().signal)),
    }),
  });
  await insertPayers(app.services.store, [{ id: 'LAKES', primary: '00042' }]);
});
afterEach(async () => {
  client.close();
  server.closeAllConnections();
  server.close();
  await app.close();
});

const check = async () => (await app.call('POST', URL, { payload: CHECK })).json();

const opened = () => ({
  ...{
    engines: ENGINES,
    secrets: {},
    trustedAuthorities: undefined,
    now: () => Date.UTC(2026, 0, 15),
  },
  guard: createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'] }),
});
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const overCore = (echoesPayloadId: boolean) =>
  openCaqhCore({
    ...opened(),
    connection: { url: url(), envelope: 'mime', senderId: 'US', receiverId: 'UP', echoesPayloadId },
  });

it.each<[string, Payer, () => RouteClient]>([
  ['X12 by POST', posted, () => openX12Post({ ...opened(), connection: { url: url() } })],
  ['CAQH CORE', inEnvelope, () => overCore(false)],
  ['CAQH CORE, told by the PayloadID', inEnvelope, () => overCore(true)],
])('nothing more is asked over a connection whose answers come one too late: %s', async (_, answering, open) => {
  payer = answering;
  client = open();
  const shifted = await check();
  expect(shifted).toMatchObject({ status: 'ERROR', errors: [{ code: '80' }] });
  expect(JSON.stringify(shifted)).not.toContain('STRANGER');
  const { memberId } = CHECK.subscriber;
  expect(await check()).toMatchObject({ errors: [], subscriber: { memberId } });
  expect(sockets).toHaveLength(2);
  // One that answers rightly is kept.
  expect(await check()).toMatchObject({ errors: [], subscriber: { memberId } });
  expect(sockets).toHaveLength(2);
});

import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CLAIM_SENDERS } from '../../../src/exchange/claim-files/claim-senders.js';
import { RoutedPayers } from '../../../src/exchange/payer-routes/routed-payers.js';
import type { Services } from '../../../src/exchange/services.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import { DELIVERING_CLAIMS } from '../../../src/resources/payer-routes/delivering-claims.js';
import type { GivenRoute } from '../../../src/resources/payer-routes/schemas.js';
import { ANSWER, elements, SOAP_TYPE, soap } from '../../caqh-core/fixtures.js';
import { readBatchSoap } from '../../caqh-core/foreign-batches.js';
import { addAccount, readAs } from '../../support/accounts.js';
import { claimFile, claimFileText, PRACTICE, saveRoute, send } from '../../support/claim-sendings.js';
import { CLAIM_TYPES } from '../../support/claims.js';
import { type SeenPayer, startSeenPayer } from '../../support/seen-payer.js';
import { testServices } from '../../support/test-services.js';

const TAKES = {
  catchAll: {
    transactions: ['professionalClaimSubmission', 'institutionalClaimSubmission', 'dentalClaimSubmission'],
  },
} as const satisfies Partial<GivenRoute>;

interface World {
  readonly services: Services;
  readonly payer: SeenPayer;
  /** How often the payer was asked. */
  asked: number;
  advance(ms: number): void;
  route(more?: Partial<GivenRoute>): Promise<string>;
}

type Kind = 'x12-post' | 'caqh-core';

async function opened(kind: Kind): Promise<World> {
  const payer = await startSeenPayer();
  const { services, clock, close } = await testServices({
    parts: (built) => {
      const outgoing = createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'] });
      return { outgoing, payerExchange: new RoutedPayers({ ...built, outgoing }) };
    },
  });
  onTestFinished(async () => {
    await services.payerExchange.close();
    await close();
  });
  await addAccount(services.store, PRACTICE);
  const settings = kind === 'x12-post' ? {} : { envelope: 'soap', senderId: 'US', receiverId: 'THEM' };
  return {
    ...{ services, payer, asked: 0, advance: (ms) => clock.advance(ms) },
    route: ({ connection, ...more } = {}) =>
      saveRoute(services, {
        ...{ name: 'upstream', kind, ...TAKES, ...more },
        connection: { url: `${payer.url}/all`, ...settings, ...connection },
      }),
  };
}

/** What the payer does at each request from now on. */
function does(world: World, answer: (response: ServerResponse, time: number) => void): void {
  world.payer.answer = (response) => answer(response, ++world.asked);
}

const TA1 =
  'ISA*00*          *00*          *ZZ*UPSTREAM       *ZZ*CLEARING       *260301*0915*^*00501*000000009*0*P*:~TA1*000000001*260301*0915*A*000~IEA*0*000000009~';

it('the kinds that routes may have claims by are those that something sends them over', () => {
  expect([...DELIVERING_CLAIMS].sort()).toEqual(Object.keys(CLAIM_SENDERS).sort());
});

describe('a file of claims by POST', () => {
  it('arrives as it is, to the url of claims where there is one, and is sent by an empty answer', async () => {
    const world = await opened('x12-post');
    does(world, (response) => response.writeHead(202).end('\r\n'));
    const file = await claimFile(world.services, await world.route());
    expect(await send(world.services, file)).toEqual({ kind: 'sent', at: world.services.clock.now() });
    expect(world.payer.seen).toMatchObject({ path: '/all', headers: { 'content-type': 'application/edi-x12' } });
    expect(world.payer.seen?.body.toString()).toBe(claimFileText());
    const claims = { claims: { url: `${world.payer.url}/claims` } };
    const other = await claimFile(world.services, await world.route({ name: 'other', connection: claims }));
    await send(world.services, other);
    expect(world.payer.seen?.path).toBe('/claims');
    expect(world.asked).toBe(2);
  });

  it('brings back what the payer says at once', async () => {
    const world = await opened('x12-post');
    does(world, (response) => response.end(`\n${TA1}`));
    const sending = await send(world.services, await claimFile(world.services, await world.route()));
    if (sending.kind !== 'sent') throw new Error('It was not sent.');
    expect(Buffer.from(sending.answer ?? []).toString()).toBe(TA1);
  });

  it.each([
    ['400', false],
    ['401', false],
    ['404', false],
    ['409', true],
    ['429', false],
    ['308', false],
    ['303', true],
    ['500', true],
    ['502', true],
    ['503', false],
    ['504', true],
  ])('that is answered by status %s may have arrived: %s', async (status, mayHaveArrived) => {
    const world = await opened('x12-post');
    does(world, (response) => response.writeHead(Number(status)).end());
    const sending = await send(world.services, await claimFile(world.services, await world.route()));
    const failure = status === '401' ? 'refused' : 'http-status';
    expect(sending).toEqual({ kind: 'failed', failure, mayHaveArrived });
    expect(world.asked).toBe(1);
  });

  it('that is answered by a page, or by a connection that breaks off, may have arrived', async () => {
    const world = await opened('x12-post');
    const file = await claimFile(world.services, await world.route());
    does(world, (response, time) => (time === 1 ? response.end('<html>') : response.socket?.destroy()));
    expect(await send(world.services, file)).toEqual({ kind: 'failed', failure: 'not-x12', mayHaveArrived: true });
    expect(await send(world.services, file)).toEqual({ kind: 'failed', failure: 'broken-off', mayHaveArrived: true });
  });

  it('whose last run did not come to its end is not sent again: nobody knows how far that one came', async () => {
    const world = await opened('x12-post');
    does(world, (response) => response.end());
    const file = await claimFile(world.services, await world.route());
    expect(await send(world.services, file, { wasCutOff: true })).toMatchObject({
      kind: 'failed',
      mayHaveArrived: true,
    });
    expect(world.asked).toBe(0);
  });

  it('has not arrived where nobody listens', async () => {
    const world = await opened('x12-post');
    const url = `http://127.0.0.1:${await freePort()}/`;
    const file = await claimFile(world.services, await world.route({ connection: { url } }));
    expect(await send(world.services, file)).toEqual({ kind: 'failed', failure: 'not-reached', mayHaveArrived: false });
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return address.port;
}

describe.each(['x12-post', 'caqh-core'] as const)('a file of claims over a route of the kind %s', (kind) => {
  it('waits outside of its hours, and while its breaker is open, which costs no attempt', async () => {
    const world = await opened(kind);
    const now = world.services.clock.now();
    const [from, to] = [now - 1, now + 60_000].map((at) => new Date(at).toISOString());
    const hours = { timeZone: 'UTC', maintenance: [{ from: from ?? '', to: to ?? '' }] };
    const closed = await claimFile(world.services, await world.route({ name: 'closed', hours }));
    expect(await send(world.services, closed)).toEqual({ kind: 'later', dueAt: now + 30_000 });
    does(world, (response) => response.writeHead(500).end());
    const broken = await claimFile(world.services, await world.route({ breaker: { failures: 1, openMs: 10_000 } }));
    expect(await send(world.services, broken)).toMatchObject({ kind: 'failed' });
    expect(await send(world.services, broken)).toEqual({ kind: 'later', dueAt: now + 10_000 });
    expect(world.asked).toBe(1);
  });

  it('waits for a place that is free', async () => {
    const world = await opened(kind);
    const held: ServerResponse[] = [];
    does(world, (response) => held.push(response));
    const route = await world.route({ batchConcurrency: 1 });
    const first = send(world.services, await claimFile(world.services, route));
    const second = await claimFile(world.services, route);
    while (held.length === 0) await new Promise((done) => setTimeout(done, 5));
    expect(await send(world.services, second)).toEqual({ kind: 'later', dueAt: world.services.clock.now() + 2_000 });
    for (const response of held) response.socket?.destroy();
    expect(await first).toMatchObject({ kind: 'failed', failure: 'broken-off', mayHaveArrived: kind === 'x12-post' });
  });
});

const says = (changed: Readonly<Record<string, string | undefined>>) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': SOAP_TYPE }).end(
    soap(elements(ANSWER, { ProcessingMode: 'Batch', Payload: undefined, ...changed }), {
      structure: 'BatchSubmissionResponse',
    }),
  );
const receipt = (id: string) => says({ PayloadType: 'X12_BatchReceiptConfirmation', PayloadID: id });

describe('a file of claims over CAQH CORE', () => {
  it.each(CLAIM_TYPES)(
    'of the type %s arrives under its id and type, as often as it must, the same each time',
    async (type) => {
      const world = await opened('caqh-core');
      const file = await claimFile(world.services, await world.route(), { type });
      does(world, (response, time) => (time === 1 ? response.socket?.destroy() : receipt(file.id)(response)));
      expect(await send(world.services, file)).toEqual({
        kind: 'failed',
        failure: 'broken-off',
        mayHaveArrived: false,
        isKnownAgain: true,
      });
      const sent: string[] = [];
      for (const wasCutOff of [true, false]) {
        expect(await send(world.services, file, { wasCutOff })).toEqual({
          kind: 'sent',
          at: world.services.clock.now(),
        });
        const { body = Buffer.from(''), headers = {}, path } = world.payer.seen ?? {};
        expect(path).toBe('/all');
        const { name, texts, payload } = readBatchSoap(body, headers['content-type'] ?? '');
        expect([name, texts.PayloadID, texts.PayloadType]).toEqual([
          'COREEnvelopeBatchSubmission',
          file.id,
          {
            professional: 'X12_837_Request_005010X222A1',
            institutional: 'X12_837_Request_005010X223A1_2',
            dental: 'X12_837_Request_005010X224A1_2',
          }[type],
        ]);
        sent.push(payload ?? '');
      }
      expect(sent).toEqual([claimFileText(type), claimFileText(type)]);
      // It is looked for once, however often it was handed in.
      const jobs = await readAs(world.services.store, PRACTICE, (queries) =>
        queries.from('jobs').selectAll().execute(),
      );
      expect(jobs.map(({ kind }) => kind)).toEqual(['claim-answers-poll']);
    },
  );

  it('goes to the url of claims, else to that of batches', async () => {
    const world = await opened('caqh-core');
    const paths: (string | undefined)[] = [];
    for (const claims of [undefined, { url: `${world.payer.url}/claims` }]) {
      const connection = { batch: { url: `${world.payer.url}/batches` }, ...(claims === undefined ? {} : { claims }) };
      const more = { name: `route ${paths.length}`, traceOriginator: '9MYCLEARIN', connection };
      const file = await claimFile(world.services, await world.route(more));
      does(world, receipt(file.id));
      expect(await send(world.services, file)).toMatchObject({ kind: 'sent' });
      paths.push(world.payer.seen?.path);
    }
    expect(paths).toEqual(['/batches', '/claims']);
  });

  it.each([
    ['500', true],
    ['404', false],
  ])('that is answered by status %s may be there: %s', async (status, mayBeThere) => {
    const world = await opened('caqh-core');
    does(world, (response) => response.writeHead(Number(status)).end());
    const sending = await send(world.services, await claimFile(world.services, await world.route()));
    expect(sending).toEqual({
      ...{ kind: 'failed', failure: 'http-status', mayHaveArrived: false },
      ...(mayBeThere ? { isKnownAgain: true } : {}),
    });
  });

  it('is not handed in by an error of the rule, or an answer under another id', async () => {
    const world = await opened('caqh-core');
    const file = await claimFile(world.services, await world.route());
    const refused = { kind: 'failed', failure: 'envelope', mayHaveArrived: false };
    does(world, receipt('f81d4fae-7dec-11d0-a765-00a0c91e6bf6'));
    expect(await send(world.services, file)).toEqual({ ...refused, isKnownAgain: true });
    // This one says that it has not taken it.
    does(world, says({ PayloadType: 'CoreEnvelopeError', ErrorCode: 'PayloadIllegal', PayloadID: file.id }));
    expect(await send(world.services, file)).toEqual(refused);
  });
});

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccount } from '../../../src/accounts/accounts.js';
import type { ServingRoute } from '../../../src/exchange/payer-routes/payer-exchange.js';
import type { RouteClient } from '../../../src/exchange/payer-routes/route-kind.js';
import { RoutedPayers } from '../../../src/exchange/payer-routes/routed-payers.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import { createRoute, enableRoute, removeRoute, replaceRoute } from '../../../src/resources/payer-routes/save-route.js';
import type { GivenRoute } from '../../../src/resources/payer-routes/schemas.js';
import { soundRoute } from '../../../src/resources/payer-routes/sound-route.js';
import { insertPayers } from '../../support/eligibility.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const ISA =
  'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260115*1200*^*00501*000000001*0*P*>~';

let test: TestServices;
let exchange: RoutedPayers;
let server: Server;
let url: string;
let got: { readonly headers: IncomingMessage['headers']; readonly body: string }[];
let sockets: Set<Socket>;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  got = [];
  sockets = new Set();
  answer = (_, response) => response.end(`\n ${ISA}`);
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      got.push({ headers: request.headers, body: body.toString() });
      answer(request, response);
    });
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x12`;
  test = await testServices({ parts: () => ({ outgoing: createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'] }) }) });
  await test.services.store.write((tx) => createAccount(tx, test.clock, 'first'));
  await insertPayers(test.services.store, [
    { id: 'LAKES', primary: '00042' },
    { id: 'HILLS', primary: '77' },
  ]);
  exchange = new RoutedPayers(test.services);
});

afterEach(async () => {
  await exchange.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await test.close();
});

const route = (more: Partial<GivenRoute> = {}): GivenRoute => ({
  name: 'upstream',
  kind: 'x12-post',
  sender: { qualifier: 'ZZ', id: 'CLEARING' },
  receiver: { qualifier: 'ZZ', id: 'UPSTREAM' },
  connection: { url },
  payers: [{ payer: '00042', id: 'UP42', name: 'LAKE UPSTREAM' }],
  ...more,
});
const created = async (more?: Partial<GivenRoute>) => {
  const sound = await soundRoute(route(more));
  return test.services.store.write((tx) => createRoute(test.services, tx, sound));
};

async function ask(payerId = 'LAKES', place = 0) {
  const serving = (await exchange.serving(payerId, 'eligibility'))[place];
  if (serving === undefined) throw new Error('No route serves the payer.');
  let sent = 0;
  const reply = await exchange.ask(serving, {
    accountId: 'acct',
    x12: Buffer.from('ISA the question'),
    payloadId: 'p',
    onSending: () => sent++,
  });
  return { reply, sent };
}

describe('routes', () => {
  it('are given no claims where their kind sends none, so that none is taken in that would stay', async () => {
    const claims: GivenRoute['catchAll'] = { transactions: ['eligibility', 'dentalClaimSubmission'] };
    const payers: GivenRoute['payers'] = [
      { payer: '00042' },
      { payer: '77', transactions: ['professionalClaimSubmission'] },
    ];
    const given = { kind: 'mock', connection: {}, catchAll: claims, payers, claims: { submitterId: 'OURS' } } as const;
    const refused = soundRoute(route(given));
    await expect(refused).rejects.toMatchObject({ kind: 'invalid', code: 'VALIDATION_FAILED' });
    const { errors } = (await refused.catch((error: unknown) => error)) as { errors: readonly { path: string }[] };
    expect(errors.map(({ path }) => path)).toEqual(['/claims', '/catchAll/transactions', '/payers/1/transactions']);
  });

  it('serve a payer by the transactions that they have for it', async () => {
    const routeId = await created();
    expect(await exchange.serving('LAKES', 'dentalClaimSubmission')).toEqual([]);
    const transactions = JSON.stringify(['dentalClaimSubmission']);
    // As a kind that sends claims has them.
    await test.services.store.write(async (tx) => {
      await tx.updateTable('route_payers').set({ transactions }).execute();
      const { settings } = await tx.selectFrom('payer_routes').select('settings').executeTakeFirstOrThrow();
      const changed = JSON.stringify({ ...JSON.parse(settings), claims: { submitterId: 'OURS' } });
      await tx.updateTable('payer_routes').set({ settings: changed }).execute();
    });
    expect(await exchange.serving('LAKES', 'dentalClaimSubmission')).toMatchObject([
      { routeId, payerId: 'UP42', claims: { submitterId: 'OURS' } },
    ]);
    for (const other of ['eligibility', 'professionalClaimSubmission'] as const)
      expect(await exchange.serving('LAKES', other)).toEqual([]);
  });

  it('serve the payers they name, under the ids they have there, in order; others by a catch-all', async () => {
    await created({ position: 50 });
    await created({ name: 'all', position: 70, payers: [], catchAll: { dependents: false } });
    await created({ name: 'off', position: 1, enabled: false });
    expect(await exchange.serving('LAKES', 'eligibility')).toMatchObject([
      {
        name: 'upstream',
        payerId: 'UP42',
        payerName: 'LAKE UPSTREAM',
        dependents: true,
        applicationSender: 'CLEARING',
      },
      { name: 'all', payerId: '00042', payerName: 'Payer LAKES', dependents: false },
    ]);
    expect((await exchange.serving('HILLS', 'eligibility')).map(({ name }) => name)).toEqual(['all']);
  });

  it('that were changed are closed with the exchange, and no earlier than the longest check over them can end', async () => {
    const closed: string[] = [];
    const settings = (name: string, seconds: number) => ({
      connection: { url: `${url}/${name}` },
      answerMs: seconds * 1000,
    });
    const kept = new RoutedPayers(test.services, {
      'x12-post': ({ connection }) => ({
        ask: async () => ({ kind: 'answer', x12: Buffer.from(ISA) }),
        check: async () => ({ ok: true, text: connection.url }),
        close: () => void closed.push(connection.url.slice(url.length + 1)),
      }),
    });
    const id = await created(settings('first', 120));
    const replaced = async (name: string): Promise<void> => {
      const sound = await soundRoute(route(settings(name, 60)));
      await test.services.store.write((tx) => replaceRoute(test.services, tx, id, sound));
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await kept.check(id);
      await replaced('second');
      await kept.check(id);
      // A place, the connection, the answer, and what a kind has to give it up.
      await vi.advanceTimersByTimeAsync(2_000 + 10_000 + 120_000 + 2_000);
      expect(closed).toEqual([]);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(closed).toEqual(['first']);
      await replaced('third');
      await kept.check(id);
    } finally {
      vi.useRealTimers();
    }
    await kept.close();
    expect(closed.sort()).toEqual(['first', 'second', 'third']);
  });

  it('post X12 and take X12 back, with what they log in with', async () => {
    await created({ connection: { url, username: 'me' }, secrets: { password: 'twelve herons' } });
    const { reply, sent } = await ask();
    expect(reply).toEqual({ kind: 'answer', x12: Buffer.from(ISA), mistrust: expect.any(Function) });
    expect(sent).toBe(1);
    expect(got).toMatchObject([
      {
        body: 'ISA the question',
        headers: {
          'content-type': 'application/edi-x12',
          authorization: `Basic ${Buffer.from('me:twelve herons').toString('base64')}`,
        },
      },
    ]);
    await ask();
    expect(sockets.size).toBe(1);
  });

  it('let a question go to its end over a connection that is mistrusted meanwhile, and ask nothing more over it', async () => {
    await created();
    const { reply } = await ask();
    let answerLate = (): void => {};
    answer = (_, response) => {
      answerLate = () => response.end(ISA);
    };
    const late = ask();
    await expect.poll(() => got.length).toBe(2);
    if (reply.kind === 'answer') reply.mistrust?.();
    answerLate();
    expect((await late).reply).toMatchObject({ kind: 'answer' });
    expect(sockets.size).toBe(1);
    answer = (_, response) => response.end(ISA);
    expect((await ask()).reply).toMatchObject({ kind: 'answer' });
    expect(sockets.size).toBe(2);
  });

  it('do not wait for one another: a live payer answers while fifty others hang with all their places taken', async () => {
    answer = (request, response) => {
      if (request.url === '/live') response.end(ISA);
    };
    const dead = Array.from({ length: 50 }, (_, place) => `DEAD${String.fromCharCode(65 + (place % 26))}${place}`);
    for (const name of dead) {
      await created({
        name,
        payers: [],
        catchAll: {},
        position: 200,
        connection: { url: `${url}/${name}` },
        concurrency: 4,
      });
    }
    await created({ name: 'live', connection: { url: url.replace('/x12', '/live') } });
    const hanging = await exchange.serving('HILLS', 'eligibility');
    expect(hanging).toHaveLength(50);
    let over = 0;
    const question = { accountId: 'acct', x12: Buffer.from('ISA'), payloadId: 'p', onSending: () => {} } as const;
    const asked = hanging.flatMap((serving) =>
      [1, 2, 3, 4].map(() => exchange.ask(serving, question).finally(() => over++)),
    );
    await expect.poll(() => got.length).toBe(200);
    for (let check = 0; check < 20; check++) expect((await ask()).reply.kind).toBe('answer');
    expect(over).toBe(0);
    for (const socket of sockets) socket.destroy();
    expect(new Set((await Promise.all(asked)).map(({ kind }) => kind))).toEqual(new Set(['none']));
  });

  it('take companion guides that narrow the 270, and no others', async () => {
    const own = { overlay: 'lake', base: '270-005010X279A1', rules: [] };
    await created({ overlay: own });
    expect((await exchange.serving('LAKES', 'eligibility'))[0]?.overlay).toBe(JSON.stringify(own));
    for (const overlay of [{ ...own, base: '850-004010' }, { ...own, patch: { properties: { nowhere: {} } } }, {}]) {
      await expect(created({ name: 'other', overlay })).rejects.toMatchObject({
        kind: 'invalid',
        errors: expect.arrayContaining([expect.objectContaining({ path: expect.stringMatching(/^\/overlay/) })]),
      });
    }
  });

  it('are opened anew when they are changed, and not served when disabled', async () => {
    const id = await created({ secrets: { token: 'one' } });
    await ask();
    const changed = await soundRoute(route({ secrets: { token: 'two' } }));
    await test.services.store.write((tx) => replaceRoute(test.services, tx, id, changed));
    await ask();
    expect(got.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two']);
    await test.services.store.write((tx) => enableRoute(test.services, tx, id, false));
    expect(await exchange.serving('LAKES', 'eligibility')).toEqual([]);
  });

  it('send nothing that was written for a route as it was to where it leads since, nor what it logs in with since to where it led', async () => {
    const to = (name: string) => ({
      ...{ connection: { url: `${url}/${name}`, username: name }, secrets: { password: `of ${name}` } },
      receiver: { qualifier: 'ZZ', id: name } as const,
    });
    const id = await created(to('ONE'));
    const change = async (name: string): Promise<void> => {
      const changed = await soundRoute(route(to(name)));
      await test.services.store.write((tx) => replaceRoute(test.services, tx, id, changed));
    };
    const serving = async () => (await exchange.serving('LAKES', 'eligibility'))[0] as ServingRoute;
    const asked = async (one: ServingRoute) => {
      const question = { accountId: 'acct', x12: Buffer.from(one.receiver.id), payloadId: 'p', onSending: () => {} };
      return (await exchange.ask(one, question)).kind;
    };
    const paths: unknown[] = [];
    answer = ({ url: path }, response) => {
      paths.push(path);
      response.end(ISA);
    };
    const one = await serving();
    await asked(one);
    await change('TWO');
    const two = await serving();
    // Opened before: it goes to its end, and so it does after the new one was opened.
    expect(await asked(one)).toBe('answer');
    expect(await asked(two)).toBe('answer');
    expect(await asked(one)).toBe('answer');
    await change('THREE');
    const unopened = { ...(await serving()), version: one.version - 1 };
    await change('FOUR');
    // Nobody knows any more how that one logs in.
    expect(await asked(unopened)).toBe('none');
    const four = await serving();
    expect(await asked(four)).toBe('answer');
    await test.services.store.write((tx) => removeRoute(test.services, tx, id));
    expect(await asked(four)).toBe('answer');
    const basic = (name: string) => `Basic ${Buffer.from(`${name}:of ${name}`).toString('base64')}`;
    const names = ['ONE', 'ONE', 'TWO', 'ONE', 'FOUR', 'FOUR'];
    expect(got.map(({ body, headers }, place) => [body, paths[place], headers.authorization])).toEqual(
      names.map((name) => [name, `/x12/${name}`, basic(name)]),
    );
  });

  const failures: readonly (readonly [string, (request: IncomingMessage, response: ServerResponse) => void, object])[] =
    [
      ['a page', (_, response) => response.end('<html></html>'), { failure: 'not-x12', wasSent: true }],
      ['nothing', (_, response) => response.end(), { failure: 'not-x12', wasSent: true }],
      ['a status', (_, response) => response.writeHead(503).end('busy'), { failure: 'http-status', detail: '503' }],
      [
        'that it does not know us',
        (_, response) => response.writeHead(401).end(),
        { failure: 'refused', detail: '401', wasSent: true },
      ],
      [
        'a redirect',
        (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
        { failure: 'http-status', detail: '302' },
      ],
      [
        'another protocol that nobody asked for',
        (_, response) => response.writeHead(101, { connection: 'Upgrade', upgrade: 'x' }).end(),
        { failure: 'http-status', detail: '101', wasSent: true },
      ],
      ['a broken connection', (request) => request.socket.destroy(), { failure: 'broken-off', wasSent: true }],
      [
        'half an answer',
        (request, response) => {
          response.writeHead(200, { 'content-length': '1000' });
          response.write(ISA, () => request.socket.destroy());
        },
        { failure: 'broken-off', wasSent: true },
      ],
      [
        'too much',
        (_, response) => response.end(`ISA${'x'.repeat(5_000_000)}`),
        { failure: 'too-large', wasSent: true },
      ],
    ];
  it.each(failures)('take %s for no answer, and send nothing again', async (_, what, expected) => {
    await created();
    answer = what;
    const { reply } = await ask();
    expect(reply).toMatchObject({ kind: 'none', ...expected });
    expect(got).toHaveLength(1);
  });

  it('give up a payer that does not answer in its time, however it trickles', async () => {
    await created({ answerMs: 1_000 });
    answer = (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('I'), 50);
      response.on('close', () => clearInterval(timer));
    };
    expect((await ask()).reply).toMatchObject({ kind: 'none', failure: 'timed-out', wasSent: true });
  });

  it('say that nothing has left where there is no connection, or the guard lets none be made', async () => {
    await created({ connection: { url: 'http://127.0.0.1:1/' } });
    expect(await ask()).toMatchObject({ reply: { kind: 'none', failure: 'not-reached', wasSent: false }, sent: 0 });
    await created({ name: 'private', position: 1, connection: { url: 'https://10.0.0.1/' } });
    expect(await ask()).toMatchObject({ reply: { kind: 'none', failure: 'refused', wasSent: false }, sent: 0 });
    await created({ name: 'plain', position: 0, connection: { url: 'http://8.8.8.8/' } });
    expect((await ask()).reply).toMatchObject({ failure: 'refused', wasSent: false, detail: 'TLS_NEEDED' });
  });

  it('say when they are tried whether the payer is there and knows us', async () => {
    const id = await created();
    expect(await exchange.check(id)).toMatchObject({ ok: true, text: expect.stringContaining('200') });
    expect(got.map(({ body }) => body)).toEqual(['']);
    answer = (_, response) => response.writeHead(403).end();
    expect(await exchange.check(id)).toMatchObject({ ok: false, text: expect.stringContaining('password') });
    const gone = await created({ name: 'gone', connection: { url: 'http://127.0.0.1:1/' } });
    expect(await exchange.check(gone)).toEqual({
      ok: false,
      text: 'It cannot be asked: not-reached (ECONNREFUSED). Nothing listens at the host and port of its url.',
    });
  });

  it('end a check that their kind fails at, and say so in the log alone', async () => {
    await created();
    const error = new Error('Words that quote what was asked.');
    const failing: RouteClient = {
      ask: () => Promise.reject(error),
      check: () => Promise.reject(error),
      close: () => {},
    };
    const logged = vi.spyOn(test.services.log, 'error').mockImplementation(() => {});
    const own = new RoutedPayers(test.services, { 'x12-post': () => failing });
    const [serving] = await own.serving('LAKES', 'eligibility');
    const question = { accountId: 'acct', x12: Buffer.from('ISA'), payloadId: 'p', onSending: () => {} };
    const reply = serving && (await own.ask(serving, question));
    expect(reply).toEqual({ kind: 'none', failure: 'broken-off', wasSent: false });
    expect(logged.mock.calls).toMatchObject([[{ route: 'upstream', error: 'Error' }, expect.any(String)]]);
    expect(JSON.stringify(logged.mock.calls)).not.toContain('Words');
    await own.close();
  });

  it('leave a payer alone that fails, until one check has gone well', async () => {
    await created({ breaker: { failures: 2, openMs: 30_000 } });
    answer = (_, response) => response.writeHead(500).end();
    await ask();
    await ask();
    expect((await ask()).reply).toEqual({ kind: 'none', failure: 'breaker-open', wasSent: false });
    expect(got).toHaveLength(2);
    test.clock.advance(30_001);
    expect((await ask()).reply).toMatchObject({ failure: 'http-status' });
    expect((await ask()).reply).toMatchObject({ failure: 'breaker-open' });
    test.clock.advance(30_001);
    answer = (_, response) => response.end(ISA);
    expect((await ask()).reply).toMatchObject({ kind: 'answer' });
    expect((await ask()).reply).toMatchObject({ kind: 'answer' });
  });

  it('are not asked outside of their hours', async () => {
    // The test clock shows a Thursday at noon, UTC.
    await created({ hours: { timeZone: 'America/New_York', windows: [{ days: ['TH'], from: '06:00', to: '07:30' }] } });
    expect((await ask()).reply).toMatchObject({ kind: 'answer' });
    test.clock.advance(3_600_000);
    expect((await ask()).reply).toEqual({ kind: 'none', failure: 'closed', wasSent: false });
  });

  it('take so many at once, and have others wait a moment', async () => {
    await created({ concurrency: 2 });
    let most = 0;
    let underWay = 0;
    answer = (_, response) => {
      most = Math.max(most, ++underWay);
      setTimeout(() => {
        underWay--;
        response.end(ISA);
      }, 30);
    };
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(replies.every(({ reply }) => reply.kind === 'answer')).toBe(true);
    expect(most).toBe(2);
  });

  it('keep secrets out of what is stored beside them, and say what is wrong with settings', async () => {
    await created({ secrets: { token: 'fourteen owls' } });
    const rows = await test.services.store.read((db) => db.selectFrom('payer_routes').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain('owls');
    await expect(created({ name: 'b', connection: {} })).rejects.toMatchObject({ kind: 'invalid' });
    await expect(created({ name: 'c', secrets: { pin: 'x' } })).rejects.toMatchObject({
      errors: [{ path: '/secrets/pin' }],
    });
    await expect(created({ name: 'd', payers: [{ payer: '42' }] })).rejects.toMatchObject({
      errors: [{ path: '/payers/0/payer', message: expect.stringContaining('00042') }],
    });
    await expect(created({ name: 'e', hours: { timeZone: 'Nowhere/Here' } })).rejects.toMatchObject({
      errors: [{ path: '/hours/timeZone' }],
    });
    await expect(created()).rejects.toMatchObject({ kind: 'conflict' });
  });

  it.each<[string, Partial<GivenRoute>, string]>([
    ['a password in its url', { connection: { url: 'https://us:owls@upstream.example/' } }, '/connection/url'],
    ['a url that is none', { connection: { url: 'https://[zz' } }, '/connection/url'],
    [
      'a line end in a header',
      { connection: { url: 'https://upstream.example/', contentType: 'a\r\nb: c' } },
      '/connection/contentType',
    ],
    ['a line end in its token', { secrets: { token: 'owls\n' } }, '/secrets/token'],
    [
      'a name that HTTP Basic cuts at its colon',
      { connection: { url: 'https://upstream.example/', username: 'a:b' }, secrets: { password: 'owls' } },
      '/connection/username',
    ],
    [
      'a delimiter of two bytes',
      { delimiters: { element: '\u00e9', component: ':', repetition: '^', segment: '~' } },
      '/delimiters',
    ],
    ['a delimiter in an id', { sender: { qualifier: 'ZZ', id: 'A~B' } }, '/sender/id'],
    [
      'a delimiter of its own in an id',
      { delimiters: { element: '|', component: ':', repetition: '^', segment: '~' }, applicationSender: 'A|B' },
      '/applicationSender',
    ],
  ])('are not saved with %s, and no secret is in what is said of it', async (_, more, path) => {
    const problem = await created({ connection: { url: 'https://upstream.example/' }, ...more }).catch(
      (error) => error,
    );
    expect(problem).toMatchObject({ kind: 'invalid', errors: [{ path }] });
    expect(JSON.stringify(problem.errors)).not.toContain('owls');
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../../src/accounts/accounts.js';
import { rememberAddresses } from '../../../src/exchange/payer-routes/remember-addresses.js';
import { RoutedPayers } from '../../../src/exchange/payer-routes/routed-payers.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import type { CheckedAddress } from '../../../src/outgoing/outgoing-guard.js';
import { createRoute } from '../../../src/resources/payer-routes/save-route.js';
import { soundRoute } from '../../../src/resources/payer-routes/sound-route.js';
import { insertPayers } from '../../support/eligibility.js';
import { type TestServices, testServices } from '../../support/test-services.js';

const ISA =
  'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260115*1200*^*00501*000000001*0*P*>~';
const LOCAL: CheckedAddress = { address: '127.0.0.1', family: 4 };

/** As the resolver of the machine says it when it gives up. */
const silence = () => Object.assign(new Error('silent'), { code: 'EAI_AGAIN', syscall: 'getaddrinfo' });

describe('a payer whose name servers are silent', () => {
  let test: TestServices;
  let exchange: RoutedPayers;
  let server: Server;
  let asked: string[];
  let giveUp: (() => void)[];

  beforeEach(async () => {
    asked = [];
    giveUp = [];
    server = createServer((request, response) => {
      request.resume().on('end', () => response.end(ISA));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const resolve = (host: string): Promise<readonly CheckedAddress[]> => {
      asked.push(host);
      if (host === 'live.test') return Promise.resolve([LOCAL]);
      return new Promise((_, reject) => giveUp.push(() => reject(silence())));
    };
    const guard = createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'], resolve });
    test = await testServices({ parts: () => ({ outgoing: guard }) });
    await test.services.store.write((tx) => createAccount(tx, test.clock, 'first'));
    await insertPayers(test.services.store, [
      { id: 'LIVES', primary: '1' },
      { id: 'DEADS', primary: '2' },
    ]);
    exchange = new RoutedPayers(test.services);
    await routeTo('LIVES', 'live.test');
    await routeTo('DEADS', 'dead.test');
  });

  afterEach(async () => {
    for (const one of giveUp) one();
    await exchange.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await test.close();
  });

  async function routeTo(payer: string, host: string): Promise<void> {
    const sound = await soundRoute({
      name: host,
      kind: 'x12-post',
      sender: { qualifier: 'ZZ', id: 'CLEARING' },
      receiver: { qualifier: 'ZZ', id: 'UPSTREAM' },
      connection: { url: `http://${host}:${(server.address() as AddressInfo).port}/x12` },
      payers: [{ payer }],
    });
    await test.services.store.write((tx) => createRoute(test.services, tx, sound));
  }

  async function ask(payer: string): Promise<string> {
    const [serving] = await exchange.serving(payer, 'eligibility');
    if (serving === undefined) throw new Error('No route serves the payer.');
    const question = { accountId: 'acct', x12: Buffer.from('ISA'), payloadId: 'p', onSending: () => {} } as const;
    const reply = await exchange.ask(serving, question);
    return reply.kind === 'answer' ? reply.kind : reply.failure;
  }

  it('keeps no other payer waiting', async () => {
    const dead = ask('DEADS');
    await expect.poll(() => asked).toEqual(['dead.test']);
    expect(await ask('LIVES')).toBe('answer');
    for (const one of giveUp.splice(0)) one();
    expect(await dead).toBe('not-reached');
  });

  it('has its name looked up once for many checks', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, () => ask('LIVES')))).toEqual(Array(20).fill('answer'));
    expect(asked).toEqual(['live.test']);
  });
});

describe('an address that is remembered', () => {
  const HOST = 'payer.test';
  let now: number;
  let answer: () => Promise<readonly CheckedAddress[]>;
  let asked: number;

  const remembering = (patienceMs?: number) => {
    const resolve = () => {
      asked++;
      return answer();
    };
    const guard = createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'], resolve });
    return rememberAddresses(guard, { now: () => now, patienceMs });
  };

  beforeEach(() => {
    now = Date.UTC(2026, 0, 15);
    asked = 0;
    answer = async () => [LOCAL];
  });

  it('is asked for again after half a minute, and follows the name', async () => {
    const { check } = remembering();
    expect(await check(HOST)).toEqual(LOCAL);
    now += 29_000;
    answer = async () => [{ address: '127.0.0.2', family: 4 }];
    expect(await check(HOST)).toEqual(LOCAL);
    expect(asked).toBe(1);
    now += 1_000;
    expect((await check(HOST)).address).toBe('127.0.0.2');
  });

  it('stands in where nobody answers, at once or in time, for an hour', async () => {
    const { check } = remembering(1);
    await check(HOST);
    const since = now;
    now += 60_000;
    answer = () => Promise.reject(silence());
    expect(await check(HOST)).toEqual(LOCAL);
    now = since + 3_600_001;
    await expect(check(HOST)).rejects.toMatchObject({ code: 'EAI_AGAIN' });
    now = since + 60_000;
    answer = () => new Promise(() => {});
    expect(await check(HOST)).toEqual(LOCAL);
  });

  it('is forgotten where the name is gone, or leads where it may not', async () => {
    const { check } = remembering();
    await check(HOST);
    now += 60_000;
    answer = async () => [{ address: '10.0.0.1', family: 4 }];
    await expect(check(HOST)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    answer = () => Promise.reject(silence());
    await expect(check(HOST)).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  });
});

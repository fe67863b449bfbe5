import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUESSES } from '../../src/gateway/keys/guess-limit.js';
import { ROUTES } from '../../src/operations/operations.js';
import { writeEvents } from '../../src/resources/events/rows.js';
import { StoreError } from '../../src/store/store.js';
import { judgeBy } from '../fuzz/judge.js';
import { failingStore } from '../support/failing-store.js';
import { operationsOf, type PlacedOperation, readDocument } from '../support/openapi-document.js';
import { type TestApp, testApp } from '../support/test-app.js';
import { bodyChecker, publishedStatuses } from './contract.js';

/** Of a body that trickles, which needs a socket: `gateway/reading/receive-body.test.ts` has it. */
const TOO_SLOW = 408;
/** Lists are always there. */
const LISTS = ['EventDestinationsListDestinations', 'EventDestinationsListEvents'];
const CREATE = 'EventDestinationsCreateDestination';

const BASE = '/2026-02-01';
const NEW = { name: 'shop', destinationUrl: 'https://hooks.example.com/edi', eventTypes: ['file.failed'] };
const NOWHERE = {
  destinationId: 'dst_01a20437-b994-7000-9190-f8e9aa8a57e3',
  eventId: 'evt_01a20437-b994-7000-9190-f8e9aa8a57e3',
};
const SECRET = 'SECRET-4711';

const routes = ROUTES.filter(({ family }) => family === 'events');

describe('every operation of events and destinations answers', () => {
  const check = bodyChecker(routes, 'event-destinations');
  const provoked = new Map<string, Set<number>>();
  let test: TestApp;
  let all: readonly PlacedOperation[];
  let judge: ReturnType<typeof judgeBy>;
  let trouble: Error | undefined;
  let scoped: string;

  beforeAll(async () => {
    test = await testApp(routes, { parts: ({ store }) => ({ store: failingStore(store, () => trouble) }) });
    const document = await readDocument(test.app);
    all = operationsOf(document);
    judge = judgeBy(document);
    scoped = await test.key(test.accountId, { name: 'scoped', mode: 'live', scopes: ['core:read'] });
  });
  afterAll(() => test.close());

  /** Sends, and has the answer judged by our document and the published one. @returns its status. */
  async function ask(placed: PlacedOperation, request: InjectOptions): Promise<LightMyRequestResponse> {
    const { operationId } = placed.operation;
    const answer = await test.app.inject({ method: placed.method as 'GET', ...request });
    expect(judge(placed, answer).filter((fault) => !fault.startsWith('is answered 50'))).toEqual([]);
    expect(check(operationId, answer.statusCode, answer.body)).toEqual([]);
    provoked.set(operationId, (provoked.get(operationId) ?? new Set()).add(answer.statusCode));
    return answer;
  }

  const isWrite = ({ method }: PlacedOperation): boolean => method !== 'GET';
  const hasParameter = ({ path }: PlacedOperation): boolean => path.includes('{');
  const headersFor = (authorization: string, placed: PlacedOperation) => ({
    authorization,
    ...(isWrite(placed) ? { 'content-type': 'application/json' } : {}),
  });
  const pathOf = ({ path }: PlacedOperation, ids: Readonly<Record<string, string>>): string =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
  const bodyOf = ({ operation: { operationId } }: PlacedOperation): object =>
    operationId === CREATE ? { ...NEW } : operationId === 'EventDestinationsUpdateDestination' ? { name: 'other' } : {};
  const takesBody = ({ operation }: PlacedOperation): boolean => operation.requestBody !== undefined;

  /** A request in which all is right, on things that are there. */
  async function soundFor(placed: PlacedOperation): Promise<InjectOptions> {
    const made = await test.call('POST', `${BASE}/destinations`, { payload: NEW });
    const ids = { destinationId: made.json().id, eventId: await happened() };
    return {
      url: pathOf(placed, ids),
      headers: headersFor(test.liveKey, placed),
      ...(takesBody(placed) ? { payload: bodyOf(placed) } : {}),
    };
  }

  /** An account has few destinations. */
  async function clear(): Promise<void> {
    const { items } = (await test.call('GET', `${BASE}/destinations`)).json();
    for (const { id } of items) await test.call('DELETE', `${BASE}/destinations/${id}`);
  }

  async function happened(): Promise<string> {
    return test.queries(async (queries) => {
      const event = { type: 'file.failed.v2', mode: 'production', detail: '{}', at: 1 } as const;
      await writeEvents(test.services, queries, [{ ...event, resourceKind: 'execution', resourceId: 'execution-1' }]);
      return (await queries.from('events').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
    });
  }

  async function each(expected: number, work: (placed: PlacedOperation) => Promise<InjectOptions | undefined>) {
    for (const placed of all) {
      await clear();
      const request = await work(placed);
      if (request === undefined) continue;
      const { statusCode, body } = await ask(placed, request);
      expect([placed.operation.operationId, statusCode]).toEqual([placed.operation.operationId, expected]);
      expect(body).not.toContain(SECRET);
    }
  }

  it('400 to what it does not know, without repeating it', () =>
    each(400, async (placed) => {
      const sound = await soundFor(placed);
      return takesBody(placed)
        ? { ...sound, payload: { ...bodyOf(placed), nmae: SECRET } }
        : { ...sound, url: `${sound.url}?nmae=${SECRET}` };
    }));

  it('403 to who has no key, a wrong one, or one for other things', async () => {
    for (const authorization of ['', SECRET, scoped]) {
      await each(403, async (placed) => ({ ...(await soundFor(placed)), headers: headersFor(authorization, placed) }));
    }
  });

  it('404 for what is nowhere, and for what another account has', async () => {
    const { liveKey } = await test.account('Other');
    await each(404, async (placed) =>
      hasParameter(placed) ? { ...(await soundFor(placed)), url: pathOf(placed, NOWHERE) } : undefined,
    );
    await each(404, async (placed) =>
      hasParameter(placed) ? { ...(await soundFor(placed)), headers: headersFor(liveKey, placed) } : undefined,
    );
  });

  it('409 while the same Idempotency-Key is at work, and 422 to another request with it', async () => {
    for (const status of [409, 422]) {
      await each(status, async (placed) => {
        if (!isWrite(placed)) return undefined;
        const sound = await soundFor(placed);
        const key = `${status}-${placed.operation.operationId}`;
        await test.app.inject({
          method: placed.method as 'GET',
          ...sound,
          headers: { ...sound.headers, 'idempotency-key': key },
        });
        // As it is while the answer is not there yet.
        const open = { status: null, headers: null, body: null, lease_until: test.clock.now() + 20_000 };
        if (status === 409) {
          await test.queries((queries) =>
            queries.update('idempotency').set(open).where('key', '=', `live:${key}`).execute(),
          );
        }
        const headers = { ...sound.headers, 'idempotency-key': key };
        if (status === 409) return { ...sound, headers };
        // Of another destination, or with another body.
        const other = await soundFor(placed);
        return { ...other, headers, ...(hasParameter(placed) ? {} : { payload: { ...NEW, name: 'another' } }) };
      });
    }
  });

  it('413 to too much, 414 to too long an address, 415 to what it cannot unpack', async () => {
    await each(413, async (placed) =>
      isWrite(placed) ? { ...(await soundFor(placed)), payload: `{"name":"${'x'.repeat(8_000_000)}"}` } : undefined,
    );
    await each(414, async (placed) => {
      if (!hasParameter(placed)) return undefined;
      const long = 'x'.repeat(5_000);
      return { ...(await soundFor(placed)), url: pathOf(placed, { destinationId: long, eventId: long }) };
    });
    await each(415, async (placed) => {
      if (!isWrite(placed)) return undefined;
      const sound = await soundFor(placed);
      return { ...sound, payload: '{}', headers: { ...sound.headers, 'content-encoding': 'br' } };
    });
  });

  it('429 to who guesses keys', async () => {
    const remoteAddress = '192.0.2.9';
    for (let guess = 0; guess < GUESSES.most; guess++) {
      await test.app.inject({ url: `${BASE}/events`, headers: { authorization: `wrong-${guess}` }, remoteAddress });
    }
    await each(429, async (placed) => ({
      ...(await soundFor(placed)),
      headers: headersFor('wrong', placed),
      remoteAddress,
    }));
  });

  it('503 while the store does not answer, and 500 where something breaks, of which it says nothing', async () => {
    for (const [error, status] of [
      [new StoreError('unavailable', 'The database cannot be reached.'), 503],
      [new Error(SECRET), 500],
    ] as const) {
      for (const placed of all) {
        await clear();
        const sound = await soundFor(placed);
        trouble = error;
        const answer = await ask(placed, sound).finally(() => {
          trouble = undefined;
        });
        expect([placed.operation.operationId, answer.statusCode]).toEqual([placed.operation.operationId, status]);
        expect(answer.body).not.toContain(SECRET);
      }
    }
  });

  it('and what it is asked for', async () => {
    for (const placed of all) {
      await clear();
      expect((await ask(placed, await soundFor(placed))).statusCode).toBeLessThan(300);
    }
  });

  it('by every status that is declared or published, but for what is said here', () => {
    for (const { operation } of all) {
      const { operationId, responses } = operation;
      const declared = Object.keys(responses).map(Number);
      const missing = declared.filter((status) => provoked.get(operationId)?.has(status) !== true);
      const nothingToMiss = LISTS.includes(operationId) || operationId === CREATE;
      const expected = [...(nothingToMiss ? [404] : []), ...declared.filter((status) => status === TOO_SLOW)];
      expect([operationId, missing]).toEqual([operationId, expected]);
      // A wrong key is 403: clients of the interface know it so from the other families.
      const published = publishedStatuses('event-destinations', operationId)?.filter((status) => status !== 401) ?? [];
      expect(declared).toEqual(expect.arrayContaining([...published]));
    }
  });
});

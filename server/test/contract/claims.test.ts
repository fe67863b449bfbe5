import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaimType } from 'ediloom/claims';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GUESSES } from '../../src/gateway/keys/guess-limit.js';
import { claimBody } from '../../src/operations/healthcare/claim-schemas.js';
import { claimRoutes } from '../../src/operations/healthcare/claims.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import { StoreError } from '../../src/store/store.js';
import { judgeBy } from '../fuzz/judge.js';
import { CLAIM_ROUTE, CLAIM_TYPES, CLAIMS, productionClaim, sampleBody, TAKES_CLAIMS } from '../support/claims.js';
import { fakeExchange, insertPayers } from '../support/eligibility.js';
import { failingStore } from '../support/failing-store.js';
import { operationsOf, type PlacedOperation, readDocument } from '../support/openapi-document.js';
import { type TestApp, testApp } from '../support/test-app.js';
import { bodyChecker, publishedStatuses } from './contract.js';

/** Statuses that nothing provokes here: the list only shrinks. */
const LIST = JSON.parse(readFileSync(new URL('./unprovoked-claims.json', import.meta.url), 'utf8'));
const FOLDER = process.env.EDILOOM_CONTRACT;
const FAMILY = 'healthcare';
const SECRET = 'SECRET-4711';

/** The type of an operation, and how its claims come. */
function claimOf({ operation }: PlacedOperation): readonly [ClaimType, 'json' | 'raw'] {
  const { operationId } = operation;
  const type = CLAIM_TYPES.find((one) => operationId.toLowerCase().includes(one)) ?? 'professional';
  return [type, operationId.includes('X12') ? 'raw' : 'json'];
}

describe('claims are answered', () => {
  const check = bodyChecker(claimRoutes, FAMILY);
  const provoked = new Map<string, Set<number>>();
  let test: TestApp;
  let all: readonly PlacedOperation[];
  let judge: ReturnType<typeof judgeBy>;
  let trouble: Error | undefined;
  let scoped: string;
  let sent = 0;

  beforeAll(async () => {
    test = await testApp(claimRoutes, {
      parts: ({ store, clock }) => ({
        store: failingStore(store, () => trouble),
        controlNumbers: createControlNumberTable({ store, clock }),
        payerExchange: fakeExchange([CLAIM_ROUTE], () => ({ kind: 'none', failure: 'not-reached', wasSent: false })),
      }),
    });
    test.clock.advance(Date.parse('2026-06-01T12:00:00Z') - test.clock.now());
    await insertPayers(test.services.store, [
      { id: 'LAKES', primary: '99901', takes: TAKES_CLAIMS },
      { id: 'HILLS', primary: '99904', takes: TAKES_CLAIMS },
    ]);
    const document = await readDocument(test.app);
    all = operationsOf(document);
    judge = judgeBy(document);
    scoped = await test.key(test.accountId, { name: 'scoped', mode: 'live', scopes: ['core:read'] });
  });
  // Of no test are so many sent that the rate counts.
  beforeEach(() => test.clock.advance(1000));
  afterAll(() => test.close());

  /** Sends, and has the answer judged by our document and the published one. */
  async function ask(placed: PlacedOperation, request: InjectOptions): Promise<LightMyRequestResponse> {
    const { operationId } = placed.operation;
    const answer = await test.app.inject({ method: 'POST', url: placed.path, ...request });
    const { statusCode, headers, body } = answer;
    expect(judge(placed, answer).filter((fault) => !fault.startsWith('is answered 50'))).toEqual([]);
    if (String(headers['content-type']).startsWith('application/json'))
      expect(check(operationId, statusCode, body)).toEqual([]);
    provoked.set(operationId, (provoked.get(operationId) ?? new Set()).add(statusCode));
    expect(body).not.toContain(SECRET);
    return answer;
  }

  async function each(expected: number, request: (placed: PlacedOperation) => InjectOptions) {
    for (const placed of all) {
      const { statusCode } = await ask(placed, request(placed));
      expect([placed.operation.operationId, statusCode]).toEqual([placed.operation.operationId, expected]);
    }
  }

  const soundFor = (placed: PlacedOperation, authorization = test.liveKey): InjectOptions => ({
    headers: { authorization, 'content-type': 'application/json' },
    payload: sampleBody(...claimOf(placed)),
  });
  const keyed = (placed: PlacedOperation, key: string, payload: object = sampleBody(...claimOf(placed))) => ({
    payload,
    headers: { authorization: test.liveKey, 'content-type': 'application/json', 'idempotency-key': key },
  });

  it('200 where they keep all rules, tests and others, with keys of tests and others', async () => {
    for (const key of [test.liveKey, test.testKey]) {
      await each(200, (placed) => soundFor(placed, key));
      await each(200, (placed) => ({ ...soundFor(placed, key), payload: productionClaim(...claimOf(placed)) }));
    }
  });

  it('400 where they break rules, where they are none, and where their payer is not known', async () => {
    const changed = (placed: PlacedOperation, change: (text: string) => string) => ({
      ...soundFor(placed),
      payload: change(JSON.stringify(sampleBody(...claimOf(placed)))),
    });
    await each(400, (placed) =>
      changed(placed, (text) =>
        text.replace(/("claimChargeAmount":)"[^"]*"/, '$1"1.00"').replace(/(CLM\*[^*]*\*)[^*]*/, '$11'),
      ),
    );
    await each(400, (placed) =>
      changed(placed, (text) =>
        text.replace(/"billing":/, `"billing":5,"unknown":"${SECRET}","before":`).replace('HL*1', SECRET),
      ),
    );
    await each(400, (placed) => changed(placed, (text) => text.replaceAll(/9990[14]/g, SECRET)));
    await each(400, (placed) => ({ ...soundFor(placed), payload: '[' }));
  });

  it('403 to who has no key, a wrong one, or one for other things', async () => {
    for (const key of ['', SECRET, scoped]) await each(403, (placed) => soundFor(placed, key));
  });

  it('409 while the same request is under way, and 422 where its key was used for another', async () => {
    for (const placed of all) {
      const key = `key-${++sent}`;
      const answers = await Promise.all([ask(placed, keyed(placed, key)), ask(placed, keyed(placed, key))]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
      expect((await ask(placed, keyed(placed, key))).headers['idempotent-replayed']).toBe('true');
      expect((await ask(placed, keyed(placed, key, { x12: SECRET }))).statusCode).toBe(422);
    }
  });

  it('413 to too much, and 415 to what they cannot unpack', async () => {
    const large = `{"x12":"${'x'.repeat(8_000_000)}"}`;
    await each(413, (placed) => ({ ...soundFor(placed), payload: large }));
    await each(415, (placed) => {
      const sound = soundFor(placed);
      return { ...sound, headers: { ...sound.headers, 'content-encoding': 'br' } };
    });
  });

  it('429 to who guesses keys', async () => {
    const remoteAddress = '192.0.2.9';
    for (let guess = 0; guess < GUESSES.most; guess++) {
      const url = all[0]?.path ?? '';
      const headers = { authorization: `wrong-${guess}` };
      await test.app.inject({ method: 'POST', url, headers, remoteAddress });
    }
    await each(429, (placed) => ({ ...soundFor(placed, 'wrong'), remoteAddress }));
  });

  it('503 while the store does not answer, and 500 where something breaks, of which they say nothing', async () => {
    for (const [error, status] of [
      [new StoreError('unavailable', 'The database cannot be reached.'), 503],
      [new Error(SECRET), 500],
    ] as const) {
      trouble = error;
      await each(status, (placed) => soundFor(placed)).finally(() => {
        trouble = undefined;
      });
    }
  });

  it('by every status that is declared or published, but for those on the list, which only shrinks', () => {
    const left: Record<string, readonly number[]> = {};
    for (const { operation } of all) {
      const { operationId, responses } = operation;
      const published = publishedStatuses(FAMILY, operationId) ?? [];
      const statuses = new Set([...Object.keys(responses).map(Number), ...LIST.published, ...published]);
      left[operationId] = [...statuses]
        .filter((status) => provoked.get(operationId)?.has(status) !== true)
        .sort((a, b) => a - b);
    }
    expect(left).toEqual(LIST.statuses);
  });
});

type Shape = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
};

const REQUESTS: Readonly<Record<ClaimType, string>> = {
  professional: 'ClaimsSubmissionRequestContent',
  institutional: 'InstitutionalClaimsSubmissionRequestContent',
  dental: 'DentalClaimsSubmissionRequestContent',
};

// The document is not ours to ship: it runs where `EDILOOM_CONTRACT` names its folder.
describe.skipIf(FOLDER === undefined)('claims', () => {
  const document = FOLDER === undefined ? {} : JSON.parse(readFileSync(join(FOLDER, `${FAMILY}.json`), 'utf8'));
  const resolved = (shape: Shape): Shape =>
    typeof shape.$ref === 'string' ? document.components.schemas[shape.$ref.split('/').at(-1) ?? ''] : shape;

  /** As our document has them. */
  const bodies = Object.fromEntries(CLAIM_TYPES.map((type) => [type, claimBody(type) as unknown as Shape])) as Readonly<
    Record<ClaimType, Shape>
  >;

  it.each(CLAIM_TYPES)('take each property that the interface has: %s', (type) => {
    const published = namesOf(resolved({ $ref: `#/components/schemas/${REQUESTS[type]}` }), resolved);
    const own = new Set(namesOf(bodies[type], (shape) => shape));
    expect(published.filter((name) => !own.has(name))).toEqual([]);
    expect(published.length).toBeGreaterThan(400);
  });
});

/** All properties of a shape, by their paths. */
function namesOf(given: Shape, resolved: (shape: Shape) => Shape, at = ''): readonly string[] {
  const shape = resolved(given);
  const items = shape.items === undefined ? [] : namesOf(shape.items, resolved, `${at}[]`);
  const members = Object.entries(shape.properties ?? {}).flatMap(([name, member]) => [
    `${at}/${name}`,
    ...namesOf(member, resolved, `${at}/${name}`),
  ]);
  return [...members, ...items];
}

// A sample that names its payer under neither id would leave the test of unknown payers without one.
it('samples name their payers', () => {
  for (const type of CLAIM_TYPES) expect(JSON.stringify(CLAIMS[type].request)).toMatch(/9990[14]/);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eligibilityRequestSchema, eligibilityResponseSchema } from 'ediloom/eligibility';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APPROVED_MOCKS, type ApprovedMock } from '../../src/exchange/mock-payers/approved.js';
import { createMockPayers } from '../../src/exchange/mock-payers/create-mock-payers.js';
import type { PayerReply } from '../../src/exchange/payer-routes/payer-exchange.js';
import { GUESSES } from '../../src/gateway/keys/guess-limit.js';
import { eligibilityRoutes } from '../../src/operations/healthcare/eligibility.js';
import { FIRST_CHECK, FIRST_RAW_CHECK } from '../../src/operations/healthcare/first-check.js';
import { payerRoutes } from '../../src/operations/healthcare/payers.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import { PayerCatalogue } from '../../src/resources/payers/catalogue.js';
import { shipPayers } from '../../src/resources/payers/shipped-payers.js';
import { StoreError } from '../../src/store/store.js';
import { judgeBy } from '../fuzz/judge.js';
import { CHECK, fakeExchange, insertPayers, RAW_CHECK, ROUTE } from '../support/eligibility.js';
import { failingStore } from '../support/failing-store.js';
import { FILLED_ANSWERS, filledAnswer, rejectedAnswer } from '../support/filled-answers.js';
import { operationsOf, type PlacedOperation, readDocument } from '../support/openapi-document.js';
import { type TestApp, testApp } from '../support/test-app.js';
import { bodyChecker, publishedParameters, publishedStatuses } from './contract.js';

/** Statuses that nothing provokes here, and what never stands in an answer: the lists only shrink. */
const LIST = JSON.parse(readFileSync(new URL('./unprovoked-healthcare.json', import.meta.url), 'utf8'));
/** Where we take less than the published document. */
const PATCH = JSON.parse(readFileSync(new URL('./healthcare-patch.json', import.meta.url), 'utf8'));
const FOLDER = process.env.EDILOOM_CONTRACT;

const BASE = '/2024-04-01';
const CHECK_OPERATION = 'EligibilityCheck';
const RAW_OPERATION = 'EligibilityRawX12Check';
const SECRET = 'SECRET-4711';
/** Of both documents that have payers. */
const DOCUMENTS = ['healthcare', 'payers'];
/** As many checks as an account may have under way. */
const AT_ONCE = 50;

const routes = [...eligibilityRoutes, ...payerRoutes];

describe('eligibility checks and payers answer', () => {
  const checks = DOCUMENTS.map((family) => bodyChecker(routes, family));
  const provoked = new Map<string, Set<number>>();
  const seen = new Set<string>();
  let test: TestApp;
  let all: readonly PlacedOperation[];
  let judge: ReturnType<typeof judgeBy>;
  let trouble: Error | undefined;
  let payer: (x12: string) => Promise<PayerReply> | PayerReply;
  let scoped: string;

  beforeAll(async () => {
    test = await testApp(routes, {
      parts: ({ store, clock, realTime }) => ({
        store: failingStore(store, () => trouble),
        // It reads by itself, of the same store.
        payers: new PayerCatalogue(failingStore(store, () => trouble)),
        controlNumbers: createControlNumberTable({ store, clock }),
        mockPayers: createMockPayers(clock, realTime.engines),
        payerExchange: fakeExchange([ROUTE], ({ x12, onSending }) => {
          onSending();
          return payer(Buffer.from(x12).toString());
        }),
      }),
    });
    await insertPayers(test.services.store, [{ id: 'LAKES', primary: CHECK.tradingPartnerServiceId }]);
    await shipPayers(test.services);
    const document = await readDocument(test.app);
    all = operationsOf(document);
    judge = judgeBy(document);
    scoped = await test.key(test.accountId, { name: 'scoped', mode: 'live', scopes: ['core:read'] });
  });
  beforeEach(() => {
    payer = answeredBy((x12) => filledAnswer(x12, 0));
  });
  afterAll(() => test.close());

  /** Sends, and has the answer judged by our document and the published ones. */
  async function ask(placed: PlacedOperation, request: InjectOptions): Promise<LightMyRequestResponse> {
    const { operationId } = placed.operation;
    const answer = await test.app.inject({ method: placed.method as 'GET', ...request });
    const { statusCode, headers, body } = answer;
    expect(judge(placed, answer).filter((fault) => !fault.startsWith('is answered 50'))).toEqual([]);
    if (String(headers['content-type']).startsWith('application/json')) {
      const faults = checks.flatMap((check) => check(operationId, statusCode, body));
      expect(faults.filter((fault) => !(fault in PATCH.answers))).toEqual([]);
    }
    provoked.set(operationId, (provoked.get(operationId) ?? new Set()).add(statusCode));
    expect(body).not.toContain(SECRET);
    return answer;
  }

  /** Has a request of each operation answered by a status; `undefined`: it cannot be. */
  async function each(expected: number, request: (placed: PlacedOperation) => InjectOptions | undefined) {
    for (const placed of all) {
      const asked = request(placed);
      if (asked === undefined) continue;
      const { statusCode } = await ask(placed, asked);
      expect([placed.operation.operationId, statusCode]).toEqual([placed.operation.operationId, expected]);
    }
  }

  const placedOf = (operation: string): PlacedOperation => {
    const placed = all.find((one) => one.operation.operationId === operation);
    if (placed === undefined) throw new Error(`The document has no ${operation}.`);
    return placed;
  };
  const isCheck = ({ method }: PlacedOperation): boolean => method === 'POST';
  /** A request in which all is right. */
  const soundFor = (placed: PlacedOperation, authorization = test.liveKey): InjectOptions => ({
    url: placed.path.replace('{platformId}', 'CIGLM'),
    headers: { authorization, ...(isCheck(placed) ? { 'content-type': 'application/json' } : {}) },
    ...(isCheck(placed)
      ? { payload: placed.operation.operationId === CHECK_OPERATION ? CHECK : { x12: RAW_CHECK } }
      : {}),
  });
  const check = (payload: object, authorization: string) => {
    const placed = placedOf('x12' in payload ? RAW_OPERATION : CHECK_OPERATION);
    return ask(placed, { ...soundFor(placed, authorization), payload });
  };

  it('200 to what they are asked for', () => each(200, (placed) => soundFor(placed)));

  it('200 to each approved mock request, as JSON and as the 270 that was made of it', async () => {
    for (const mock of APPROVED_MOCKS) {
      const request = requestOf(mock);
      const answer = await check(request, test.testKey);
      expect(answer.statusCode).toBe(200);
      const { errors, benefitsInformation = [], id } = answer.json();
      expect([mock.outcome, errors.length === 0, benefitsInformation.length > 0]).toEqual([
        mock.outcome,
        mock.outcome.kind !== 'aaa',
        mock.outcome.kind !== 'aaa',
      ]);
      const [question] = await test.queries((queries) =>
        queries.from('artifacts').selectAll().where('owner_id', '=', id).where('usage', '=', 'question').execute(),
      );
      if (question === undefined) throw new Error('The question was not kept.');
      const x12 = Buffer.from(await test.services.artifacts.read(question)).toString();
      expect((await check({ x12 }, test.testKey)).statusCode).toBe(200);
    }
    expect((await check(FIRST_CHECK, test.testKey)).statusCode).toBe(200);
    expect((await check({ x12: FIRST_RAW_CHECK }, test.testKey)).statusCode).toBe(200);
  });

  it('200 to what payers say, in which each property of the schema has stood, but for those that are listed', async () => {
    const replies = [
      ...Array.from({ length: FILLED_ANSWERS }, (_, variant) => answeredBy((asked) => filledAnswer(asked, variant))),
      answeredBy(({ groupNumber }) => rejectedAnswer(groupNumber)),
      (): PayerReply => ({ kind: 'none', failure: 'timed-out', wasSent: true }),
      (): PayerReply => ({ kind: 'answer', x12: Buffer.from('no X12') }),
    ];
    const about = [CHECK, CHILD, BACKTICK].map((one) => ({ ...one, eligibilitySearchId: 'search-1' }));
    for (const reply of replies) {
      for (const payload of [...about, { x12: RAW_CHECK }]) {
        payer = reply;
        const answer = await check(payload, test.liveKey);
        expect(answer.statusCode).toBe(200);
        see(answer.json());
      }
    }
    const never = namesOf(eligibilityResponseSchema).filter((name) => !seen.has(name));
    expect(never).toEqual(LIST.properties.names);
  });

  /** Marks what stands in a value. */
  function see(value: unknown, at = ''): void {
    if (Array.isArray(value)) for (const item of value) see(item, `${at}[]`);
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      seen.add(`${at}/${name}`);
      see(member, `${at}/${name}`);
    }
  }

  it('400 to what they do not know, without repeating it', () =>
    each(400, (placed) => {
      const sound = soundFor(placed);
      if (placed.operation.operationId === RAW_OPERATION)
        return { ...sound, payload: { x12: RAW_CHECK, nmae: SECRET } };
      return { ...sound, url: `${sound.url}?nmae=${SECRET}` };
    }));

  it('200 with a warning to a check that has more than they know', async () => {
    const { warnings } = (await check({ ...CHECK, nmae: SECRET }, test.liveKey)).json();
    expect(warnings).toContainEqual({
      code: 'request::270::property_unknown',
      description: expect.stringMatching(/^\/nmae: /),
    });
  });

  it('400 to what is not sent', async () => {
    const refused = [
      { ...CHECK, tradingPartnerServiceId: SECRET },
      { ...CHECK, subscriber: {} },
      { ...CHECK, encounter: { serviceTypeCodes: ['nothing'] } },
      { ...CHECK, provider: { ...CHECK.provider, npi: '1999999983' } },
      { x12: SECRET },
      { x12: RAW_CHECK.replace('*00042~', `*${SECRET}~`) },
    ];
    for (const payload of refused) expect((await check(payload, test.liveKey)).statusCode).toBe(400);
    expect((await check({ ...FIRST_CHECK, encounter: { serviceTypeCodes: ['1'] } }, test.testKey)).statusCode).toBe(
      400,
    );
  });

  it('403 to who has no key, a wrong one, or one for other things', async () => {
    for (const key of ['', SECRET, scoped]) await each(403, (placed) => soundFor(placed, key));
  });

  it('404 where there is no such payer, and 414 to too long an address', async () => {
    const placed = placedOf('GetPayerRecord');
    const sound = soundFor(placed);
    expect((await ask(placed, { ...sound, url: placed.path.replace('{platformId}', 'NOONE') })).statusCode).toBe(404);
    const long = placed.path.replace('{platformId}', 'X'.repeat(5_000));
    expect((await ask(placed, { ...sound, url: long })).statusCode).toBe(414);
  });

  it('413 to too much, and 415 to what they cannot unpack', async () => {
    const large = `{"x12":"${'x'.repeat(8_000_000)}"}`;
    await each(413, (placed) => (isCheck(placed) ? { ...soundFor(placed), payload: large } : undefined));
    await each(415, (placed) => {
      const sound = soundFor(placed);
      return isCheck(placed) ? { ...sound, headers: { ...sound.headers, 'content-encoding': 'br' } } : undefined;
    });
  });

  it('429 to who guesses keys, and to an account that has as many checks under way as it may', async () => {
    const remoteAddress = '192.0.2.9';
    for (let guess = 0; guess < GUESSES.most; guess++) {
      await test.app.inject({ url: `${BASE}/payers`, headers: { authorization: `wrong-${guess}` }, remoteAddress });
    }
    await each(429, (placed) => ({ ...soundFor(placed, 'wrong'), remoteAddress }));
    const waiting: ((reply: PayerReply) => void)[] = [];
    let underWay: readonly Promise<LightMyRequestResponse>[] = [];
    await new Promise<void>((allAsked) => {
      payer = () =>
        new Promise((answer) => {
          if (waiting.push(answer) === AT_ONCE) allAsked();
        });
      underWay = Array.from({ length: AT_ONCE }, () => check(CHECK, test.liveKey));
    });
    await each(429, (placed) => (isCheck(placed) ? soundFor(placed) : undefined));
    for (const answer of waiting) answer({ kind: 'none', failure: 'timed-out', wasSent: true });
    for (const { statusCode } of await Promise.all(underWay)) expect(statusCode).toBe(200);
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

  it('to every parameter that the interface has', () => {
    for (const { operation } of all) {
      // Both spellings of pages are understood, and one is shown.
      const names = operation.parameters.map(({ name }) =>
        name.replace(/^page_(.)/, (_, first) => `page${first.toUpperCase()}`),
      );
      const published = DOCUMENTS.flatMap((family) => publishedParameters(family, operation.operationId));
      const missing = published.filter((name) => !names.includes(name));
      expect([operation.operationId, missing]).toEqual([operation.operationId, []]);
    }
  });

  it('by every status that is declared or published, but for those on the list, which only shrinks', () => {
    const left: Record<string, readonly number[]> = {};
    for (const { operation } of all) {
      const { operationId, responses } = operation;
      const published = DOCUMENTS.flatMap((family) => publishedStatuses(family, operationId) ?? []);
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

// The documents are not ours to ship: it runs where `EDILOOM_CONTRACT` names their folder.
describe.skipIf(FOLDER === undefined)('eligibility checks', () => {
  const document = FOLDER === undefined ? {} : JSON.parse(readFileSync(join(FOLDER, 'healthcare.json'), 'utf8'));
  const resolved = (shape: Shape): Shape => {
    const { $ref, ...beside } = shape;
    return typeof $ref === 'string'
      ? { ...document.components.schemas[$ref.split('/').at(-1) ?? ''], ...beside }
      : shape;
  };

  it('take what the interface takes, but for what the patch says', () => {
    const published = resolved({ $ref: '#/components/schemas/EligibilityCheckRequestContent' });
    const raw = eligibilityRoutes.find(({ operation }) => operation === RAW_OPERATION)?.schemas.body as Shape;
    const found = [
      ...narrower(eligibilityRequestSchema as Shape, published, CHECK_OPERATION),
      ...narrower(raw, resolved({ $ref: `#/components/schemas/${RAW_OPERATION}RequestContent` }), RAW_OPERATION),
    ];
    expect(found).toEqual(Object.keys(PATCH.bodies));
  });

  it('answer what the interface names, and nothing else', () => {
    const published = resolved({ $ref: '#/components/schemas/EligibilityCheckResponseContent' });
    const theirs = namesOf(published, resolved);
    const ours = namesOf(eligibilityResponseSchema);
    expect(ours.filter((name) => !theirs.includes(name))).toEqual([]);
    expect(theirs.filter((name) => !ours.includes(name))).toEqual([]);
  });

  /** Rules of ours that let less through than theirs, by their places. */
  function narrower(own: Shape, given: Shape, at: string): readonly string[] {
    const theirs = resolved(given);
    const rules = Object.keys(own)
      .filter((rule) => RULES.includes(rule) && !same(own[rule], theirs[rule]))
      .map((rule) => `${at} ${rule}`);
    const members = Object.entries(theirs.properties ?? {}).flatMap(([name, member]) => {
      const ours = own.properties?.[name];
      return ours === undefined ? [`${at}/${name} is unknown`] : narrower(ours, member, `${at}/${name}`);
    });
    const items =
      own.items === undefined || theirs.items === undefined ? [] : narrower(own.items, theirs.items, `${at}[]`);
    return [...rules, ...members, ...items];
  }
});

/** Of a schema, by which less or more is taken. */
const RULES = [
  ...['type', 'enum', 'const', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ...['uniqueItems', 'required'],
];

function same(ours: unknown, theirs: unknown): boolean {
  const sorted = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value);
  return JSON.stringify(sorted(ours)) === JSON.stringify(sorted(theirs));
}

/** Properties of a schema by their places. */
function namesOf(shape: object, resolved: (shape: Shape) => Shape = (same) => same, at = ''): readonly string[] {
  const { properties = {}, items } = resolved(shape as Shape);
  if (items !== undefined) return namesOf(items, resolved, `${at}[]`);
  return Object.entries(properties).flatMap(([name, member]) => [
    `${at}/${name}`,
    ...namesOf(member, resolved, `${at}/${name}`),
  ]);
}

const CHILD = {
  ...CHECK,
  dependents: [
    { firstName: 'QUIRIN', lastName: 'KANARIEVOGEL', dateOfBirth: '19310207', individualRelationshipCode: '19' },
  ],
};
/** Is repaired, with a warning. */
const BACKTICK = { ...CHECK, subscriber: { ...CHECK.subscriber, firstName: 'QUI`LLA' } };

/** A payer who answers a question by what is made of its numbers. */
function answeredBy(
  write: (asked: Record<'traceId' | 'traceNumber' | 'interchangeNumber' | 'groupNumber', string>) => string,
) {
  return (x12: string): PayerReply => {
    const [traceId = ''] = x12.match(/(?<=BHT\*0022\*1[13]\*)[^*]+/) ?? [];
    const [traceNumber = ''] = x12.match(/(?<=~TRN\*1\*)[^*]+/) ?? [];
    const [groupNumber = ''] = x12.match(/(?<=~GS(\*[^*]*){5}\*)\d+/) ?? [];
    const answer = write({ traceId, traceNumber, groupNumber, interchangeNumber: x12.slice(90, 99) });
    return { kind: 'answer', x12: Buffer.from(answer) };
  };
}

function requestOf({ payer, subscriber, dependent, serviceTypes }: ApprovedMock): object {
  const { relation, ...person } = dependent ?? {};
  return {
    tradingPartnerServiceId: payer,
    provider: { organizationName: 'LAKE CLINIC', npi: '1999999984' },
    subscriber,
    ...(dependent === undefined ? {} : { dependents: [{ ...person, individualRelationshipCode: relation }] }),
    encounter: { serviceTypeCodes: serviceTypes },
  };
}

import { readFileSync } from 'node:fs';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GUESSES } from '../../src/gateway/keys/guess-limit.js';
import { batchRoutes } from '../../src/operations/eligibility-batches/batches.js';
import { StoreError } from '../../src/store/store.js';
import { judgeBy } from '../fuzz/judge.js';
import { answers, BATCHES, type BatchWorld, batchWorld, item, items } from '../support/batches.js';
import { PATIENT } from '../support/eligibility.js';
import { operationsOf, type PlacedOperation, readDocument } from '../support/openapi-document.js';
import { bodyChecker, publishedParameters, publishedStatuses } from './contract.js';

/** Statuses that nothing provokes here: the list only shrinks. */
const LIST = JSON.parse(readFileSync(new URL('./unprovoked-manager.json', import.meta.url), 'utf8'));

const CREATE = 'BatchEligibilityChecks';
const SECRET = 'SECRET-4711';
const NOBODY = '00000000-0000-4000-8000-000000000000';

const check = bodyChecker(batchRoutes, 'manager');
const provoked = new Map<string, Set<number>>();
let world: BatchWorld;
let all: readonly PlacedOperation[];
let judge: ReturnType<typeof judgeBy>;
let trouble: Error | undefined;
let scoped: string;
let batchId: string;
let names = 0;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  world = await batchWorld({
    trouble: () => trouble,
    onEnd: (end) => void ends.push(end),
  });
  const document = await readDocument(world.app);
  // Tables and CORE files are no part of what is published; their own tests ask them.
  const published = new Set(batchRoutes.map(({ operation }) => operation));
  all = operationsOf(document).filter(({ operation }) => published.has(operation.operationId));
  judge = judgeBy(document);
  scoped = await world.key(world.accountId, { name: 'scoped', mode: 'live', scopes: ['core:read'] });
  world.payer = (question) =>
    Buffer.from(question.x12).toString().includes('*MI*SILENT~')
      ? { kind: 'none', failure: 'timed-out', wasSent: true }
      : answers(question);
  const silent = item('silent', { subscriber: { ...PATIENT, memberId: 'SILENT' } });
  const unknown = item('unsent', {
    provider: { organizationName: 'LAKE CLINIC', npi: '1999999984', taxId: '123456789' },
  });
  batchId = await world.submit({ name: 'all-kinds', items: [...items(12), silent, unknown] });
});
afterAll(async () => {
  for (const end of ends) await end();
});

/** Sends, and has the answer judged by our document and the published one. */
async function ask(placed: PlacedOperation, request: InjectOptions): Promise<LightMyRequestResponse> {
  const { operationId } = placed.operation;
  const answer = await world.app.inject({ method: placed.method as 'GET', ...request });
  const { statusCode, headers, body } = answer;
  expect(judge(placed, answer).filter((fault) => !fault.startsWith('is answered 50'))).toEqual([]);
  if (String(headers['content-type']).startsWith('application/json')) {
    expect(check(operationId, statusCode, body)).toEqual([]);
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

const isCreation = ({ operation }: PlacedOperation): boolean => operation.operationId === CREATE;
const isOfBatch = ({ path }: PlacedOperation): boolean => path.includes('{batchId}');

/** A request in which all is right. */
function soundFor(placed: PlacedOperation, authorization = world.liveKey): InjectOptions {
  const url = placed.path.replace('{batchId}', batchId);
  if (!isCreation(placed)) return { url, headers: { authorization } };
  const headers = { authorization, 'content-type': 'application/json' };
  return { url, headers, payload: { name: `batch-${names++}`, items: items(1) } };
}

function placedOf(operation: string): PlacedOperation {
  const placed = all.find((one) => one.operation.operationId === operation);
  if (placed === undefined) throw new Error(`The document has no ${operation}.`);
  return placed;
}

it('operations on batches answer 200 to what they are asked for', () => each(200, (placed) => soundFor(placed)));

it('they show every state and every result as the interface has them', async () => {
  const list = placedOf('GetBatchItems');
  await expect
    .poll(async () => {
      const answer = await ask(list, soundFor(list));
      return answer.json().items.map(({ state }: { state: string }) => state);
    })
    .toEqual([...items(12).map(() => 'COMPLETED'), 'RETRYING', 'COMPLETED']);
  const shown = await ask(placedOf('GetBatch'), soundFor(placedOf('GetBatch')));
  expect(shown.json()).toMatchObject({ totalCount: 14, successCount: 13, inProgressCount: 1, errorCount: 0 });
  const poll = placedOf('BatchEligibilityPolling');
  const first = await ask(poll, { ...soundFor(poll), url: `${poll.path}?batchId=${batchId}` });
  const { items: results, nextPageToken } = first.json();
  expect(results).toHaveLength(10);
  const second = await ask(poll, {
    ...soundFor(poll),
    url: `${poll.path}?batchId=${batchId}&pageToken=${nextPageToken}`,
  });
  expect(second.json().items).toHaveLength(3);
});

it('400 to what they do not know, without repeating it', async () => {
  await each(400, (placed) => {
    const sound = soundFor(placed);
    return isCreation(placed)
      ? { ...sound, payload: { items: items(1), nmae: SECRET } }
      : { ...sound, url: `${sound.url}?nmae=${SECRET}` };
  });
  const create = placedOf(CREATE);
  for (const payload of [{ items: [] }, { items: [SECRET] }, { items: items(1), name: `${SECRET} ` }]) {
    expect((await ask(create, { ...soundFor(create), payload })).statusCode).toBe(400);
  }
});

it('403 to who has no key, a wrong one, one for tests, or one for other things', async () => {
  for (const key of ['', SECRET, world.testKey, scoped]) await each(403, (placed) => soundFor(placed, key));
});

it('404 where there is no such batch, and 414 to too long an address', async () => {
  const instead = (id: string) => (placed: PlacedOperation) =>
    isOfBatch(placed) ? { ...soundFor(placed), url: placed.path.replace('{batchId}', id) } : undefined;
  await each(404, instead(NOBODY));
  await each(414, instead('x'.repeat(5_000)));
});

it('409 to a name that is taken, with the batch that has it', async () => {
  const create = placedOf(CREATE);
  const answer = await ask(create, { ...soundFor(create), payload: { name: 'all-kinds', items: items(1) } });
  expect([answer.statusCode, answer.json().batchId]).toEqual([409, batchId]);
});

it('413 to too much, and 415 to what they cannot unpack', async () => {
  const large = `{"x12":"${'x'.repeat(26_300_000)}"}`;
  await each(413, (placed) => (isCreation(placed) ? { ...soundFor(placed), payload: large } : undefined));
  await each(415, (placed) => {
    const sound = soundFor(placed);
    return isCreation(placed) ? { ...sound, headers: { ...sound.headers, 'content-encoding': 'br' } } : undefined;
  });
});

it('429 to who guesses keys', async () => {
  const remoteAddress = '192.0.2.9';
  for (let guess = 0; guess < GUESSES.most; guess++) {
    const headers = { authorization: `wrong-${guess}` };
    await world.app.inject({ url: `${BATCHES}/batch/${NOBODY}`, headers, remoteAddress });
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

it('they have every parameter of the interface', () => {
  for (const { operation } of all) {
    // Both spellings of pages are understood, and one is shown.
    const names = operation.parameters.map(({ name }) =>
      name.replace(/^page_(.)/, (_, first) => `page${first.toUpperCase()}`),
    );
    const missing = publishedParameters('manager', operation.operationId).filter((name) => !names.includes(name));
    expect([operation.operationId, missing]).toEqual([operation.operationId, []]);
  }
});

it('they answer by every status that is declared or published, but for those on the list, which only shrinks', () => {
  const left: Record<string, readonly number[]> = {};
  for (const { operation } of all) {
    const { operationId, responses } = operation;
    const published = publishedStatuses('manager', operationId) ?? [];
    const statuses = new Set([...Object.keys(responses).map(Number), ...LIST.published, ...published]);
    left[operationId] = [...statuses]
      .filter((status) => provoked.get(operationId)?.has(status) !== true)
      .sort((a, b) => a - b);
  }
  expect(left).toEqual(LIST.statuses);
});

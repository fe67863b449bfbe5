import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUTES } from '../../src/operations/operations.js';
import { judgeBy } from '../fuzz/judge.js';
import { E, type EnrollmentWorld, enrollmentWorld, NEW_PROVIDER } from '../support/enrollments.js';
import { operationsOf, type PlacedOperation, readDocument } from '../support/openapi-document.js';
import { ADMIN_TOKEN } from '../support/test-services.js';
import { bodyChecker, publishedParameters, publishedStatuses } from './contract.js';

/** Nothing provokes them here. 401: a wrong key is 403. 408, 413, 415, 429, 500 and 503 come of the gateway, whose tests have them. */
const OF_THE_GATEWAY = [401, 408, 413, 414, 415, 429, 500, 503, 504];
const NOBODY = '00000000-0000-4000-8000-000000000000';
const SECRET = 'SECRET-4711';

const check = bodyChecker(
  ROUTES.filter(({ family }) => family === 'enrollments'),
  'enrollment',
);
const provoked = new Map<string, Set<number>>();
let world: EnrollmentWorld;
let all: readonly PlacedOperation[];
let judge: ReturnType<typeof judgeBy>;
let scoped: string;
/** What parameters name, by their names. */
let ids: Record<string, string>;
let made = 0;

beforeAll(async () => {
  world = await enrollmentWorld();
  const document = await readDocument(world.app);
  all = operationsOf(document).filter(({ path }) => path.startsWith(`${E}/`));
  judge = judgeBy(document);
  scoped = await world.key(world.accountId, { name: 'scoped', mode: 'live', scopes: ['core:read'] });
  ids = await things();
});
afterAll(() => world.close());

/** A draft with a task of which a document was put, and its provider. */
async function things(): Promise<Record<string, string>> {
  const payload = { ...NEW_PROVIDER, taxId: String(100_000_000 + made++) };
  const providerId: string = (await world.call('POST', `${E}/providers`, { payload })).json().id;
  const { id: enrollmentId } = await world.enroll({ provider: { id: providerId } });
  const fields = [{ key: 'ptan', label: 'PTAN', fieldType: 'TEXT' }];
  const links = [{ label: 'Form', url: 'https://payer.example.com/form.pdf' }];
  const task = await world.call('POST', `/admin/accounts/${world.accountId}/enrollments/${enrollmentId}/tasks`, {
    headers: { authorization: ADMIN_TOKEN },
    payload: { definition: { manualTask: { instructions: 'Tell it.', fields, links } } },
  });
  const taskId: string = task.json().id;
  const upload = { payload: { name: 'form.pdf', taskId } };
  const { documentId, uploadUrl } = (
    await world.call('POST', `${E}/enrollments/${enrollmentId}/documents`, upload)
  ).json();
  await world.call('PUT', new URL(uploadUrl).pathname, { payload: Buffer.from('%PDF-1.7 %%EOF') });
  return { providerId, enrollmentId, taskId, documentId };
}

const BODIES: Readonly<Record<string, () => object>> = {
  CreateProvider: () => ({ ...NEW_PROVIDER, taxId: String(100_000_000 + made++) }),
  UpdateProvider: () => ({ name: 'Lake Clinic' }),
  CreateEnrollment: () => world.asked({ status: 'SUBMITTED' }),
  UpdateEnrollment: () => world.asked({ provider: { id: ids.providerId } }),
  ExportEnrollmentsCsv: () => ({ sources: ['API'] }),
  CreateEnrollmentDocumentUpload: () => ({ name: 'form.pdf', taskId: ids.taskId }),
  UpdateTaskPost: () => ({ responseData: { manualTask: { values: [{ key: 'ptan', value: { text: 'A12345' } }] } } }),
};

async function ask(placed: PlacedOperation, request: InjectOptions): Promise<LightMyRequestResponse> {
  const { operationId } = placed.operation;
  const answer = await world.app.inject({ method: placed.method as 'GET', ...request });
  const { statusCode, body } = answer;
  expect(judge(placed, answer)).toEqual([]);
  expect(check(operationId, statusCode, body)).toEqual([]);
  provoked.set(operationId, (provoked.get(operationId) ?? new Set()).add(statusCode));
  expect(body).not.toContain(SECRET);
  return answer;
}

function soundFor({ path, operation }: PlacedOperation, authorization = world.liveKey, names = ids): InjectOptions {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name);
  const body = BODIES[operation.operationId];
  const headers = { authorization, 'content-type': 'application/json' };
  return body === undefined ? { url, headers: { authorization } } : { url, headers, payload: body() };
}

/** What deletes comes last, and what is in a thing before it. */
const DELETING = ['DeleteEnrollmentDocument', 'DeleteEnrollment', 'DeleteProvider'];
const inOrder = () => {
  const rankOf = ({ operation }: PlacedOperation) => DELETING.indexOf(operation.operationId);
  return [...all].sort((one, other) => rankOf(one) - rankOf(other));
};

it('operations on enrollments answer 403 to who has no key, a wrong one, one for tests, or one for other things', async () => {
  for (const key of ['', SECRET, world.testKey, scoped]) {
    for (const placed of all) expect((await ask(placed, soundFor(placed, key))).statusCode).toBe(403);
  }
});

it('400 to what they do not know, without repeating it', async () => {
  for (const placed of all) {
    const sound = soundFor(placed);
    const { payload } = sound;
    const wrong =
      payload === undefined
        ? { ...sound, url: `${sound.url}?nmae=${SECRET}` }
        : { ...sound, payload: { ...(payload as object), nmae: SECRET } };
    const answer = await ask(placed, wrong);
    expect([placed.operation.operationId, answer.statusCode]).toEqual([placed.operation.operationId, 400]);
  }
});

it('404 where there is no such thing, but for what is deleted without it', async () => {
  const nothing = Object.fromEntries(Object.keys(ids).map((name) => [name, NOBODY]));
  for (const placed of all) {
    if (!placed.path.includes('{')) continue;
    const { operationId } = placed.operation;
    const isIdempotent = ['DeleteEnrollment', 'DeleteProvider'].includes(operationId);
    const answer = await ask(placed, soundFor(placed, world.liveKey, nothing));
    expect([operationId, answer.statusCode]).toEqual([operationId, isIdempotent ? 200 : 404]);
  }
  const create = all.find(({ operation }) => operation.operationId === 'CreateEnrollment') as PlacedOperation;
  const payload = world.asked({ provider: { id: NOBODY } });
  expect((await ask(create, { ...soundFor(create), payload })).statusCode).toBe(404);
});

it('200 to what they are asked for', async () => {
  for (const placed of inOrder()) {
    const { operationId } = placed.operation;
    const answer = await ask(placed, soundFor(placed));
    expect([operationId, answer.statusCode, answer.body]).toEqual([operationId, 200, answer.body]);
  }
});

it('they show every status, and all that an enrollment can have', async () => {
  ids = await things();
  const get = all.find(({ operation }) => operation.operationId === 'GetEnrollment') as PlacedOperation;
  const list = all.find(({ operation }) => operation.operationId === 'ListEnrollments') as PlacedOperation;
  for (const way of [['PROVISIONING'], ['LIVE', 'CANCELED'], ['REJECTED']]) {
    const { id } = await world.enroll({
      ...{ status: 'SUBMITTED', transactions: { claimPayment: { enroll: true } } },
      ...{ aggregationPreference: { npi: '1999999984' }, providerTransactionAccessNumber: 'A12345' },
    });
    for (const status of way) {
      await world.move(id, status, 'It takes its time.');
      const answer = await ask(get, soundFor(get, world.liveKey, { enrollmentId: id }));
      expect(answer.json()).toMatchObject({ status, reason: 'It takes its time.' });
    }
  }
  expect((await ask(get, soundFor(get))).json()).toMatchObject({ tasks: [{}], documents: [{}] });
  const listed = await ask(list, { ...soundFor(list), url: `${list.path}?pageSize=2&sortBy=updatedAt:desc` });
  expect(listed.json().nextPageToken).toEqual(expect.any(String));
});

it('they have every parameter of the interface', () => {
  for (const { operation } of all) {
    const names = operation.parameters.map(({ name }) =>
      name.replace(/^page_(.)/, (_, first) => `page${first.toUpperCase()}`),
    );
    const missing = publishedParameters('enrollment', operation.operationId).filter((name) => !names.includes(name));
    expect([operation.operationId, missing]).toEqual([operation.operationId, []]);
  }
});

it('they answer by every status that is declared or published, but for those of the gateway', () => {
  const left = all.flatMap(({ operation: { operationId, responses } }) => {
    const published = publishedStatuses('enrollment', operationId) ?? [];
    const statuses = new Set([...Object.keys(responses).map(Number), ...published]);
    const missing = [...statuses].filter(
      (status) => !OF_THE_GATEWAY.includes(status) && provoked.get(operationId)?.has(status) !== true,
    );
    return missing.map((status) => `${operationId} ${status}`);
  });
  // Who makes a provider, lists or exports names nothing that could be missing; to delete what is not there is no error.
  expect(left.sort()).toEqual(LEFT);
});

const LEFT: readonly string[] = ['CreateProvider', 'DeleteEnrollment', 'DeleteProvider', 'ExportEnrollmentsCsv']
  .concat(['ListEnrollments', 'ListProviders'])
  .map((operation) => `${operation} 404`);

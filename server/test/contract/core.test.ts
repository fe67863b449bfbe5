import { readFileSync } from 'node:fs';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOfRequest } from '../../src/gateway/idempotency/idempotency-key.js';
import { ROUTES } from '../../src/operations/operations.js';
import { writeEvents } from '../../src/resources/events/rows.js';
import { StoreError } from '../../src/store/store.js';
import { coreAppForFile } from '../support/core-app.js';
import { failingStore } from '../support/failing-store.js';
import { FRAGMENT_GUIDE, FRAGMENT_KEY, PARTNERSHIP, purchaseOrder } from '../support/partner-rows.js';
import { receivedFile } from '../support/received-file.js';
import { markDelivered, markFailed, sendOrders } from '../support/sent-file.js';
import type { TestApp } from '../support/test-app.js';
import { bodyChecker, publishedStatuses } from './contract.js';

const routes = ROUTES.filter(({ family }) => family === 'core');

const LIST = new URL('./unprovoked-statuses.json', import.meta.url);
/** Every operation of the family declares these, beside its success. */
const ERRORS = [400, 401, 403, 404, 409, 422, 429, 500, 503, 504];
/** Documents that the interface shows the addresses of, without naming the operations; and our own dry run. */
const UNPUBLISHED = [
  'GetExecutionFaultInputDocument',
  'GetExecutionFaultInputDocumentUrl',
  'DryRun',
  'CountExecutions',
  'CountTransactions',
];

interface Example {
  readonly method: 'GET' | 'POST';
  /** With ids that the account has. */
  readonly url: string;
  readonly payload?: object;
  readonly success: number;
}

describe('bodies of the EDI platform', () => {
  const check = bodyChecker(routes, 'core');
  const provoked = new Map<string, Set<number>>();
  const published = routes.filter(({ operation }) => !UNPUBLISHED.includes(operation));
  let test: TestApp;
  let examples: Readonly<Record<string, Example>>;
  let trouble: Error | undefined;

  afterAll(() => test.close());
  beforeAll(async () => {
    test = await coreAppForFile(({ store }) => ({ store: failingStore(store, () => trouble) }));
    examples = await examplesFor(test);
  });

  const send = (example: Example, headers: Record<string, string> = {}, url = example.url) =>
    test.app.inject({
      method: example.method,
      url: `/2023-08-01${url}`,
      headers: { authorization: test.liveKey, ...headers },
      ...(example.payload === undefined ? {} : { payload: example.payload }),
    });

  const examine = (operation: string, answer: LightMyRequestResponse): number => {
    expect(check(operation, answer.statusCode, answer.body)).toEqual([]);
    const statuses = provoked.get(operation) ?? new Set();
    provoked.set(operation, statuses.add(answer.statusCode));
    return answer.statusCode;
  };
  const each = async (work: (operation: string, example: Example) => Promise<void>): Promise<void> => {
    for (const { operation } of published) {
      const example = examples[operation];
      if (example === undefined) throw new Error(`There is no example of ${operation}.`);
      await work(operation, example);
    }
  };
  const isIdempotent = (operation: string) =>
    routes.find((route) => route.operation === operation)?.idempotent === true;

  it('are right when nobody may ask, when it is another account, and when it is nonsense', async () => {
    const other = await test.account('Other');
    await each(async (operation, example) => {
      expect([operation, examine(operation, await send(example, { authorization: '' }))]).toEqual([operation, 403]);
      const parts = example.url.split('/');
      const nonsense = parts.length > 2 && operation !== 'RetryExecutions' && !operation.startsWith('ListPolling');
      const url = nonsense
        ? example.url.replace(/[^/]{15,}|north_buyer|group-\w+/, 'x'.repeat(4000))
        : `${example.url}?pageSize=0`;
      const wrong = operation === 'RetryExecutions' ? { ...example, payload: {} } : example;
      expect([
        operation,
        examine(operation, await send(wrong, {}, operation === 'RetryExecutions' ? example.url : url)),
      ]).toEqual([operation, 400]);
      if (!example.url.includes('/', 1) || operation.startsWith('ListPolling')) return;
      if (operation === 'CreateOutboundFragment') {
        const unmapped = { ...example, payload: { ...example.payload, mappingId: 'NOWHERE' } };
        expect(examine(operation, await send(unmapped))).toBe(404);
      }
      const foreign = await send(example, { authorization: other.liveKey });
      const status = examine(operation, foreign);
      expect([operation, status]).toEqual([operation, operation === 'CreateOutboundFragment' ? 400 : 404]);
    });
  });

  it('are right when the store cannot be reached, or something breaks', async () => {
    for (const [error, expected] of [
      [new StoreError('unavailable', 'The database cannot be reached.'), 503],
      [new Error('Something with a SECRET.'), 500],
    ] as const) {
      await each(async (operation, example) => {
        trouble = error;
        const answer = await send(example);
        trouble = undefined;
        expect([operation, examine(operation, answer)]).toEqual([operation, expected]);
        expect(answer.body).not.toContain('SECRET');
      });
    }
  });

  it('are right when a request is repeated too early, or is another', async () => {
    await each(async (operation, example) => {
      if (!isIdempotent(operation)) return;
      const key = `contract-${operation}`;
      const body = Buffer.from(example.payload === undefined ? '' : JSON.stringify(example.payload));
      const hash = hashOfRequest(example.method, `/2023-08-01${example.url}`, body);
      const now = test.clock.now();
      await test.queries((queries) =>
        queries
          .insert('idempotency', {
            key: `live:${key}`,
            request_hash: hash,
            owner: test.services.processId,
            lease: 1,
            lease_until: now + 20_000,
            status: null,
            headers: null,
            body: null,
            created_at: now,
          })
          .execute(),
      );
      expect([operation, examine(operation, await send(example, { 'idempotency-key': key }))]).toEqual([
        operation,
        409,
      ]);
      const other = { ...example, payload: { ...example.payload, more: 1 } };
      expect([operation, examine(operation, await send(other, { 'idempotency-key': key }))]).toEqual([operation, 422]);
    });
  });

  it('are right when it succeeds', async () => {
    await each(async (operation, example) => {
      const status = examine(operation, await send(example));
      expect([operation, status]).toEqual([operation, example.success]);
    });
  });

  it('exist for every status but those on the list, which only shrinks', () => {
    const left: Record<string, number[]> = {};
    for (const { operation } of published) {
      const successes = Object.keys(routes.find((route) => route.operation === operation)?.schemas.response ?? {});
      const declared = [...successes.map(Number), ...ERRORS];
      const statuses = publishedStatuses('core', operation);
      if (statuses !== undefined) expect([operation, new Set(statuses)]).toEqual([operation, new Set(declared)]);
      const missing = declared.filter((status) => provoked.get(operation)?.has(status) !== true);
      if (missing.length > 0) left[operation] = missing;
    }
    const listed = JSON.parse(readFileSync(LIST, 'utf8'));
    expect(left).toEqual(listed.statuses);
  });
});

/** A request of each operation that would succeed. */
async function examplesFor(test: TestApp): Promise<Readonly<Record<string, Example>>> {
  const delivered = await sendOrders(test, ['A', 'B'], test.liveKey);
  const failed = await sendOrders(test, ['C'], test.liveKey);
  await markDelivered(test, delivered);
  await markFailed(test, failed);
  const waiting = await sendOrders(test, ['D'], test.liveKey);
  const received = await receivedFile(test, delivered);
  const { executionId } = failed;
  await test.queries(async (queries) => {
    const fault = { code: 'DELIVERY_FAILURE', message: 'Not reached.', detail: '{}', created_at: 6 };
    await queries.insert('faults', { id: 'f1', execution_id: executionId, ...fault }).execute();
    const event = {
      type: 'file.failed.v2',
      mode: 'production',
      resourceKind: 'execution',
      resourceId: executionId,
    } as const;
    await writeEvents(test.services, queries, [{ ...event, detail: '{}', at: 1 }]);
  });
  const [event] = await test.queries((queries) => queries.from('events').select('id').execute());
  const get = (url: string, success: number): Example => ({ method: 'GET', url, success });
  const post = (url: string, payload: object, success: number): Example => ({ method: 'POST', url, payload, success });
  const transaction = `/transactions/${delivered.transactionIds[0]}`;
  const attachment = `/transactions/${received.transactionId}/attachment/${received.attachmentId}`;
  const part = `/transactions/${received.transactionId}/fragments/0`;
  const execution = `/executions/${executionId}`;
  const order = purchaseOrder('E');
  const group = `/partnerships/${PARTNERSHIP}/transaction-groups/group-contract`;
  const start = '?startDateTime=2026-01-01T00:00:00Z';
  const fragment = { [FRAGMENT_KEY]: order.detail[FRAGMENT_KEY] };
  const groups = [{ transactionSettingId: 'po', transactions: [order] }];
  await test.call('POST', `/2023-08-01${group}/transactions/po`, { payload: { transaction: order } });
  return {
    GenerateEdi: post(`/x12/partnerships/${PARTNERSHIP}/generate-edi`, { transactionGroups: groups }, 200),
    CreatePartnershipOutboundTransaction: post(
      `/partnerships/${PARTNERSHIP}/transactions/po`,
      { transaction: order },
      200,
    ),
    CreateTransactionGroup: post(`${group}/transactions/po`, { transaction: order }, 201),
    GenerateTransactionGroupEdi: post(`${group}/generate-edi`, {}, 200),
    CreateOutboundFragment: post('/fragments/group-fragments', { guideId: FRAGMENT_GUIDE, fragment }, 201),
    ListTransactions: get('/transactions', 200),
    GetTransaction: get(transaction, 200),
    GetTransactionInputDocument: get(`${transaction}/input`, 302),
    GetTransactionInputDocumentUrl: get(`${transaction}/input-url`, 200),
    GetTransactionOutputDocument: get(`${transaction}/output`, 302),
    GetTransactionOutputDocumentUrl: get(`${transaction}/output-url`, 200),
    GetTransactionAttachmentDocument: get(attachment, 302),
    GetTransactionAttachmentDocumentUrl: get(`${attachment}/url`, 200),
    GetTransactionFragment: get(part, 200),
    GetTransactionFragmentOutputDocument: get(`${part}/output`, 302),
    GetTransactionFragmentOutputDocumentUrl: get(`${part}/output-url`, 200),
    ListExecutions: get('/executions', 200),
    RetryExecutions: post('/executions/retry', { condition: { executionIds: [executionId] } }, 200),
    RedeliverExecution: { method: 'POST', url: `/executions/${delivered.executionId}/redeliver`, success: 200 },
    IgnoreExecution: { method: 'POST', url: `/executions/${waiting.executionId}/ignore`, success: 200 },
    GetExecution: get(execution, 200),
    ListExecutionFaults: get(`${execution}/faults`, 200),
    ListExecutionTransactions: get(`${execution}/transactions`, 200),
    GetExecutionInputDocument: get(`${execution}/input`, 302),
    GetExecutionInputDocumentUrl: get(`${execution}/input-url`, 200),
    GetExecutionOutputDocument: get(`${execution}/output`, 302),
    GetExecutionOutputDocumentUrl: get(`${execution}/output-url`, 200),
    GetExecutionMetadataDocument: get(`${execution}/metadata`, 302),
    GetExecutionMetadataDocumentUrl: get(`${execution}/metadata-url`, 200),
    ListPollingTransactions: get(`/polling/transactions${start}`, 200),
    ListPollingExecutions: get(`/polling/executions${start}`, 200),
    RetryEvent: { method: 'POST', url: `/events/${event?.id}/retry`, success: 200 },
  };
}

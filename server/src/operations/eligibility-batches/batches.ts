import { eligibilityRequestSchema, eligibilityResponseSchema } from 'ediloom/eligibility';
import Type, { type Static } from 'typebox';
import { instantOf, isoTime } from '../../clock.js';
import { judgeItems } from '../../exchange/eligibility-batches/judge-items.js';
import { prepareBatch } from '../../exchange/eligibility-batches/submit-batch.js';
import { writtenResults } from '../../exchange/eligibility-batches/written-results.js';
import type { AnyRoute } from '../../gateway/route.js';
import { contentOf } from '../../resources/eligibility-batches/columns.js';
import { listItems } from '../../resources/eligibility-batches/list-items.js';
import { pollItems } from '../../resources/eligibility-batches/poll-items.js';
import { batchNames, findBatch } from '../../resources/eligibility-batches/rows.js';
import {
  Batch,
  BatchId,
  BatchItem,
  BatchItemResultName,
  BatchItemStateName,
  BatchName,
  BatchRetryHours,
  NameTaken,
} from '../../resources/eligibility-batches/schemas.js';
import { showItem } from '../../resources/eligibility-batches/shown.js';
import { traceIdsOf } from '../../resources/eligibility-checks/rows.js';
import { checkOf } from '../../schemas/check-shape.js';
import { LargePageToken, PageOf } from '../../schemas/pages.js';
import { closed, instant } from '../../schemas/shapes.js';
import { mapPage } from '../../store/page.js';
import { describedSchema } from '../healthcare/described-schema.js';
import { ANSWER_TEXTS, REQUEST_TEXTS } from '../healthcare/eligibility-texts.js';
import { listRoute, route } from '../route.js';
import { shownBatch } from './shown-batch.js';

/** Ten thousand requests with all that one may have. */
const MOST_BYTES = 25 * 1024 * 1024;
const MOST_ITEMS = 10_000;

const COMMON = { family: 'eligibility-batches', keys: 'live' } as const;
const BatchParams = Type.Object({ batchId: BatchId });
const AUDIT = { objectKind: 'eligibility-batch', objectParam: 'batchId' } as const;

/** As the engine judges it, with an id of the sender's. */
const Request = Type.Unsafe<object>(
  describedSchema(eligibilityRequestSchema, 'EligibilityBatchRequest', {
    ...REQUEST_TEXTS,
    '': 'A check, as EligibilityCheck takes it, with a `submitterTransactionIdentifier` by which its result is known again.',
  }),
);

const submission = <Items extends Type.TSchema>(items: Items) =>
  Type.Object(
    {
      items: Type.Array(items, { minItems: 1, maxItems: MOST_ITEMS, description: 'The checks.' }),
      name: Type.Optional(BatchName),
      maxRetryHours: Type.Optional(BatchRetryHours),
    },
    { ...closed, title: 'EligibilityBatchRequests', description: 'Checks to be made as payers have time for them.' },
  );
const Envelope = submission(Type.Unknown());
const checkEnvelope = checkOf(Envelope, { kind: 'body', name: 'body' });

const createBatchRoute = route({
  ...COMMON,
  operation: 'BatchEligibilityChecks',
  method: 'POST',
  path: '/eligibility-manager/batch-eligibility',
  summary: 'Send up to ten thousand eligibility checks, and wait for none of them',
  description:
    'Each check is made as EligibilityCheck makes it, behind those that somebody waits for, and asked again for `maxRetryHours` while its payer cannot be reached or does not answer. One that cannot be sent as it is refuses the batch, with the place of each. Where a name was used before, the 409 has the `batchId` of that batch: give a batch a name of your own, and after a time-out send it again safely.',
  bodyLimit: MOST_BYTES,
  judgesBody: true,
  problems: ['conflict'],
  refusals: { 409: NameTaken },
  audit: { action: 'create', objectKind: 'eligibility-batch' },
  schemas: {
    body: submission(Request),
    response: {
      200: Type.Object(
        { batchId: BatchId, submittedAt: instant('When it was handed in.') },
        { title: 'SubmittedEligibilityBatch', description: 'A batch that is stored: its checks will be made.' },
      ),
    },
  },
  handle: async (call) => {
    checkEnvelope(call.body);
    const { services, caller, origin } = call;
    const { items, ...given } = call.body as Static<typeof Envelope>;
    const judged = await judgeItems(services, caller.accountId, { items, origin });
    const batch = await prepareBatch(call, { ...given, origin, items: judged });
    return call.commit(async (queries) => {
      await batch.commit(queries);
      return { body: { batchId: batch.id, submittedAt: isoTime(batch.createdAt) }, objectId: batch.id };
    });
  },
});

const getBatchRoute = route({
  ...COMMON,
  operation: 'GetBatch',
  method: 'GET',
  path: '/eligibility-manager/batch/:batchId',
  summary: 'Find out how far a batch is',
  description: 'As soon as `successCount` or `errorCount` is above zero there are results to be polled.',
  audit: { action: 'read', ...AUDIT },
  schemas: { params: BatchParams, response: { 200: Batch } },
  handle: async (call) => ({
    body: shownBatch(call, await call.read((queries) => findBatch(queries, call.params.batchId))),
  }),
});

const listItemsRoute = listRoute({
  ...COMMON,
  operation: 'GetBatchItems',
  method: 'GET',
  path: '/eligibility-manager/batch/:batchId/items',
  summary: 'List the checks of a batch, in their order',
  paged: { defaultSize: 100, maxSize: 1_000 },
  audit: { action: 'list', ...AUDIT },
  schemas: {
    params: BatchParams,
    query: Type.Object({
      state: Type.Optional(
        Type.Array(BatchItemStateName, { description: 'Those in these states; may be given several times.' }),
      ),
      eligibilityCheckResult: Type.Optional(
        Type.Array(BatchItemResultName, { description: 'Those that came to this; may be given several times.' }),
      ),
    }),
    response: { 200: PageOf(BatchItem, LargePageToken) },
  },
  list: async (call) => {
    const { services, query, params, page } = call;
    const { rows, traces } = await call.read(async (queries) => {
      await findBatch(queries, params.batchId);
      const filters = { states: query.state, results: query.eligibilityCheckResult };
      const rows = await listItems(queries, params.batchId, filters, page);
      const checks = rows.items.flatMap(({ check_id }) => check_id ?? []);
      return { rows, traces: await traceIdsOf(queries, checks) };
    });
    return mapPage(rows, (row) =>
      showItem(row, { content: contentOf(services.sealedColumns, row), traceId: traces.get(row.check_id ?? '') }),
    );
  },
});

const Result = Type.Unsafe<object>(
  describedSchema(withBatch(eligibilityResponseSchema), 'EligibilityBatchResult', {
    ...ANSWER_TEXTS,
    '': 'What came of a check of a batch: as EligibilityCheck answers it.',
    batchId: 'Id of its batch.',
    batchName: 'Name of its batch.',
    submitterTransactionIdentifier: 'As it was handed in.',
  }),
);

/** The engine's schema of an answer, and what a batch knows beside. */
function withBatch(schema: object): object {
  // It is one of an object.
  const { properties, ...rest } = schema as { readonly properties: object };
  const text = { type: 'string' };
  return {
    ...rest,
    properties: { batchId: text, batchName: text, submitterTransactionIdentifier: text, ...properties },
  };
}

const { items, nextPageToken, next_page_token } = PageOf(Result, LargePageToken).properties;
const PolledResults = Type.Object(
  {
    ...{ items, nextPageToken, next_page_token },
    resumeToken: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'Send it as pageToken later: what has become known since this page, and nothing else.',
    }),
  },
  { title: 'EligibilityBatchResultPage', description: 'Results in the order in which they became known.' },
);

const pollRoute = listRoute({
  ...COMMON,
  operation: 'BatchEligibilityPolling',
  method: 'GET',
  path: '/eligibility-manager/polling/batch-eligibility',
  summary: 'Get results of batches, in the order in which they became known',
  description:
    'With `nextPageToken` the next page is there already. Without one all is read that there was: send `resumeToken` as `pageToken` the next time, and no result is missed or comes twice. A page may have fewer results than were asked for; one of more than 20 is packed by gzip.',
  paged: { defaultSize: 10, maxSize: 200, firstPage: ['startDateTime'], packedAbove: 20 },
  audit: { action: 'list', objectKind: 'eligibility-batch' },
  schemas: {
    query: Type.Object({
      batchId: Type.Optional(BatchId),
      startDateTime: Type.Optional(
        instant('Of a first page: results of checks that were over later. Some of the minute before may come, too.'),
      ),
    }),
    response: { 200: PolledResults },
  },
  list: async (call) => {
    const { services, query, page } = call;
    const { batchId, startDateTime } = query;
    const { polled, names } = await call.read(async (queries) => {
      if (batchId !== undefined) await findBatch(queries, batchId);
      const since = startDateTime === undefined ? undefined : instantOf(startDateTime);
      const found = await pollItems(queries, { page, batchId, since });
      const ids = found.items.map(({ item }) => item.batch_id);
      return { polled: found, names: await batchNames(queries, ids) };
    });
    const { items, cutAfter } = await writtenResults(services, polled.items, names);
    const resume = cutAfter ?? polled.end;
    const hasMore = cutAfter !== undefined || polled.hasMore;
    return { writtenItems: [...items.values()], resume, ...(hasMore ? { next: resume } : {}) };
  },
});

/** Checks that nobody waits for. */
export const batchRoutes: readonly AnyRoute[] = [createBatchRoute, getBatchRoute, listItemsRoute, pollRoute];

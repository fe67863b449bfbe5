import { setTimeout as sleep } from 'node:timers/promises';
import { loadGuide } from 'ediloom/guides';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/operations/operations.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import { checkPublished } from '../../src/resources/guides/check-published.js';
import { createGuideLibrary } from '../../src/resources/guides/create-guide-library.js';
import { createCustomerCode } from '../../src/worker/create-customer-code.js';
import { FRAGMENT_GUIDE, PARTNERSHIP, partnerRows, purchaseOrder } from '../support/partner-rows.js';
import { openTestStore } from '../support/store-factory.js';
import { type TestApp, testApp } from '../support/test-app.js';

const GUIDES = '/2022-03-09/guides';
const GENERATE = `/2023-08-01/x12/partnerships/${PARTNERSHIP}/generate-edi`;
const DRY_RUN = '/2023-08-01/dry-run';
const BEG03 =
  'properties/heading/properties/beginning_segment_for_purchase_order_BEG/properties/purchase_order_number_03';
const PO107 =
  'properties/detail/properties/baseline_item_data_PO1_loop/items/properties/baseline_item_data_PO1/properties/product_service_id_07';

/** Longest that the server may be deaf: a liveness probe kills a process after some such time. */
const DEAF_MS = 5_000;
const PROBE_MS = 5;

let test: TestApp;
let closeStore: () => Promise<void>;

beforeAll(async () => {
  const { store, close } = await openTestStore();
  closeStore = close;
  test = await testApp(
    ROUTES.filter(({ family }) => family === 'core' || family === 'guides'),
    {
      store,
      parts: ({ clock, heavyTurns }) => ({
        guides: createGuideLibrary({ clock, store, heavyTurns }),
        controlNumbers: createControlNumberTable({ store, clock }),
        customerCode: createCustomerCode({ clock, workers: 2 }),
      }),
    },
  );
  const guide = await loadGuide('850-004010');
  await test.queries((queries) => partnerRows(queries, guide));
});

afterAll(async () => {
  await test.services.customerCode.close();
  await test.close();
  await closeStore();
});

function at(path: string, value: unknown): object {
  return Object(path.split('/').reduceRight((inner: unknown, key) => ({ [key]: inner }), value));
}

function overlay(path: string, value: unknown, rules: readonly object[] = []): object {
  return { overlay: 'mine', base: '850-004010', patch: at(path, value), rules };
}

const create = (definition: object) => test.call('POST', GUIDES, { payload: { definition } });

/** Publishes an overlay and has a setting use it. */
async function use(definition: object, setting = 'po'): Promise<void> {
  const made = await create(definition);
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json();
  expect((await test.call('PUT', `${GUIDES}/${id}/publish`)).statusCode).toBe(200);
  await setGuide(id.slice(5), setting);
}

async function setGuide(id: string, setting = 'po'): Promise<void> {
  await test.queries((queries) =>
    queries.update('transaction_settings').set({ guide_id: id }).where('id', '=', setting).execute(),
  );
}

const bodyOf = (transaction: object) => ({
  transactionGroups: [{ transactionSettingId: 'po', transactions: [transaction] }],
});
const generate = (transaction: object) => test.call('POST', GENERATE, { payload: bodyOf(transaction) });
const dryRun = (transaction: object) =>
  test.call('POST', DRY_RUN, { payload: { partnershipId: PARTNERSHIP, ...bodyOf(transaction) } });

/** Runs work, and asks all the while whether the server lives. @returns what came of the work, and the longest silence. */
async function watched<Result>(
  work: Promise<Result>,
): Promise<{ readonly result: Result; readonly longestMs: number }> {
  let [ended, longestMs] = [false, 0];
  const all = work.finally(() => {
    ended = true;
  });
  while (!ended) {
    const began = performance.now();
    expect((await test.app.inject('/health/live')).statusCode).toBe(200);
    // Not at every turn: asking would take more of the machine than the work.
    await sleep(PROBE_MS);
    longestMs = Math.max(longestMs, performance.now() - began);
  }
  return { result: await all, longestMs };
}

/** Rules without a pattern that every order line is held to, and meets. */
const lineRules = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, n) => ({
    at: 'PO1/PO1',
    rule: { id: `r${n}`, then: { path: '01', must: 'notBeOneOf', values: [`X${n}`] } },
  }));

const CATASTROPHIC = ['^(([A-Z0-9]+)+)+$', '^(A|AA)+$', '^(A|A?)+$', '(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)[^!]$'];

describe('guides that mean harm', () => {
  it.each(CATASTROPHIC)('answer at once, whatever stands in the element: %s', async (pattern) => {
    const { longestMs } = await watched(
      (async () => {
        // Both ways to say it are one.
        for (const said of [{ pattern }, { x12: { pattern } }]) {
          await use(overlay(BEG03, said));
          for (const length of [21, 264]) {
            const order = purchaseOrder(`${'A'.repeat(length)}!`);
            const answer = await generate(order);
            expect(answer.statusCode).toBe(400);
            expect(answer.json().errors).toContainEqual(expect.objectContaining({ reason: 'element-pattern' }));
            expect((await dryRun(order)).json().valid).toBe(false);
          }
        }
      })(),
    );
    expect(longestMs).toBeLessThan(DEAF_MS);
  });

  it('answer at once for files that come in, too', async () => {
    await setGuide('850-004010');
    const sent = (await generate(purchaseOrder('INCOMING'))).json().edi;
    const [ours, theirs] = ['ZZ*NORTH          ', 'ZZ*BUYER          '];
    const incoming = sent.replace(`${ours}*${theirs}`, `${theirs}*${ours}`).replace('INCOMING', `${'A'.repeat(264)}!`);
    await use(overlay(BEG03, { pattern: CATASTROPHIC[0] }), 'in-po');
    const headers = { 'content-type': 'application/edi-x12' };
    const { result, longestMs } = await watched(test.call('POST', DRY_RUN, { payload: incoming, headers }));
    expect(result.statusCode).toBe(200);
    const [{ findings }] = result.json().interchanges;
    expect(findings).toContainEqual(expect.objectContaining({ reason: 'element-pattern' }));
    expect(longestMs).toBeLessThan(DEAF_MS);
  });

  it.each([
    ['look-ahead', '^(?=A).*$', /look-ahead/],
    ['a back reference', '^(A+)\\1$', /back reference/],
    ['counts that multiply', '^(a{1000}){1000}$', /steps/],
    ['a huge one', `^${'(a|b)'.repeat(10_000)}$`, /longer than/],
    ['what is none', '(', /no regular expression|character/],
  ])('are refused for %s, with the place in the overlay', async (_name, pattern, message) => {
    const { result, longestMs } = await watched(create(overlay(BEG03, { x12: { pattern } })));
    expect(result.statusCode).toBe(400);
    const { code, errors } = result.json();
    expect(code).toBe('GUIDE_INVALID');
    expect(errors).toContainEqual(
      expect.objectContaining({
        path: `/definition/patch/${BEG03}/x12/pattern`,
        message: expect.stringMatching(message),
      }),
    );
    expect(longestMs).toBeLessThan(DEAF_MS);
    const rule = { id: 'mine', then: { path: '03', must: 'match', pattern } };
    const ruled = await create(overlay('title', 'Mine', [{ at: 'BEG', rule }]));
    expect(ruled.json().errors).toContainEqual(
      expect.objectContaining({ path: '/definition/rules/0/rule/then/pattern' }),
    );
  });

  it('are refused for thousands of patterns', async () => {
    const rules = Array.from({ length: 2_000 }, (_, n) => ({
      at: 'BEG',
      rule: { id: `r${n}`, then: { path: '03', must: 'match', pattern: `^(([A-Z0-9]+)+)+${n}$` } },
    }));
    const { result, longestMs } = await watched(create(overlay('title', 'Mine', rules)));
    expect(result.statusCode).toBe(400);
    const message = expect.stringContaining('at most 1000 different patterns');
    expect(result.json().errors).toContainEqual(expect.objectContaining({ message }));
    expect(longestMs).toBeLessThan(DEAF_MS);
  });

  it('use up the time of their own account, and then wait for it', async () => {
    // Of these a linear engine learns nothing that it could use again: it is thousands of times as slow as usual.
    await use(overlay(PO107, { x12: { pattern: '^[AB]*A[AB]{40}[^AB]' } }));
    const order = purchaseOrder('LONG', 400);
    let seed = 7;
    const random = (): string => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed > 1_073_741_824 ? 'A' : 'B';
    };
    for (const { baseline_item_data_PO1 } of order.detail.baseline_item_data_PO1_loop) {
      const product_service_id_07 = Array.from({ length: 8_000 }, random).join('');
      Object.assign(baseline_item_data_PO1, { product_service_id_qualifier_06: 'VP', product_service_id_07 });
    }
    const { result, longestMs } = await watched(generate(order));
    expect([result.statusCode, result.json().code]).toEqual([429, 'GUIDES_TOO_SLOW']);
    expect(result.headers['retry-after']).toBeDefined();
    expect(longestMs).toBeLessThan(DEAF_MS);
    await setGuide('850-004010');
    expect((await generate(purchaseOrder('NEXT'))).statusCode).toBe(200);
  });

  it('are refused for thousands of rules, at the one that is too many', async () => {
    const { result, longestMs } = await watched(create(overlay('title', 'Mine', lineRules(5_000))));
    expect(result.statusCode).toBe(400);
    expect(result.json().errors).toEqual([
      expect.objectContaining({
        path: '/definition/rules/1000/rule',
        message: expect.stringContaining('at most 1000 rules'),
      }),
    ]);
    expect(longestMs).toBeLessThan(DEAF_MS);
  });

  it('use up the time of their own account with many rules at many segments, too', async () => {
    await use(overlay('title', 'Mine', lineRules(1_000)));
    const { result, longestMs } = await watched(generate(purchaseOrder('MANY', 10_000)));
    expect([result.statusCode, result.json().code]).toEqual([429, 'GUIDES_TOO_SLOW']);
    expect(longestMs).toBeLessThan(DEAF_MS);
    await setGuide('850-004010');
    expect((await generate(purchaseOrder('NEXT'))).statusCode).toBe(200);
  });

  it('that were published before are told, named at the start, and never run', async () => {
    const guide = JSON.stringify(await loadGuide('850-004010')).replace(
      '"x12":{"element":"324"',
      '"x12":{"pattern":"^(?=((A+)+)+$)","element":"324"',
    );
    await test.queries((queries) =>
      queries.update('guides').set({ live: guide, published_at: 2 }).where('id', '=', FRAGMENT_GUIDE).execute(),
    );
    await setGuide(FRAGMENT_GUIDE);
    const order = purchaseOrder(`${'A'.repeat(40)}!`);
    const { result, longestMs } = await watched(generate(order));
    expect(result.statusCode).toBe(400);
    expect(result.json()).toMatchObject({
      code: 'GUIDE_REFUSED',
      message: expect.stringContaining(`LIVE_${FRAGMENT_GUIDE}`),
      errors: [{ message: expect.stringContaining('look-ahead') }],
    });
    expect((await dryRun(order)).json().code).toBe('GUIDE_REFUSED');
    expect(longestMs).toBeLessThan(DEAF_MS);
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    // The second start knows which to look at.
    for (let start = 1; start <= 2; start++) {
      const { signal } = new AbortController();
      expect(await checkPublished({ ...test.services, log }, signal)).toEqual([FRAGMENT_GUIDE]);
      expect(lines).toHaveLength(start);
      expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ guide: FRAGMENT_GUIDE });
    }
    await test.queries((queries) => queries.delete('guides').where('id', '=', FRAGMENT_GUIDE).execute());
    expect(await checkPublished({ ...test.services, log }, new AbortController().signal)).toEqual([]);
  });
});

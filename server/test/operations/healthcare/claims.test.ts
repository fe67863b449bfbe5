import type { ClaimType } from 'ediloom/claims';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServingRoute } from '../../../src/exchange/payer-routes/payer-exchange.js';
import { claimRoutes } from '../../../src/operations/healthcare/claims.js';
import { createControlNumberTable } from '../../../src/resources/control-numbers/create-control-number-table.js';
import { CLAIM_PATHS, CLAIM_TYPES, CLAIMS, TAKES_CLAIMS } from '../../support/claims.js';
import { fakeExchange, insertPayers, ROUTE } from '../../support/eligibility.js';
import { type TestApp, testApp } from '../../support/test-app.js';

let app: TestApp;
let routes: readonly ServingRoute[];
/** Whatever is asked of a payer. */
let left: number;

beforeEach(async () => {
  routes = [];
  left = 0;
  app = await testApp(claimRoutes, {
    parts: ({ store, clock }) => ({
      controlNumbers: createControlNumberTable({ store, clock }),
      payerExchange: {
        ...fakeExchange([], () => {
          left++;
          return { kind: 'none', failure: 'not-reached', wasSent: false };
        }),
        serving: async () => routes,
      },
    }),
  });
  // Behind the dates of the samples.
  app.clock.advance(Date.parse('2026-06-01T12:00:00Z') - app.clock.now());
  await insertPayers(app.services.store, [
    { id: 'LAKES', primary: '99901', takes: TAKES_CLAIMS },
    { id: 'HILLS', primary: '99904', takes: TAKES_CLAIMS },
  ]);
});

afterEach(() => app.close());

type Form = 'json' | 'raw';
const FORMS: readonly Form[] = ['json', 'raw'];
const EACH = CLAIM_TYPES.flatMap((type) => FORMS.map((form) => [type, form] as const));

function bodyOf(type: ClaimType, form: Form, change: object = {}): object {
  const { request, x12 } = CLAIMS[type];
  return form === 'json' ? { ...request, ...change } : { x12 };
}

const submit = (
  type: ClaimType,
  form: Form,
  payload: object = bodyOf(type, form),
  headers: Record<string, string> = {},
) => app.call('POST', CLAIM_PATHS[type][form], { payload, headers });

const claims = () => app.queries((queries) => queries.from('claims').selectAll().orderBy('id').execute());

it.each(EACH)('a %s claim as %s is taken in, answered and kept', async (type, form) => {
  const answer = await submit(type, form);
  const body = answer.json();
  expect([answer.statusCode, body.errors, body.message]).toEqual([200, undefined, undefined]);
  const [row] = await claims();
  const number = type === 'institutional' ? 'rhClaimNumber' : 'rhclaimNumber';
  expect(body).toMatchObject({
    status: 'SUCCESS',
    httpStatusCode: '200 OK',
    claimReference: { correlationId: row?.id, [number]: row?.id, formatVersion: '5010' },
    meta: { applicationMode: 'test' },
  });
  expect(body.x12).toContain(`~REF*D9*${row?.id}~`);
  expect(body.x12).toMatch(/~STC\*A1:20\*20260601\*WQ\*/);
  expect(row).toMatchObject({ type, mode: 'test', state: 'RECEIVED', route_id: null, answer_index: null });
  expect(body.claimReference.serviceLines).toHaveLength(Number(row?.line_count));
  expect(left).toBe(0);
});

import { readFileSync } from 'node:fs';
import type { ClaimType } from 'ediloom/claims';
import type { LightMyRequestResponse } from 'fastify';
import type { ServingRoute } from '../../src/exchange/payer-routes/payer-exchange.js';
import type { Services } from '../../src/exchange/services.js';
import { artifactsOfClaim } from '../../src/objects/artifact-rows.js';
import { claimRoutes } from '../../src/operations/healthcare/claims.js';
import { storedClaimRoutes } from '../../src/operations/healthcare/stored-claims.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import type { Claims } from '../../src/store/claim-tables.js';
import { fakeExchange, insertPayers, ROUTE } from './eligibility.js';
import { type TestApp, testApp } from './test-app.js';

const FOLDER = new URL('../../../fixtures/claims/', import.meta.url);

/** A claim in both spellings, of nobody. */
export interface SampleClaim {
  readonly request: Readonly<Record<string, unknown>>;
  readonly x12: string;
}

function sample(name: string): SampleClaim {
  const text = (ending: string): string => readFileSync(new URL(`${name}.${ending}`, FOLDER), 'utf8');
  return { request: JSON.parse(text('json')), x12: text('edi') };
}

/** One of each type. */
export const CLAIMS: Readonly<Record<ClaimType, SampleClaim>> = {
  professional: sample('p1-subscriber'),
  institutional: sample('i1-inpatient'),
  dental: sample('d1-crown'),
};

export const CLAIM_TYPES: readonly ClaimType[] = ['professional', 'institutional', 'dental'];

const BASE = '/2024-04-01';

/** Where claims of a type are handed in, as JSON and as X12. */
export const CLAIM_PATHS: Readonly<Record<ClaimType, { readonly json: string; readonly raw: string }>> = {
  professional: pathsOf('/change/medicalnetwork/professionalclaims/v3'),
  institutional: pathsOf('/change/medicalnetwork/institutionalclaims/v1'),
  dental: pathsOf('/dental-claims'),
};

function pathsOf(path: string) {
  return { json: `${BASE}${path}/submission`, raw: `${BASE}${path}/raw-x12-submission` };
}

/** Transactions of payers that take all claims. */
export const TAKES_CLAIMS = [
  ...['professionalClaimSubmission', 'institutionalClaimSubmission', 'dentalClaimSubmission'],
];

type Form = 'json' | 'raw';
/** Each type in each spelling. */
export const EACH_CLAIM = CLAIM_TYPES.flatMap((type) =>
  (['json', 'raw'] as const).map((form) => [type, form] as const),
);

/** A route that has all claims of a payer. */
export const CLAIM_ROUTE: ServingRoute = {
  ...ROUTE,
  routeId: '0197a000-0000-7000-8000-000000000001',
  claims: { submitterId: 'OURSUB', receiverId: 'GATEWAY1' },
};

/** A server that takes claims, whose payers are asked for nothing. */
export interface ClaimsApp {
  readonly app: TestApp;
  /** Those that have the transaction that is asked for; none at first. */
  routes: readonly ServingRoute[];
  /** Transactions for which routes were looked up. */
  readonly asked: string[];
  /** How often something was sent over a route. */
  left: number;
  submit(type: ClaimType, form: Form, options?: SubmitOptions): Promise<LightMyRequestResponse>;
  claims(): Promise<readonly Claims[]>;
  /** A document of a claim, opened. */
  document(claimId: string, usage: 'request' | 'output' | 'response'): Promise<string>;
}

export interface SubmitOptions {
  /** Default: the sample of the type. */
  readonly payload?: object | undefined;
  readonly key?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** The sample of a type as a body, marked as what it is not: a production claim. */
export function productionClaim(type: ClaimType, form: Form): object {
  const { request, x12 } = CLAIMS[type];
  return form === 'json' ? { ...request, usageIndicator: 'P' } : { x12: x12.replace('*0*T*:~', '*0*P*:~') };
}

export function sampleBody(type: ClaimType, form: Form): object {
  const { request, x12 } = CLAIMS[type];
  return form === 'json' ? request : { x12 };
}

export async function claimsApp(
  parts: Partial<Services> | ((built: Services) => Partial<Services>) = {},
): Promise<ClaimsApp> {
  const world: Omit<ClaimsApp, 'app' | 'submit' | 'claims' | 'document'> = { routes: [], asked: [], left: 0 };
  const app = await testApp([...claimRoutes, ...storedClaimRoutes], {
    parts: (built) => ({
      controlNumbers: createControlNumberTable(built),
      payerExchange: {
        ...fakeExchange([], () => {
          world.left++;
          return { kind: 'none', failure: 'not-reached', wasSent: false };
        }),
        serving: async (_, transaction) => {
          world.asked.push(transaction);
          return world.routes;
        },
      },
      ...(typeof parts === 'function' ? parts(built) : parts),
    }),
  });
  // Behind the dates of the samples.
  app.clock.advance(Date.parse('2026-06-01T12:00:00Z') - app.clock.now());
  await insertPayers(app.services.store, [
    { id: 'LAKES', primary: '99901', takes: TAKES_CLAIMS },
    { id: 'HILLS', primary: '99904', takes: TAKES_CLAIMS },
  ]);
  return Object.assign(world, {
    app,
    submit: (type: ClaimType, form: Form, { payload, key, idempotencyKey }: SubmitOptions = {}) =>
      app.call('POST', CLAIM_PATHS[type][form], {
        payload: payload ?? sampleBody(type, form),
        headers: {
          ...(key === undefined ? {} : { authorization: key }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
      }),
    claims: () => app.queries((queries) => queries.from('claims').selectAll().orderBy('id').execute()),
    document: async (claimId: string, usage: string) => {
      const rows = await app.queries((queries) => artifactsOfClaim(queries, claimId));
      const row = rows.find((one) => one.usage === usage);
      if (row === undefined) throw new Error(`There is no ${usage}.`);
      return Buffer.from(await app.services.artifacts.read(row)).toString('utf8');
    },
  });
}

/** The segments of X12 with the usual delimiters. */
export function segmentsOf(x12: string): readonly string[] {
  return x12
    .split('~')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
}

/** X12 with one set that was changed by hand, its segments counted anew. */
export function recounted(x12: string): string {
  const segments = segmentsOf(x12);
  const [st, se] = ['ST*', 'SE*'].map((tag) => segments.findIndex((segment) => segment.startsWith(tag)));
  return x12.replace(/SE\*\d+\*/, `SE*${(se ?? 0) - (st ?? 0) + 1}*`);
}

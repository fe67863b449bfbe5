import Type from 'typebox';
import { ApiError } from '../../src/gateway/api-error.js';
import type { AnyRoute } from '../../src/gateway/route.js';
import { listRoute, route } from '../../src/operations/route.js';
import { PageOf } from '../../src/schemas/pages.js';

/** Routes that tests of the gateway call; what they do is under the test's control. */
export interface EchoControl {
  readonly routes: readonly AnyRoute[];
  /** How often work was done. */
  runs: number;
  /** How many requests have come to their work. */
  begun: number;
  /** What the next requests end with. */
  outcome: 'ok' | number | Error;
  /** Waited for before the work is done. */
  gate: Promise<void>;
}

const NAMES = Array.from({ length: 25 }, (_, index) => `item-${String(index).padStart(2, '0')}`);

export function echoRoutes(): EchoControl {
  const control: EchoControl = { routes: [], runs: 0, begun: 0, outcome: 'ok', gate: Promise.resolve() };
  const Body = Type.Object({
    count: Type.Integer({ minimum: 0 }),
    name: Type.Optional(Type.String({ maxLength: 100, pattern: '^[^!]*$' })),
    nested: Type.Optional(Type.Object({ kind: Type.Union([Type.Literal('a'), Type.Literal('b')]) })),
  });
  const response = { 200: Type.Object({ run: Type.Integer() }) };
  const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 50 }) });
  const done = async (): Promise<number> => {
    control.begun++;
    await control.gate;
    control.runs++;
    if (control.outcome instanceof Error) throw control.outcome;
    if (control.outcome !== 'ok') throw new ApiError(control.outcome, 'PLANNED', 'It was planned. Go on.');
    return control.runs;
  };
  const routes: readonly AnyRoute[] = [
    route({
      operation: 'Commit',
      family: 'core',
      method: 'POST',
      path: '/things/:id/commit',
      aliases: ['/old-things/:id/commit'],
      summary: 'Answers from a commit.',
      schemas: { params, body: Body, response },
      idempotent: true,
      audit: { action: 'commit', objectKind: 'thing', objectParam: 'id' },
      handle: async (call) => {
        const run = await done();
        return call.commit(async () => ({ body: { run, body: call.body } }));
      },
    }),
    route({
      operation: 'Answer',
      family: 'partners',
      method: 'POST',
      path: '/things',
      summary: 'Answers without a commit.',
      schemas: { body: Type.Optional(Body), response },
      idempotent: true,
      audit: { action: 'answer', objectKind: 'thing' },
      handle: async (call) => ({ status: 201, body: { run: await done(), body: call.body }, objectId: 'made' }),
    }),
    route({
      operation: 'ReadThing',
      family: 'core',
      method: 'GET',
      path: '/things/:id',
      summary: 'Answers what it was asked.',
      schemas: {
        params,
        query: Type.Object({
          flag: Type.Optional(Type.Boolean()),
          most: Type.Optional(Type.Integer({ minimum: 1 })),
          kinds: Type.Optional(Type.Array(Type.String())),
        }),
        response,
      },
      audit: { action: 'read', objectKind: 'thing', objectParam: 'id' },
      handle: async (call) => ({ body: { run: await done(), params: call.params, query: call.query } }),
    }),
    route({
      operation: 'LiveOnly',
      family: 'enrollments',
      method: 'POST',
      path: '/live',
      summary: 'Takes live keys.',
      keys: 'live',
      problems: ['conflict'],
      schemas: { response },
      handle: async () => ({ body: { run: await done() } }),
    }),
    route({
      operation: 'Pooled',
      family: 'healthcare',
      method: 'POST',
      path: '/pooled',
      summary: 'Shares places.',
      pool: 'discovery',
      schemas: { response },
      handle: async () => ({ body: { run: await done() } }),
    }),
    route({
      operation: 'Rated',
      family: 'enrollments',
      method: 'POST',
      path: '/rated',
      summary: 'Shares a rate.',
      pool: 'enrollments',
      schemas: { response },
      handle: async () => ({ body: { run: await done() } }),
    }),
    listRoute({
      operation: 'ListThings',
      family: 'core',
      method: 'GET',
      path: '/things',
      summary: 'Lists in pages.',
      schemas: {
        query: Type.Object({ prefix: Type.Optional(Type.String()) }),
        response: { 200: PageOf(Type.String()) },
      },
      paged: { defaultSize: 10, maxSize: 20 },
      list: async ({ query, page }) => {
        const after = String(page.after?.[0] ?? '');
        const found = NAMES.filter((name) => name.startsWith(query.prefix ?? '') && name > after);
        const items = found.slice(0, page.size);
        const last = items.at(-1);
        return { items, ...(found.length > items.length && last !== undefined ? { next: [last] } : {}) };
      },
    }),
  ];
  return Object.assign(control, { routes });
}

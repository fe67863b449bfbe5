import { Ajv } from 'ajv';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../../src/families.js';
import type { Example } from '../../../src/gateway/docs/example.js';
import type { RouteSchemas } from '../../../src/gateway/route.js';
import { adminRoutes } from '../../../src/operations/admin.js';
import { commandRoutes } from '../../../src/operations/commands.js';
import { IDS } from '../../../src/operations/example-ids.js';
import { EXAMPLES } from '../../../src/operations/examples.js';
import { ROUTES } from '../../../src/operations/operations.js';
import { createSftpUser } from '../../../src/resources/sftp-users/rows.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { type FirstStarted, firstStarted } from '../../support/first-started.js';
import { until } from '../../support/test-jobs.js';
import { EXAMPLE_ORDER, WITHOUT_EXAMPLE } from './example-order.js';

interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly schemas: RouteSchemas;
  readonly isAdmin: boolean;
}

const OPERATIONS = new Map<string, Operation>([
  ...ROUTES.map(({ operation, family, method, path, schemas }): [string, Operation] => [
    operation,
    { method, path: `/${FAMILIES[family].version}${path}`, schemas, isAdmin: false },
  ]),
  ...[...adminRoutes, ...commandRoutes].map(({ operation, method, path, schemas }): [string, Operation] => [
    operation,
    { method, path: `/admin${path}`, schemas, isAdmin: true },
  ]),
]);

/** Addresses with a signature in them, tokens of pages, random bytes, and how long something took: another each time. */
const VOLATILE: ReadonlySet<string> = new Set([
  'documentDownloadUrl',
  'uploadUrl',
  'importUrl',
  'next_page_token',
  'nextPageToken',
  'key',
  'secretAccessKey',
  'signingSecret',
  'password',
  'x12',
  'durationMs',
]);
const ID =
  /^(?:(?:DRFT|LIVE)_)?[0-9A-HJKMNP-TV-Z]{26}$|^[A-Z]{20}$|^EDIL[A-Z2-7]{16}$|^(?:evt_|dst_|ec_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the examples of the documentation', () => {
  let server: FirstStarted;
  /** Ids of this run, by those that the examples show. */
  const ids = new Map<string, string>();
  const ajv = new Ajv({ strict: false, logger: false, validateFormats: false, allErrors: true });

  beforeAll(async () => {
    server = await firstStarted('https://edi.example.com');
    const { services, clock } = server;
    const user = { username: 'LAKESIDE', description: 'Lakeside', bucket: 'ediloom-demo', homeDirectory: '/' };
    await services.store.write(async (tx) => {
      const { id } = await tx.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
      ids.set(IDS.ownAccount, id);
      // In the name of its bucket.
      ids.set(IDS.ownAccount.toLowerCase(), id.toLowerCase());
      await createSftpUser(new AccountQueries(tx, id), clock, user);
    });
  });
  afterAll(() => server.close());

  it('are there for every operation, each once in the order in which they work', () => {
    const named = [...OPERATIONS.keys()].filter((operation) => !(operation in WITHOUT_EXAMPLE));
    expect(Object.keys(EXAMPLES).sort()).toEqual(named.sort());
    const all = Object.entries(EXAMPLES).flatMap(([operation, examples]) => examples.map(() => operation));
    expect([...EXAMPLE_ORDER].sort()).toEqual(all.sort());
  });

  it('work as they stand, and are answered as they say', async () => {
    const sent = new Map<string, number>();
    let waits = true;
    for (const name of EXAMPLE_ORDER) {
      const operation = OPERATIONS.get(name);
      const place = sent.get(name) ?? 0;
      sent.set(name, place + 1);
      const example = EXAMPLES[name]?.[place];
      if (operation === undefined || example === undefined) throw new Error(`There is no example of ${name}.`);
      server.clock.jump(120_000);
      if (name === 'DeleteRemoteFtpConnection') await nothingUnderWay();
      if (name === 'RetryEvent') ids.set(IDS.event, await anEvent());
      if (name === 'ConvertReport277') ids.set(IDS.claimReport, await aReport());
      const answer = await send(operation, example);
      expect(problemsOf(operation, answer), `${name}: ${answer.body.slice(0, 500)}`).toEqual([]);
      if (example.answer !== undefined) compare(name, example.answer, answer.json());
      // Its connection is gone by then, and nobody comes to try.
      if (name === 'RetryExecutions') waits = false;
      if (waits) await settled();
    }
  });

  async function send({ method, path, isAdmin }: Operation, { params, query, body, key }: Example) {
    const own = key === 'test' ? server.testKey : server.liveKey;
    const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ofThisRun(params?.[name] ?? '')));
    return server.app.inject({
      method,
      url: filled,
      query: mapTexts({ ...query }, ofThisRun) as Record<string, string>,
      headers: { authorization: isAdmin ? server.adminToken : own },
      ...(body === undefined ? {} : { payload: mapTexts(body, ofThisRun) as string | object }),
    });
  }

  /** A text of an example with the ids of this run. */
  function ofThisRun(text: string): string {
    return [...ids].reduce((made, [shown, real]) => made.replaceAll(shown, real), text);
  }

  /** By the schema that the operation declares for the status, which is a good one. */
  function problemsOf(
    { schemas }: Operation,
    { statusCode, body, headers }: LightMyRequestResponse,
  ): readonly unknown[] {
    const schema = schemas.response[statusCode];
    if (schema === undefined) return [`${statusCode} is not declared`];
    // Where nothing is answered there is not even `null`.
    if ('type' in schema && schema.type === 'null') return body === '' ? [] : [`${statusCode} has a body`];
    const isJson = String(headers['content-type']).startsWith('application/json');
    const check = ajv.compile(schema);
    return check(isJson ? JSON.parse(body) : body) ? [] : (check.errors ?? []);
  }

  /** Equal but for ids, of which each stands for one of this run, and for what is another each time. */
  function compare(name: string, shown: unknown, real: unknown): void {
    learn(shown, real);
    expect(real, name).toEqual(mapTexts(shown, ofThisRun, real));
  }

  function learn(shown: unknown, real: unknown): void {
    if (typeof shown === 'string' && typeof real === 'string') {
      if (ID.test(shown) && ID.test(real) && !ids.has(shown)) ids.set(shown, real);
    } else if (isTable(shown) && isTable(real)) {
      for (const [member, value] of Object.entries(shown)) learn(value, real[member]);
    }
  }

  async function anEvent(): Promise<string> {
    const row = await server.services.store.read((db) =>
      db.selectFrom('events').select('id').executeTakeFirstOrThrow(),
    );
    return row.id;
  }

  /** Claims that are tests are answered after a moment. */
  async function aReport(): Promise<string> {
    const found = { id: '' };
    await until(async () => {
      server.services.jobs.wake();
      const row = await server.services.store.read((db) =>
        db.selectFrom('claim_reports').select('id').executeTakeFirst(),
      );
      found.id = row?.id ?? '';
      return row !== undefined;
    });
    return found.id;
  }

  /** The attempt that the ignored file had before it comes, finds that, and ends. */
  async function nothingUnderWay(): Promise<void> {
    await until(async () => {
      server.services.jobs.wake();
      const jobs = await server.services.store.read((db) => db.selectFrom('jobs').select('kind').execute());
      return !jobs.some(({ kind }) => kind === 'deliver');
    });
  }

  /** Every file that was sent has been tried. */
  async function settled(): Promise<void> {
    await until(async () => {
      const [executions, reports] = await server.services.store.read(async (db) => [
        await db.selectFrom('executions').select(['id', 'status']).execute(),
        await db.selectFrom('delivery_reports').select('execution_id').execute(),
      ]);
      const tried = new Set(reports.map(({ execution_id }) => execution_id));
      return executions.every(({ id, status }) => status === 'COMPLETED' || (status !== 'RETRYING' && tried.has(id)));
    });
  }
});

/** The same value with other texts; what is volatile is taken from where it is compared with. */
function mapTexts(value: unknown, change: (text: string) => string, other?: unknown): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value))
    return value.map((one, place) => mapTexts(one, change, isTable(other) ? other[place] : undefined));
  if (!isTable(value)) return value;
  const others = isTable(other) ? other : {};
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [
      member,
      VOLATILE.has(member) && ['string', 'number'].includes(typeof others[member])
        ? others[member]
        : mapTexts(inner, change, others[member]),
    ]),
  );
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

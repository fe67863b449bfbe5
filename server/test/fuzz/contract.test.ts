import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf, type PlacedOperation, readDocument } from '../support/openapi-document.js';
import { judgeBy, readAnswer } from './judge.js';
import { type PlannedRequest, requestsOf, sentOf, soundRequest } from './requests.js';
import { openWorld, type World } from './world.js';

/** The short form; CI sends 10,000, and `npm run fuzz:contract` many more. */
const REQUESTS = Number(process.env.EDILOOM_REQUESTS ?? 2_000);
const SEED = Number(process.env.EDILOOM_SEED ?? 20_261_122);
/** Requests after which everything is made anew, so that there is something to read after all that was deleted. */
const ROUND = 600;
/** Requests of each operation in which all is right, so that it is seen to succeed. */
const SOUND = 4;

describe('requests made of the documents', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.test.close());

  it(`are answered as they say, ${REQUESTS} times`, { timeout: REQUESTS * 100 + 60_000 }, async () => {
    const faults = new Map<string, Fault>();
    const succeeded = new Set<string>();
    const planned = await plan();
    const tokens = new Map<string, string>();
    /** Of things that are there: messages may name these. */
    const known = new Set<string>();
    for (let from = 0; from < planned.length; from += ROUND) {
      const things = await world.renew(from / ROUND);
      for (const text of [...Object.values(things.ids).flat(), ...textsIn(things.bodies)]) known.add(text);
      for (const { request, judge } of planned.slice(from, from + ROUND)) {
        const { placed } = request;
        const { operationId } = placed.operation;
        const sent = sentOf(request, world, things, tokens);
        const answer = readAnswer(await world.test.app.inject(sent));
        if (answer.statusCode < 400 || answer.statusCode === 501) succeeded.add(operationId);
        const token = answer.statusCode === 200 && /"nextPageToken":"([^"]+)"/.exec(answer.body)?.[1];
        if (token) tokens.set(operationId, token);
        const values = textsOf(sent).filter((text) => !known.has(text));
        const found = isReadable(String(sent.url)) ? judge(placed, answer, values) : judgeUnread(answer);
        for (const fault of found) {
          const name = `${answer.statusCode} ${fault}`;
          const before = faults.get(name);
          if (before === undefined)
            faults.set(name, { of: new Set([operationId]), first: { sent, answer: answer.body } });
          else before.of.add(operationId);
        }
      }
    }
    expect([...faults].map(([fault, { of, first }]) => textOf(fault, of, first))).toEqual([]);
    const all = planned.map(({ request }) => request.placed.operation.operationId);
    const never = [...new Set(all)].filter((operation) => !succeeded.has(operation));
    expect(never).toEqual([]);
  });

  /** Whether an address can be read: what cannot reaches no operation. */
  function isReadable(url: string): boolean {
    try {
      return decodeURIComponent(new URL(url, 'http://localhost').pathname) !== '';
    } catch {
      return false;
    }
  }

  /** Of what reached no operation only that it was refused, in the words of all. */
  function judgeUnread({ statusCode, body }: { readonly statusCode: number; readonly body: string }) {
    const { code, message } = JSON.parse(body);
    const isRefused = statusCode >= 400 && statusCode < 500 && typeof code === 'string' && typeof message === 'string';
    return isRefused ? [] : ['does not refuse what cannot be read'];
  }

  /** Values of the query and of the body. */
  function textsOf({ url, payload }: InjectOptions): readonly string[] {
    const query = [...new URL(String(url), 'http://localhost').searchParams.values()];
    return [...query, ...(typeof payload === 'string' && isJson(payload) ? textsIn(JSON.parse(payload)) : [])];
  }

  function isJson(text: string): boolean {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  }

  function textsIn(value: unknown): readonly string[] {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
  }

  interface Fault {
    /** Operations. */
    readonly of: Set<string>;
    readonly first: { readonly sent: object; readonly answer: string };
  }

  const textOf = (fault: string, of: Iterable<string>, { sent, answer }: Fault['first']): string =>
    `${fault}: ${[...of].slice(0, 8).join(' ')}\n${JSON.stringify(sent).slice(0, 1200)}\n${answer.slice(0, 800)}`;

  /** Bodies of protocols have tests of their own. */
  function takesJson({ operation: { requestBody } }: PlacedOperation): boolean {
    return requestBody === undefined || 'application/json' in requestBody.content;
  }

  interface Planned {
    readonly request: PlannedRequest;
    readonly judge: ReturnType<typeof judgeBy>;
  }

  /** As many of each operation, in no order. */
  async function plan(): Promise<readonly Planned[]> {
    const documents = [await readDocument(world.test.app), await readDocument(world.test.app, '/docs/admin/json')];
    const operations = documents.flatMap((document) => {
      const judge = judgeBy(document);
      return operationsOf(document)
        .filter(takesJson)
        .map((placed): [PlacedOperation, typeof judge, typeof document] => [placed, judge, document]);
    });
    const each = Math.max(1, Math.ceil(REQUESTS / operations.length) - SOUND);
    const all = operations.flatMap(([placed, judge, document], index) => {
      const sound = fc.constantFrom(...[0, 1, 2].map((pick) => soundRequest(placed, pick)));
      const sampled = (requests: typeof sound, numRuns: number) =>
        fc.sample(fc.tuple(fc.nat(), requests), { numRuns, seed: SEED + index });
      return [...sampled(sound, SOUND), ...sampled(requestsOf(document, placed), each)].map(([order, request]) => ({
        ...{ order, request, judge },
      }));
    });
    return all.sort((a, b) => a.order - b.order);
  }
});
